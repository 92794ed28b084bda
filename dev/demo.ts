/** `npm run demo`: calls every operation against the stack that runs, or one of its own, and prints what came back. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { createCaller } from './demo/caller.ts';
import { type Callers, names, type Step, toSteps } from './demo/steps.ts';
import { people } from './personas.ts';
import { componentNames, components } from './start/components.ts';
import { parseStartOptions } from './start/options.ts';
import type { Report } from './start/report.ts';
import { startStack } from './start/stack.ts';
import { readStackFile, type StackFile } from './start/stack-file.ts';

type RunningStack = Pick<StackFile, 'profile' | 'frontdesk' | 'issuer'> & { close?(): Promise<void> };

const root = join(import.meta.dirname, '..');
const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;

const quiet: Report = {
  line() {},
  heading() {},
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

/** Answers whether every step went as it should. */
async function runDemo(): Promise<boolean> {
  const stack: RunningStack = (await readStackFile(root)) ?? (await startOwnStack());
  try {
    print(`Frontdesk at ${stack.frontdesk}, profile ${stack.profile}`, 'bold');
    const callers = await createCallers(stack);
    const steps = toSteps(names[stack.profile], randomBytes(3).toString('hex'));
    const width = Math.max(...steps.map(({ title }) => title.length));
    let good = 0;
    for (const step of steps) if (await runStep(step, callers, width)) good++;
    print(`${good} of ${steps.length} steps went as they should.`, good === steps.length ? 'green' : 'red');
    return good === steps.length;
  } finally {
    await stack.close?.();
  }
}

async function runStep({ title, expect, send, show }: Step, callers: Callers, width: number): Promise<boolean> {
  const answer = await send(callers);
  const isDue = [expect].flat().includes(answer.status);
  const note = isDue ? show(answer) : `expected ${[expect].flat().join(' or ')}: ${JSON.stringify(answer.json)}`;
  const isGood = isDue && note !== undefined;
  const mark = isGood ? paint('green', '✓') : paint('red', '✗');
  const status = paint(answer.status < 300 ? 'green' : 'yellow', String(answer.status));
  const ms = paint('dim', `${Math.round(answer.ms)} ms`.padStart(6));
  process.stdout.write(
    `  ${mark} ${status} ${ms}  ${title.padEnd(width)}  ${paint('dim', note ?? 'not what it should show')}\n`,
  );
  return isGood;
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
  const answer = await fetch(`${issuer}/_control/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claims),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Quiet, on free ports, so that it is in nobody's way. */
async function startOwnStack(): Promise<RunningStack> {
  print('No stack runs: this demo starts one of its own for as long as it takes.', 'dim');
  const free = Object.fromEntries(componentNames.map((name) => [components[name].variable, '0']));
  const options = parseStartOptions(['--no-watch'], free, root);
  if (options === undefined) throw new Error('The stack has no options.');
  const { profile, frontdesk, issuer, close } = await startStack(options, { ...process.env, ...free }, quiet);
  return { profile, frontdesk, issuer: issuer.url, close };
}

function print(text: string, style: Parameters<typeof styleText>[0]): void {
  process.stdout.write(`\n${paint(style, text)}\n\n`);
}
