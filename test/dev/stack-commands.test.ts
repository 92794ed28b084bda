/** `npm run stack -- …`, run as a person would beside emulators that run. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { startIssuer } from '../../dev/issuer.ts';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { type StackFile, writeStackFile } from '../../dev/start/stack-file.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { createControlClient } from '../testbed/control-client.ts';

const forget = vi.fn(async () => {});
const upstream = await startUpstream({ port: 0, forget });
const issuer = await startIssuer({ port: 0 });
const identity = await startManagedIdentity({ port: 0 });
const root = await mkdtemp(join(tmpdir(), 'stack-commands-'));
const stack: StackFile = {
  ...{ pid: process.pid, profile: 'vendor', frontdesk: 'http://127.0.0.1:1', tables: '' },
  ...{ issuer: issuer.url, identity: identity.url, upstream: upstream.url },
};
await writeStackFile(root, stack);
afterAll(async () => {
  await Promise.all([upstream.close(), issuer.close(), identity.close()]);
  await rm(root, { recursive: true });
});

const control = createControlClient(upstream.url);

/** Returns what the command prints: both streams. */
const run = (...operands: string[]): Promise<string> =>
  new Promise((resolve) => {
    const command = ['--import', 'tsx', 'dev/stack.ts', ...operands, '--root', root];
    execFile(process.execPath, command, (_, stdout, stderr) => resolve(stdout + stderr));
  });
const listFaults = async () =>
  ((await (await fetch(`${upstream.url}/_control/faults`)).json()) as { readonly faults: unknown }).faults;

it('adds faults for the calls that options name, and removes them; a reset does that, too, and drops stored responses', async () => {
  const fail = ['fault', 'status', '503', '--header', 'retry-after: 7', '--api', 'business', '--path', 'items'];
  expect(await run(...fail, '--times', '2', '--processed')).toBe('');
  expect(await run('fault', 'delay', '2000', '--method', 'PUT', '--after', '1')).toBe('');
  expect(await listFaults()).toEqual([
    {
      ...{ api: 'business', path: 'items', times: 2, after: 0 },
      fault: { kind: 'status', status: 503, headers: { 'retry-after': '7' }, processed: true },
    },
    { method: 'PUT', times: 1, after: 1, fault: { kind: 'delay', ms: 2000 } },
  ]);
  await run('fault', 'clear');
  expect(await listFaults()).toEqual([]);
  await run('fault', 'hang');
  expect(forget).not.toHaveBeenCalled();
  expect(await run('reset')).toBe('');
  expect([await listFaults(), forget.mock.calls.length]).toEqual([[], 1]);
  expect(await control.calls()).toEqual([]);
});

it('the commands of docs/test-your-frontend.md work', async () => {
  const page = readFileSync('docs/test-your-frontend.md', 'utf8');
  const commands = Array.from(page.matchAll(/`npx frontdesk-local ((?:fault|reset)[^`]*)`/g), ([, text = '']) => text);
  expect(commands.length).toBeGreaterThan(4);
  const operands = (text: string) => Array.from(text.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  for (const text of commands) expect(await run(...operands(text)), text).toBe('');
});

it.each([
  [['fault', 'status', 'x'], 'fault.status'],
  [['fault', 'nonsense'], 'fault.kind'],
  [['fault', 'hang', '--api', 'none'], 'api'],
  [['start'], "Unknown command 'start'. Commands: reset, fault, where, stop."],
  [['reset', '--root', tmpdir()], 'No local stack is running.'],
])('%j is refused with the reason', async (operands, reason) => {
  const command = ['--import', 'tsx', 'dev/stack.ts', '--root', root, ...operands];
  const refused = await new Promise((resolve) =>
    execFile(process.execPath, command, (error, _, stderr) => resolve([error?.code, stderr])),
  );
  expect(refused).toEqual([1, expect.stringContaining(reason)]);
});

it('prints the addresses', async () => {
  expect(JSON.parse(await run('where'))).toEqual(stack);
});
