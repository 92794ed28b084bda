/** The steps of `azd up` that templates cannot do. azure.yaml runs them as hooks, with the outputs of the templates in the environment. */
import { execFileSync } from 'node:child_process';
import { CliError, describeFailure, isNetworkRefusal, print } from './access/cli.ts';
import { parsePolicyOf, pushFile } from './access/commands.ts';
import { connectAll } from './access/connect.ts';
import { listWhatIsLeft } from './azd/what-is-left.ts';
import { readJsonFile, readTextFile } from './text-file.ts';

const POLICY = 'infra/access-policy.json';
const PARAMETERS = 'infra/main.parameters.json';
const PLACEHOLDER = /replace-me|00000000-0000-0000-0000-000000000000/;
const env = process.env;
/** A new role takes minutes to work, and a new app to start. */
const ATTEMPTS = Number(env['FRONTDESK_HOOK_ATTEMPTS'] ?? 60);
const PAUSE_MS = Number(env['FRONTDESK_HOOK_PAUSE_MS'] ?? 10_000);
/** A reference to the vault that was read before its role worked stays unresolved, and the app does not start. */
const RESTART_AFTER = Math.ceil(ATTEMPTS / 4);

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
/** It has served before, as the last deployment says: its policy is in the table, and not this file. */
const hasServed = () => env['FRONTDESK_ALERTS'] === 'on';

/** Before the resources: whether there will be a policy that grants something, and what would fail only at the end. */
async function check(): Promise<void> {
  const { network, corsOrigins } = readParameters();
  const [wrong] = (corsOrigins ?? []).filter((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong !== undefined)
    throw new CliError(`${PARAMETERS}: corsOrigins must be origins such as https://portal.example.com, not ${wrong}`);
  if (hasServed()) return;
  if (network?.access === 'private')
    throw new CliError(
      `${PARAMETERS}: network.access 'private' closes the account that the policy and the package are pushed to. First 'allowList' with your own range; 'private' when it serves (docs/deploy.md#network).`,
    );
  const text = readTextFile(POLICY);
  parsePolicyOf(text, POLICY);
  if (PLACEHOLDER.test(text))
    throw new CliError(`${POLICY} still has the sample's placeholders: name the resources that callers may use.`);
}

interface Parameters {
  readonly network?: { readonly access?: string };
  readonly corsOrigins?: readonly string[];
  readonly settings?: { readonly OPERATIONS?: string };
}

/** Returns the values of the parameters' file; where azd replaces a part, unchanged. */
function readParameters(): Parameters {
  const { parameters } = readJsonFile<{ readonly parameters: Readonly<Record<string, { readonly value: unknown }>> }>(
    PARAMETERS,
  );
  return Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]));
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
      if (error instanceof CliError || isNetworkRefusal(error) || attempt >= ATTEMPTS) throw error;
      print(`${describeFailure(error)} Trying again: a new role takes some minutes.`);
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
  const { settings } = readParameters();
  for (const line of listWhatIsLeft(parsePolicyOf(readTextFile(POLICY), POLICY), env, settings?.OPERATIONS))
    print(line);
}

async function waitUntilReady(url: string): Promise<void> {
  let last = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { status, isOurs } = await visit(url);
    if (status === '200') return;
    if (status === '403')
      throw new CliError(`${url} is 403: the app's network rules refuse this machine (docs/deploy.md#network).`);
    if (attempt === RESTART_AFTER && !isOurs) restart();
    if (status !== last) print(`${url}: ${status}; waiting.`);
    last = status;
    await pause();
  }
  throw new CliError(`${url} is ${last}. See what is wrong: npm run doctor -- --app ${env['AZURE_FUNCTION_NAME']}`);
}

/** Returns the status, or why no response came; and whether Frontdesk itself responded, so that it has started. */
async function visit(url: string): Promise<{ readonly status: string; readonly isOurs: boolean }> {
  try {
    const response = await fetch(url);
    return { status: String(response.status), isOurs: (await response.text()).startsWith('{"status":') };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { status: cause?.code ?? name, isOurs: false };
  }
}

function restart(): void {
  print('The app has not started: restarting it once, so that it reads its secrets in the vault again.');
  const place = ['--name', env['AZURE_FUNCTION_NAME'] ?? '', '--resource-group', env['AZURE_RESOURCE_GROUP'] ?? ''];
  try {
    execFileSync('az', ['functionapp', 'restart', ...place], { stdio: 'inherit', shell: process.platform === 'win32' });
  } catch {
    print(`It was not restarted: az functionapp restart ${place.join(' ')}`);
  }
}

const steps: Readonly<Record<string, () => Promise<void>>> = { check, push, serve };
const [name = ''] = process.argv.slice(2);
try {
  const step = steps[name];
  if (!step) throw new CliError(`Usage: npx tsx tools/azd-hook.ts ${Object.keys(steps).join(' | ')}`, 2);
  await step();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = error instanceof CliError ? error.exitCode : 1;
}
