import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadPolicy, parsePolicy } from '../../../lib/auth/policy-source.ts';
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

/** Puts body into the file; every change has a time of its own, as one by hand has. */
function write(file: string, body: unknown, changedAt = ++changes): void {
  writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body));
  utimesSync(file, changedAt, changedAt);
}

/** Answers the policy of a file, and what is reported of it. */
function openFile(body: unknown, changedAt?: number) {
  const file = join(mkdtempSync(join(folder, 'file-')), 'policy.json');
  write(file, body, changedAt);
  const reported: string[] = [];
  return { file, reported, policy: loadPolicy(file, clock, (reason) => reported.push(reason)) };
}

it('a setting in JSON is the policy itself', () => {
  const policy = loadPolicy(JSON.stringify(one), clock, () => {});
  expect(policy()).toEqual(one);
  expect(policy()).toBe(policy());
});

it('any other setting is the path of a file', () => {
  const { policy, reported } = openFile(one);
  expect(policy()).toEqual(one);
  expect(reported).toEqual([]);
});

it('a changed file is in force a second after the last look, not sooner (A24)', () => {
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

it('a file that did not change is not read again: its policy stays the same object', () => {
  const { policy } = openFile(one);
  const first = policy();
  clock.time += 60_000;
  expect(policy()).toBe(first);
});

it.each([
  ['time', two, 2],
  ['length', toPolicy('/companies/c10'), 1],
])('a file of which the %s alone is another has changed', (_, body, changedAt) => {
  const { file, policy } = openFile(one, 1);
  write(file, body, changedAt);
  clock.time += 1_000;
  expect(policy()).toEqual(body);
});

it('a file that was put in its place by a rename has changed, whatever its time and length', () => {
  const { file, policy } = openFile(one, 1);
  write(`${file}.new`, two, 1);
  renameSync(`${file}.new`, file);
  clock.time += 1_000;
  expect(policy()).toEqual(two);
});

it('a changed file that is not valid is reported once, and the last good policy stays', () => {
  const { file, policy, reported } = openFile(one);
  write(file, { grants: [] });
  clock.time += 1_000;
  expect(policy()).toEqual(one);
  expect(reported).toEqual(['grants: Too small: expected array to have >=1 items']);
  clock.time += 60_000;
  expect(policy()).toEqual(one);
  expect(reported).toHaveLength(1);
  write(file, two);
  clock.time += 1_000;
  expect(policy()).toEqual(two);
});

it('a file that is gone is reported, and the last good policy stays', () => {
  const { file, policy, reported } = openFile(one);
  rmSync(file);
  clock.time += 1_000;
  expect(policy()).toEqual(one);
  expect(reported).toEqual([expect.stringContaining('ENOENT')]);
  write(file, two);
  clock.time += 1_000;
  expect(policy()).toEqual(two);
});

it('a policy that is not valid at the start is thrown: nothing is ever allowed by default (F57)', () => {
  const start = (setting: string) => () => loadPolicy(setting, clock, () => {});
  expect(start('{"grants":[]}')).toThrow('grants: Too small');
  expect(start('{')).toThrow('policy: ');
  expect(start(join(folder, 'none.json'))).toThrow('ENOENT');
  expect(() => openFile('not JSON')).toThrow('policy: ');
  expect(() => openFile({})).toThrow('grants: ');
});

it('all that is not valid is told, each by its path', () => {
  const policy = { grants: [{ roles: [], resources: ['x'], users: [] }], extra: 1 };
  expect(() => parsePolicy(JSON.stringify(policy))).toThrow(
    /^grants\.0\.roles: .+; grants\.0\.resources\.0: .+; grants\.0: .+"users".*; policy: .+"extra"/,
  );
});
