/**
 * Upgrades and returns: the last release and this build over the same settings, policy and rows, in both orders (docs/deploy.md#upgrades).
 * The last release is built from the repository's history: the newest tag v*, before the first one the commit named here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../dev/seed.ts';
import { followOrigins } from '../../dev/start/settings.ts';
import { PolicyStore } from '../../tools/access/policy-store.ts';
import { makeFolder } from '../support/folder.ts';
import { type BuiltInstance, buildInstance } from '../testbed/build-instance.ts';
import { startEmulators } from '../testbed/emulators.ts';
import { type Instance, startInstance } from '../testbed/instance.ts';

const BEFORE_THE_FIRST_TAG = 'b4d09b7';
const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
const [last = BEFORE_THE_FIRST_TAG] = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n').filter(Boolean);

const folder = makeFolder('last-release-');
const emulators = await startEmulators();
let built: BuiltInstance | undefined;
afterAll(async () => {
  await emulators.close();
  await built?.remove();
});

/** What an operator has at the last release: its settings, and a policy in a table. */
let settings: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const archive = execFileSync('git', ['archive', last], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: folder });
  built = await buildInstance();
  const { Values: sample } = JSON.parse(readFileSync(join(folder, 'local.settings.sample.json'), 'utf8'));
  const { issuer, upstream, tables } = emulators;
  const identity = new URL(emulators.settings['IDENTITY_ENDPOINT'] ?? '').origin;
  const origins = { issuer: issuer.url, identity, upstream: upstream.url, tables: tables.url };
  const own = { IDENTITY_HEADER: emulators.settings['IDENTITY_HEADER'] ?? '', PAGES: '' };
  settings = { ...sample, ...followOrigins(sample, origins), ...own };
  const table = TableClient.fromConnectionString(tables.connectionString, 'frontdeskpolicy', {
    allowInsecureConnection: true,
  });
  const text = JSON.stringify(JSON.parse(readFileSync(join(folder, 'dev/access-policy.json'), 'utf8')));
  await new PolicyStore(table).push({ text, changedBy: 'ann', message: '' }, undefined);
}, 120_000);

const start = (app: string) => startInstance({ main: built?.main ?? '', app }, settings);
const startLast = () => start(join(folder, 'dist/main.cjs'));
const startThis = () => start(built?.app ?? '');

const events = `${resources.virtualMachine}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;

async function read(instance: Instance, path: string) {
  const token = await emulators.issuer.issueToken({});
  const { status, text } = await instance.send({ method: 'GET', path, token });
  return { status, body: JSON.parse(text) };
}

it.each([
  ['this build after the last release', startLast, startThis],
  ['the last release after this build', startThis, startLast],
])('%s: starts with the same settings, policy and rows, and goes on', async (_, startFirst, startSecond) => {
  const path = `${events}&$filter=${encodeURIComponent(`eventType eq '${Math.random()}'`)}`;
  const first = await startFirst();
  const written = await read(first, path);
  const page = await read(first, events);
  const nextLink = new URL(page.body.nextLink);
  await first.close();
  const second = await startSecond();
  const again = await read(second, path);
  const next = await read(second, nextLink.pathname + nextLink.search);
  const ready = await second.send({ method: 'GET', path: '/readyz', token: '' });
  await second.close();
  expect([written.status, page.status, again.status, ready.status]).toEqual([200, 200, 200, 200]);
  // A page token of the other build leads on, or says that the list is to be read again from its first page.
  expect([undefined, 'invalid_cursor']).toContain(next.body.code);
  expect(next.status).toBe(next.body.code ? 400 : 200);
  expect(again.body).toEqual(written.body);
});
