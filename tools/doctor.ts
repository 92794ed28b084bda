/** `npm run doctor`: checks a configuration against the live endpoints and tells you what to fix. */
import { parseArgs } from 'node:util';
import { checkSettings } from './doctor/check-settings.ts';
import type { Finding } from './doctor/finding.ts';
import { listRunning } from './local-settings.ts';
import { readJsonFile } from './text-file.ts';

const USAGE = `Checks a configuration: settings, signing keys, managed identity, each upstream, the cache's table.

  npm run doctor                       uses local.settings.json, if it exists
  npm run doctor -- --settings FILE    uses another file of the same format, or of the Azure CLI's
  npm run doctor -- --offline          checks the settings only, and sends nothing
  npm run doctor -- --app NAME         visits a deployed app (--resource-group NAME): its settings as the Azure CLI prints them,
                                       its probes, and the services with your own sign-in, since the app's identity is not here;
                                       --origin URL: whether a frontend there may call (CORS)

While the local stack runs (npm start), its addresses replace those of local.settings.json. Environment variables
override the file. The doctor writes one row to the cache's table and deletes it, and reads from each upstream; it
changes nothing else. Of the values it prints only the origin of an address that it cannot reach.
The exit code is 1 if a check fails.`;

const DEFAULT_FILE = 'local.settings.json';

process.exitCode = await run();

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      settings: { type: 'string' },
      app: { type: 'string' },
      'resource-group': { type: 'string' },
      origin: { type: 'string' },
      offline: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const findings = await (values.app === undefined
    ? diagnoseHere(values)
    : diagnoseApp(values.app, values['resource-group'], values.origin));
  for (const finding of findings ?? []) print(describe(finding));
  return findings?.every(({ isGood }) => isGood) ? 0 : 1;
}

interface Here {
  readonly settings?: string | undefined;
  readonly offline?: boolean | undefined;
}

/** Returns undefined if the file cannot be read. */
async function diagnoseHere({ settings, offline }: Here): Promise<readonly Finding[] | undefined> {
  const file = await readValues(settings);
  if (!file) return undefined;
  if (offline) return checkSettings(file, process.env).findings;
  // Not loaded with --offline, which npm start waits for.
  return (await import('./doctor/diagnose.ts')).diagnose(file, process.env);
}

async function diagnoseApp(
  name: string,
  group: string | undefined,
  origin: string | undefined,
): Promise<readonly Finding[] | undefined> {
  const { visitApp, getOperatorToken } = await import('./doctor/visit-app.ts');
  try {
    const { values, findings } = await visitApp(name, group, origin);
    const { diagnose } = await import('./doctor/diagnose.ts');
    return [...findings, ...(await diagnose(values, {}, getOperatorToken))];
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return undefined;
  }
}

/** As the Azure CLI prints settings. */
type Listed = readonly { readonly name: string; readonly value: string }[];
function isListed(parsed: Listed | object): parsed is Listed {
  return Array.isArray(parsed);
}

/** Without the default file, all settings come from the environment. Returns undefined if the file cannot be read. */
async function readValues(named: string | undefined): Promise<Readonly<Record<string, string>> | undefined> {
  const file = named ?? DEFAULT_FILE;
  try {
    const parsed = readJsonFile<Listed | { readonly Values?: Readonly<Record<string, string>> }>(file);
    if (isListed(parsed)) return Object.fromEntries(parsed.map(({ name, value }) => [name, value]));
    const values = parsed.Values ?? {};
    return named === undefined ? { ...values, ...(await listRunning(values)) } : values;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && named === undefined) return {};
    const reason = isMissing ? `${file} does not exist` : (error as Error).message;
    process.stderr.write(`${reason}. Name a file like ${DEFAULT_FILE}.\n`);
    return undefined;
  }
}

function describe({ check, isGood, found, fix }: Finding): string {
  const line = `${isGood ? 'ok   ' : 'WRONG'}  ${check}: ${found}`;
  return fix ? `${line}\n       ${fix}` : line;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
