import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Alert } from '../../../lib/observability/alerts.ts';
import { loadPolicy, parsePolicy, readTableName } from '../../../lib/policy/policy-source.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'policy-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const toPolicy = (resource: string) => ({ grants: [{ roles: ['Items.Read'], resources: [resource] }] });
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
  return { file, reported, policy: loadPolicy(file, { clock, alert }).current };
}

it('a setting with JSON is the policy', () => {
  const policy = loadPolicy(JSON.stringify(one), { clock, alert: () => {} }).current;
  expect(policy()).toEqual(one);
  expect(policy()).toBe(policy());
});

it('any other setting is a path', () => {
  const { policy, reported } = openFile(one);
  expect(policy()).toEqual(one);
  expect(reported).toEqual([]);
});

it('a changed file is in force a second after the last check, not sooner (A24)', () => {
  const { file, policy } = openFile(one);
  write(file, two);
  clock.time += 999;
  expect(policy()).toEqual(one);
  clock.time += 1;
  expect(policy()).toEqual(two);
  write(file, one);
  clock.time += 999;
  expect(policy()).toEqual(two);
  clock.time += 1;
  expect(policy()).toEqual(one);
});

it('an unchanged file is not read again: the policy stays the same object', () => {
  const { policy } = openFile(one);
  const first = policy();
  clock.time += 60_000;
  expect(policy()).toBe(first);
});

it.each([
  ['time', two, 2],
  ['length', toPolicy('/companies/c10'), 1],
])('a file with only another %s has changed', (_, body, changedAt) => {
  const { file, policy } = openFile(one, 1);
  write(file, body, changedAt);
  clock.time += 1_000;
  expect(policy()).toEqual(body);
});

it('a file replaced by a rename has changed, even with the same time and length', () => {
  const { file, policy } = openFile(one, 1);
  write(`${file}.new`, two, 1);
  renameSync(`${file}.new`, file);
  clock.time += 1_000;
  expect(policy()).toEqual(two);
});

it('an invalid changed file is reported as long as it is invalid, and the last valid policy stays', () => {
  const { file, policy, reported } = openFile(one);
  write(file, { grants: [] });
  clock.time += 1_000;
  expect(policy()).toEqual(one);
  const invalid = ['policy_invalid', 'file', 'grants: Too small: expected array to have >=1 items'];
  expect(reported).toEqual([invalid]);
  clock.time += 60_000;
  expect(policy()).toEqual(one);
  expect(reported).toEqual([invalid, invalid]);
  write(file, two);
  clock.time += 1_000;
  expect(policy()).toEqual(two);
  clock.time += 60_000;
  expect(policy()).toEqual(two);
  expect(reported).toHaveLength(2);
});

it('a deleted file is reported, and the last valid policy stays', () => {
  const { file, policy, reported } = openFile(one);
  rmSync(file);
  clock.time += 1_000;
  expect(policy()).toEqual(one);
  expect(reported).toEqual([['policy_invalid', 'file', expect.stringContaining('ENOENT')]]);
  write(file, two);
  clock.time += 1_000;
  expect(policy()).toEqual(two);
});

it('an invalid policy at startup throws: nothing is ever allowed by default (F57)', () => {
  const start = (setting: string) => () => loadPolicy(setting, { clock, alert: () => {} });
  expect(start('{"grants":[]}')).toThrow('grants: Too small');
  expect(start('{')).toThrow('policy: ');
  expect(start(join(folder, 'none.json'))).toThrow('ENOENT');
  expect(() => openFile('not JSON')).toThrow('policy: ');
  expect(() => openFile({})).toThrow('grants: ');
});

it.each([
  ['table:frontdeskpolicy', 'frontdeskpolicy'],
  ['table:', ''],
  ['tables:frontdeskpolicy', undefined],
  ['./table:frontdeskpolicy', undefined],
  ['{"grants":[]}', undefined],
])('%s names the table %s', (setting, name) => {
  expect(readTableName(setting)).toBe(name);
});

it('limits of a file replace those of the settings when it changes', () => {
  const file = join(mkdtempSync(join(folder, 'file-')), 'policy.json');
  write(file, one);
  const policy = loadPolicy(file, { clock, alert: () => {} });
  expect(policy.limits()).toEqual({});
  const limits = { caller: { perSecond: 1, burst: 2 } };
  write(file, { ...one, limits });
  clock.time += 1_000;
  expect(policy.limits()).toEqual(limits);
});

const ROLE = 'Items.Read';
const grants = [{ roles: [ROLE], resources: ['/companies/c1'] }];
const room = { parallel: 2, queue: 3 };

it('a member that is given twice is named: JSON.parse would take the last one', () => {
  const twice = `{"grants":[{"roles":["${ROLE}"],"resources":["*"],"resources":["/companies/c1"]}]}`;
  expect(() => parsePolicy(twice)).toThrow('policy: has the member resources twice');
});

it('a member that some parsers take for the prototype is refused', () => {
  const text = `{"__proto__":{},"grants":[{"roles":["${ROLE}"],"resources":["*"]}]}`;
  expect(() => parsePolicy(text)).toThrow('policy: has a member or a text that parsers read differently');
});

it('every invalid member is reported with its path', () => {
  const policy = { grants: [{ roles: [], resources: ['x'], users: [] }], extra: 1 };
  expect(() => parsePolicy(JSON.stringify(policy))).toThrow(
    /^grants\.0\.roles: .+; grants\.0\.resources\.0: .+; grants\.0: .+"users".*; policy: .+"extra"/,
  );
});

it('a policy may have limits, and the version that it was pulled as', () => {
  const limits = { caller: { perSecond: 1, burst: 1 }, arm: { bulkhead: { read: room, write: room }, rate: {} } };
  expect(parsePolicy(JSON.stringify({ version: 3, grants, limits }))).toEqual({ version: 3, grants, limits });
});

it.each([
  ['of an unknown upstream', { graph: { bulkhead: { read: room, write: room }, rate: {} } }],
  ['without places', { arm: { bulkhead: { read: { parallel: 0, queue: 1 }, write: room }, rate: {} } }],
  [
    'of bytes, which are fixed at the start',
    { arm: { bulkhead: { read: room, write: room }, rate: {}, maxResponseBytes: 4096 } },
  ],
])('limits %s are invalid', (_, limits) => {
  expect(() => parsePolicy(JSON.stringify({ grants, limits }))).toThrow(/^limits/);
});
