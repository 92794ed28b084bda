/** The steps of `azd up` that templates cannot do. azure.yaml runs them as hooks, with the outputs of the templates in the environment. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parsePolicy } from '../lib/policy/policy-source.ts';
import { CliError, print } from './access/cli.ts';
import { pushFile } from './access/commands.ts';
import { connectAll } from './access/connect.ts';
import { listWhatIsLeft } from './azd/what-is-left.ts';

const POLICY = 'infra/access-policy.json';
const PLACEHOLDER = /replace-me|00000000-0000-0000-0000-000000000000/;
const env = process.env;
/** A new role takes minutes to work, and a new app to start. */
const ATTEMPTS = Number(env['FRONTDESK_HOOK_ATTEMPTS'] ?? 60);
const PAUSE_MS = Number(env['FRONTDESK_HOOK_PAUSE_MS'] ?? 10_000);

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
/** It has served before: its policy is in the table, and not this file. */
const hasServed = () => env['FRONTDESK_WATCHED'] === 'true';

/** Before the resources: whether there will be a policy that grants something. */
async function check(): Promise<void> {
  if (hasServed()) return;
  const text = readFileSync(POLICY, 'utf8');
  parsePolicy(text);
  if (PLACEHOLDER.test(text))
    throw new CliError(`${POLICY} still has the sample's placeholders: name the resources that callers may use.`);
}

/** After the resources: pushes the policy, if the table has none. */
async function push(): Promise<void> {
  const endpoint = env['FRONTDESK_TABLE_ENDPOINT'];
  const connections = await connectAll(endpoint ? { 'table-endpoint': [endpoint] } : {});
  for (let attempt = 1; ; attempt++) {
    try {
      const [current] = await Promise.all(connections.map(({ store }) => store.readCurrent()));
      if (current) return print(`The access policy in force is version ${current.version}; npm run access changes it.`);
      return await pushFile(POLICY, { message: 'The first policy', yes: true }, connections);
    } catch (error) {
      if (error instanceof CliError || attempt >= ATTEMPTS) throw error;
      print('The table refuses you still: a new role takes some minutes.');
      await pause();
    }
  }
}

/** After the deployment: waits until the app is ready, lets the alerts page, and says what is left. */
async function serve(): Promise<void> {
  const url = `${env['FRONTDESK_URL']}/readyz`;
  await waitUntilReady(url);
  print(`${url} is 200: Frontdesk serves.`);
  if (!hasServed()) {
    execFileSync('azd', ['env', 'set', 'FRONTDESK_WATCHED', 'true'], { stdio: 'inherit' });
    execFileSync('azd', ['provision', '--no-prompt'], { stdio: 'inherit' });
  }
  print(`\nWhat is left, where it was not done yet:\n`);
  for (const line of listWhatIsLeft(parsePolicy(readFileSync(POLICY, 'utf8')), env)) print(line);
}

async function waitUntilReady(url: string): Promise<void> {
  let last = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const status = await fetch(url).then(
      (response) => String(response.status),
      (error: Error) => String((error.cause as { code?: string } | undefined)?.code ?? error.name),
    );
    if (status === '200') return;
    if (status !== last) print(`${url}: ${status}; waiting.`);
    last = status;
    await pause();
  }
  throw new CliError(`${url} is ${last}. See what is wrong: npm run doctor -- --app ${env['AZURE_FUNCTION_NAME']}`);
}

const steps: Readonly<Record<string, () => Promise<void>>> = { check, push, serve };
const [name = ''] = process.argv.slice(2);
try {
  const step = steps[name];
  if (!step) throw new CliError(`Usage: npx tsx tools/azd-hook.ts ${Object.keys(steps).join(' | ')}`, 2);
  await step();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CliError ? error.exitCode : 1;
}
