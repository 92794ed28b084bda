import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import type { Alert } from '../../../lib/observability/alerts.ts';
import { loadPolicy, parsePolicy, readTable } from '../../../lib/policy/policy-source.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'policy-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const toPolicy = (resource: string, grants = 1) => ({
  grants: Array(grants).fill({ roles: ['Items.Read'], resources: [resource] }),
});
const one = toPolicy('/companies/c1');
const two = toPolicy('/companies/c2');

let changes = 0;

/** Writes the file; every change has another time. */
function write(file: string, body: unknown, changedAt = ++changes): void {
  writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body));
  utimesSync(file, changedAt, changedAt);
}

/** Loads a policy from a new file. */
function openFile(body: unknown, changedAt?: number) {
  const file = join(mkdtempSync(join(folder, 'file-')), 'policy.json');
  write(file, body, changedAt);
  const reported: unknown[] = [];
  const alert: Alert = (...alerted) =>
    reported.push(alerted.map((part) => (part instanceof Error ? part.message : part)));
  const { current, limits } = loadPolicy(file, { clock, alert });
  /** Returns the policy after this time. */
  const policyAfter = (ms: number) => {
    clock.time += ms;
    return current();
  };
  return { file, reported, policy: current, policyAfter, limits };
}

it('a setting with JSON is the policy; any other is a path, which is not read again while it is unchanged', () => {
  const { policy, reported } = openFile(one);
  for (const current of [policy, loadPolicy(JSON.stringify(one), { clock, alert: () => {} }).current]) {
    const first = current();
    expect(first).toEqual(one);
    clock.time += 60_000;
    expect(current()).toBe(first);
  }
  expect(reported).toEqual([]);
});

it('a changed file is in force a second after the last check, not sooner (A24)', () => {
  const { file, policyAfter } = openFile(one);
  write(file, two);
  expect([policyAfter(999), policyAfter(1)]).toEqual([one, two]);
  write(file, one);
  expect([policyAfter(999), policyAfter(1)]).toEqual([two, one]);
});

it('P-29 a file that is replaced while it is loaded is loaded again, also at the start', async () => {
  const file = join(mkdtempSync(join(folder, 'file-')), 'policy.json');
  // What is loaded takes longer than the other thread waits.
  const large = (company: string) => toPolicy(`/companies/${company}`, 20_000);
  for (const isStart of [true, false]) {
    write(file, large('old'));
    write(`${file}.new`, two);
    const started = loadPolicy(file, { clock, alert: () => {} });
    if (!isStart) write(file, large('older'));
    const isLoading = new Int32Array(new SharedArrayBuffer(4));
    const replace = `const { renameSync } = require('node:fs');
      const { parentPort, workerData: { file, isLoading } } = require('node:worker_threads');
      parentPort.postMessage('ready');
      Atomics.wait(isLoading, 0, 0);
      Atomics.wait(isLoading, 0, 1, 8);
      renameSync(file + '.new', file);`;
    const other = new Worker(replace, { eval: true, workerData: { file, isLoading } });
    await once(other, 'message');
    const ended = once(other, 'exit');
    Atomics.store(isLoading, 0, 1);
    Atomics.notify(isLoading, 0);
    clock.time += 1_000;
    const { current } = isStart ? loadPolicy(file, { clock, alert: () => {} }) : started;
    current();
    await ended;
    clock.time += 1_000;
    expect(current()).toEqual(two);
  }
});

it.each([
  ['with another time', two, 2, false],
  ['with another length', toPolicy('/companies/c10'), 1, false],
  ['that was put in its place by a rename', two, 1, true],
])('a file %s has changed', (_, body, changedAt, isRenamed) => {
  const { file, policyAfter } = openFile(one, 1);
  write(isRenamed ? `${file}.new` : file, body, changedAt);
  if (isRenamed) renameSync(`${file}.new`, file);
  expect(policyAfter(1_000)).toEqual(body);
});

