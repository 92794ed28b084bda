/** `npm run demo`: calls every operation of the running stack, or of a temporary one, and prints the responses. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type Callers, createCaller, profiles, type Step } from './demo/step.ts';
import { listSteps } from './demo/steps.ts';
import { people } from './personas.ts';
import { createRepositorySource } from './start/bundle.ts';
import { componentNames, components } from './start/components.ts';
import { parseStartOptions } from './start/options.ts';
import type { Report } from './start/report.ts';
import { startStack } from './start/stack.ts';
import { readStackFile, type StackFile, trustAuthority } from './start/stack-file.ts';

type RunningStack = Pick<StackFile, 'profile' | 'frontdesk' | 'issuer'> & { close?(): Promise<void> };

const root = join(import.meta.dirname, '..');
const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;

const quiet: Report = {
  line() {},
  heading() {},
  hostLine() {},
  json() {},
  ready() {},
  table() {},
  failure: (message) => void process.stderr.write(`${message}\n`),
};

try {
  process.exitCode = (await runDemo()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Returns true if every step passed. */
async function runDemo(): Promise<boolean> {
  const running = await readStackFile(root);
  trustAuthority(running);
  const stack: RunningStack = running ?? (await startTemporaryStack());
  try {
    print(`Frontdesk at ${stack.frontdesk}, profile ${stack.profile}`, 'bold');
    const callers = await createCallers(stack);
    const steps = listSteps(profiles[stack.profile], randomBytes(3).toString('hex'));
    const width = Math.max(...steps.map(({ title }) => title.length));
    let passed = 0;
    for (const step of steps) if (await runStep(step, callers, width)) passed++;
    print(`${passed} of ${steps.length} steps passed.`, passed === steps.length ? 'green' : 'red');
    return passed === steps.length;
  } finally {
    await stack.close?.();
  }
}

async function runStep({ title, expect, send, describe }: Step, callers: Callers, width: number): Promise<boolean> {
  const response = await send(callers);
  const isExpected = [expect].flat().includes(response.status);
  const note = isExpected
    ? describe(response)
    : `expected ${[expect].flat().join(' or ')}: ${JSON.stringify(response.json)}`;
  const isPassed = isExpected && note !== undefined;
  const mark = isPassed ? paint('green', '✓') : paint('red', '✗');
  const status = paint(response.status < 300 ? 'green' : 'yellow', String(response.status));
  const ms = paint('dim', `${Math.round(response.ms)} ms`.padStart(6));
  process.stdout.write(
    `  ${mark} ${status} ${ms}  ${title.padEnd(width)}  ${paint('dim', note ?? 'the response is not as expected')}\n`,
  );
  return isPassed;
}

async function createCallers({ frontdesk, issuer }: RunningStack): Promise<Callers> {
  const stranger = people.find(({ id }) => id === 'fay');
  return {
    administrator: createCaller(frontdesk, await fetchToken(issuer, {})),
    stranger: createCaller(frontdesk, await fetchToken(issuer, { tid: stranger?.tenantId, oid: stranger?.objectId })),
    anonymous: createCaller(frontdesk, undefined),
  };
}

async function fetchToken(issuer: string, claims: object): Promise<string> {
  const response = await fetch(`${issuer}/_control/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claims),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Starts a stack on free ports that prints nothing. */
async function startTemporaryStack(): Promise<RunningStack> {
  print('No local stack is running; starting a temporary one.', 'dim');
  const free = Object.fromEntries(componentNames.map((name) => [components[name].variable, '0']));
  const options = parseStartOptions(['--no-watch'], free, root);
  if (options === undefined) throw new Error('The start has no options.');
  const { profile, frontdesk, issuer, close } = await startStack(options, { ...process.env, ...free }, quiet, {
    createSource: createRepositorySource,
  });
  return { profile, frontdesk, issuer: issuer.url, close };
}

function print(text: string, style: Parameters<typeof styleText>[0]): void {
  process.stdout.write(`\n${paint(style, text)}\n\n`);
}
