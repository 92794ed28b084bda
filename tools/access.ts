/** `npm run access`: who may do what, and why not; the versions of the policy in its table. */
import { parseArgs } from 'node:util';
import { SettingsError } from '../lib/settings/read-settings.ts';
import { CliError, describeFailure, showInvisible } from './access/cli.ts';
import type { Command, Options } from './access/commands.ts';

const USAGE = `Shows and changes who may do what.

  npm run access -- explain TOKEN METHOD PATH   whether a caller may call an operation, and why; - reads the token from
                                                standard input. Exits with 1 if the call is refused.

For a policy in a table (ACCESS_POLICY=table:NAME), in force on every instance within 35 s:

  npm run access -- pull [FILE]       writes the policy in force, with its version, to FILE or standard output;
                                      --version N an older one; --force over a file that exists
  npm run access -- diff FILE         what pushing FILE would add (+), remove (-) and change (~)
  npm run access -- diff N [M]        what has changed from version N to version M or to what is in force
  npm run access -- push FILE         validates FILE, shows what changes, asks, and puts it in force as the next version, unless
                                      somebody else has pushed since it was pulled. A file without a version needs --over N
                                      once there is a policy.
  npm run access -- history           the versions, the newest first: when, who, why; * is in force, ! is refused
  npm run access -- rollback N        pushes version N as the next version

  --message TEXT                      why, for the history (push, rollback)
  --dry-run                           shows what would change (push, rollback)
  --yes                               does not ask
  --table-endpoint URL                the account, such as https://ACCOUNT.table.core.windows.net; needs az login. The
                                      history records the name that you are signed in with. Repeated for several regions
                                      (push, rollback)
  --table NAME                        default: the one of ACCESS_POLICY, otherwise frontdeskpolicy
  --as NAME                           with a connection string, such as the local stack's: who it was; default: your user name

Without --table-endpoint, the account of CACHE_TABLE_URL or CACHE_CONNECTION_STRING is used: from the environment, or else from
local.settings.json. A running local stack (npm start) is found by its ports.
The exit code is 0 when it is done, 1 when it is refused or fails, 2 for a wrong command.`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  ...{ message: TEXT, over: TEXT, version: TEXT, table: TEXT, as: TEXT },
  'table-endpoint': { ...TEXT, multiple: true },
  ...{ force: FLAG, yes: FLAG, 'dry-run': FLAG, help: { ...FLAG, short: 'h' } },
} as const;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseOptions(args);
    const [verb = '', ...operands] = positionals;
    if (values.help || verb === '') {
      process.stdout.write(`${USAGE}\n`);
      return values.help ? 0 : 2;
    }
    // Loaded on demand: the SDK takes a while.
    if (verb === 'explain') return (await (await import('./access/explain.ts')).explain(operands)) ? 0 : 1;
    await (await findCommand(verb))(operands, values);
    return 0;
  } catch (error) {
    const message = error instanceof SettingsError ? error.message : describeFailure(error);
    process.stderr.write(`${message.split('\n').map(showInvisible).join('\n')}\n`);
    return error instanceof CliError ? error.exitCode : 1;
  }
}

function parseOptions(args: readonly string[]): { values: Options & { help?: boolean }; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\nSee npm run access -- --help.`, 2);
  }
}

async function findCommand(verb: string): Promise<Command> {
  const { push, pull, diff, history, rollback } = await import('./access/commands.ts');
  const commands = new Map(Object.entries({ push, pull, diff, history, rollback }));
  const command = commands.get(verb);
  if (command) return command;
  throw new CliError(`There is no command ${verb}. See npm run access -- --help.`, 2);
}