it.each([
  ['invalid', { grants: [] }, 'grants: Too small: expected array to have >=1 items'],
  ['deleted', undefined, expect.stringContaining('ENOENT')],
])('a file that is %s is reported as long as it is; the last valid policy stays for 24 hours', (_, body, reason) => {
  const { file, policyAfter, reported } = openFile(one);
  if (body) write(file, body);
  else rmSync(file);
  for (let checks = 1; checks <= 2; checks++) {
    expect(policyAfter(1_000)).toEqual(one);
    expect(reported).toEqual(Array(checks).fill(['policy_invalid', 'file', reason]));
  }
  expect(policyAfter(24 * 3_600_000 - 2_001)).toEqual(one);
  expect(() => policyAfter(1)).toThrow(expect.objectContaining({ type: 'policy_unavailable' }));
  write(file, two);
  expect([policyAfter(1_000), policyAfter(1_000)]).toEqual([two, two]);
});

it('an invalid policy at startup throws: nothing is ever allowed by default (F57)', () => {
  const start = (setting: string) => () => loadPolicy(setting, { clock, alert: () => {} });
  expect(start('{"grants":[]}')).toThrow('grants: Too small');
  // What is no JSON has no members.
  expect(start('{"a":1,"a":2')).toThrow(/^is not JSON at line 1, column 13$/);
  expect(start(join(folder, 'none.json'))).toThrow('ENOENT');
  expect(() => openFile('not JSON')).toThrow('is not JSON at line 1, column 2');
  expect(() => openFile({})).toThrow('grants: ');
});

it('a setting names a table, or does not', () => {
  const others = ['tables:frontdeskpolicy', './table:frontdeskpolicy', '{"grants":[]}'];
  const names = ['table:frontdeskpolicy', 'table:', ...others].map((setting) => readTable(setting)?.name);
  expect(names).toEqual(['frontdeskpolicy', '', undefined, undefined, undefined]);
  const url = 'https://st.table.core.windows.net';
  expect(readTable(`table:${url}/frontdeskpolicy`)).toEqual({ name: 'frontdeskpolicy', url });
  expect(readTable('table:http://st.example/frontdeskpolicy')?.name).toBe('http://st.example/frontdeskpolicy');
});

it('limits of a file replace those of the settings when it changes', () => {
  const { file, policyAfter, limits } = openFile(one);
  expect(limits()).toBeUndefined();
  const changed = { caller: { perSecond: 1, burst: 2 } };
  write(file, { ...one, limits: changed });
  policyAfter(1_000);
  expect(limits()).toEqual(changed);
});

const ROLE = 'Items.Read';
const grants = [{ roles: [ROLE], resources: ['/companies/c1'] }];
const room = { parallel: 2, queue: 3 };

it.each([
  [
    'given twice: JSON.parse would take the last one',
    `{"grants":[{"roles":["${ROLE}"],"resources":["*"],"resources":["/companies/c1"]}]}`,
    'policy: has the member resources twice',
  ],
  [
    'taken for the prototype by some parsers',
    `{"__proto__":{},"grants":[{"roles":["${ROLE}"],"resources":["*"]}]}`,
    'policy: has a member or a text that parsers read differently',
  ],
  [
    'invalid, each with its path',
    JSON.stringify({ grants: [{ roles: [], resources: ['x'], users: [] }], extra: 1 }),
    /^grants\.0\.roles: .+; grants\.0\.resources\.0: .+; grants\.0: .+"users".*; policy: .+"extra"/,
  ],
])('a member is refused that is %s', (_, text, message) => {
  expect(() => parsePolicy(text)).toThrow(message);
});

it('a policy may have limits, and the version that it was pulled as', () => {
  const limits = { caller: { burst: 1 }, arm: { bulkhead: { read: { parallel: 3 } } } };
  expect(parsePolicy(JSON.stringify({ version: 3, grants, limits }))).toEqual({ version: 3, grants, limits });
});

it.each([
  ['of an unknown upstream', { graph: { bulkhead: { read: room } } }],
  ['without places', { arm: { bulkhead: { read: { parallel: 0 } } } }],
  ['of bytes, which are fixed at the start', { arm: { maxResponseBytes: 4096 } }],
])('limits %s are invalid', (_, limits) => {
  expect(() => parsePolicy(JSON.stringify({ grants, limits }))).toThrow(/^limits/);
});
