/** `npm run access` with a policy in a table, and what three instances that share the table make of it. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { TableClient } from '@azure/data-tables';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { listen } from '../../dev/server.ts';
import { getCustomer } from '../../functions/get-customer.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { createServices, type Services } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { CliError, confirm } from '../../tools/access/cli.ts';
import { diff, history, type Options, pull, push, pushFile, rollback } from '../../tools/access/commands.ts';
import { connect, describeIdentity } from '../../tools/access/connect.ts';
import { PolicyStore } from '../../tools/access/policy-store.ts';
import { createManualClock } from '../support/clocks.ts';
import { makeFolder } from '../support/folder.ts';
import { serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { itemDefinition, listEvents, readCustomer, readItem } from '../support/valid-requests.ts';

const createName = () => `policy${randomUUID().replaceAll('-', '')}`;
/** Timers eight times as long: a busy machine's table is not taken for one that fails. */
const clock = createManualClock(Date.now(), 1 / 8);
const stack = await startStack({
  clock,
  settings: { ACCESS_POLICY: `table:${createName()}` },
  expectedAlerts: ['policy_invalid'],
});
const folder = makeFolder('access-');
const alerts: Record<string, unknown>[] = [];
const authorization = `Bearer ${await stack.issueToken({})}`;
const services: Services[] = [];
/** Every test has a table and instances of its own. */
beforeEach(() => {
  vi.stubEnv('ACCESS_POLICY', `table:${createName()}`);
  const createInstance = () => createServices(readSettings(), clock, (record) => alerts.push({ ...record }));
  services.push(createInstance(), createInstance(), createInstance());
});
afterEach(async () => {
  await Promise.all(services.splice(0).map(({ close }) => close()));
  alerts.splice(0);
  vi.unstubAllEnvs();
});

const requests = {
  item: [itemDefinition, readItem],
  customer: [getCustomer, readCustomer],
  events: [listHealthEvents, listEvents],
} as const;

type Name = keyof typeof requests;

const serve = (instance: Services, request: Name) => {
  const [operation, { values, query }] = requests[request];
  return serveBy(instance, operation)({ params: values, rawQuery: query.slice(1), headers: { authorization } });
};

/** Sends the request to each instance; returns the statuses. */
const sendToAll = (request: Name) =>
  Promise.all(services.map(async (instance) => (await serve(instance, request)).status));
const everywhere = (status: number) => services.map(() => status);
const statuses = async () => ({ item: await sendToAll('item'), events: await sendToAll('events') });

/** Returns the path of a file with a policy. */
function write(policy: unknown, file = join(folder, `${randomUUID()}.json`)): string {
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
  return file;
}

const without = (role: string) => ({
  grants: accessPolicy.grants
    .map((grant) => ({ ...grant, roles: grant.roles.filter((held) => held !== role) }))
    .filter(({ roles }) => roles.length > 0),
});

/** Runs a command of the tool; returns what it printed. */
const run = (command: typeof push, operands: readonly string[] = [], options: Options = {}) =>
  capture(() => command(operands, { as: 'ann', ...options }));

async function capture(act: () => Promise<unknown>): Promise<string> {
  const printed: string[] = [];
  const writing = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    await act();
  } finally {
    writing.mockRestore();
  }
  return printed.join('');
}

const policyAlerts = () =>
  alerts.splice(0).flatMap(({ alert, reason }) =>
    // A stored response is refreshed in the background, which says nothing of the policy.
    alert && alert !== 'refresh_failed' ? [`${alert}: ${reason}`] : [],
  );

/** Makes this version 1 of the policy, which the instances read when they need it. */
const begin = (policy: unknown) => run(push, [write(policy)], { message: 'the first' });

it('without a policy nothing is allowed, and no instance is ready; the first push needs no restart', async () => {
  expect(await statuses()).toEqual({ item: everywhere(503), events: everywhere(503) });
  expect((await services[0]?.health.respondReady())?.status).toBe(503);
  expect(new Set(policyAlerts())).toEqual(
    new Set(['policy_invalid: The table has no policy.', 'check_failed: policy_unavailable']),
  );
  expect(await run(push, [write(without('Items.Read'))], { message: 'the first' })).toContain('Version 1 of ann');
  clock.time += 1_000;
  expect(await statuses()).toEqual({ item: everywhere(403), events: everywhere(200) });
  clock.time += 10_000;
  expect((await services[0]?.health.respondReady())?.status).toBe(200);
  expect(alerts).toContainEqual({ policyVersion: 1, changedBy: 'ann' });
});

it('P-29 A24 a push is in force on every instance within 35 s, stored responses included, and no request is dropped', async () => {
  await begin(without('Items.Read'));
  const file = join(folder, `${randomUUID()}.json`);
  await run(pull, [file]);
  write({ ...without('HealthEvents.Read'), version: 1 }, file);
  const changes = [
    '- HealthEvents.Read on /subscriptions/5ab00000-0000-4000-8000-00000000000a for tenant c0a70500-0000-4000-8000-000000000001',
    '+ Items.Read on /companies/c0400000-0000-4000-8000-00000000000a for tenant c0a70500-0000-4000-8000-000000000001',
  ];
  expect((await run(diff, [file])).split('\n')).toEqual(expect.arrayContaining(changes));
  expect(await statuses()).toEqual({ item: everywhere(403), events: everywhere(200) });
  const hit = services[0] && (await serve(services[0], 'events'));
  expect(hit?.headers['cache-status']).toMatch(/^Frontdesk; hit/);
  const served: number[] = [];
  let isOver = false;
  const load = services.map(async () => {
    while (!isOver) served.push(...(await sendToAll('customer')));
  });
  expect(await statuses()).toEqual({ item: everywhere(403), events: everywhere(200) });
  expect((await run(push, [file], { as: 'bob', message: 'swap' })).split('\n')).toEqual(
    expect.arrayContaining([...changes, expect.stringContaining('Version 2 of bob')]),
  );
  for (let passed = 0; passed < 35_000; passed += 5_000) {
    clock.time += 5_000;
    await sendToAll('customer');
  }
  expect(await statuses()).toEqual({ item: everywhere(200), events: everywhere(403) });
  isOver = true;
  await Promise.all(load);
  expect(served.length).toBeGreaterThan(20);
  expect(new Set(served)).toEqual(new Set([200]));
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(2);
});

it('of two editors the second is told who was first, and undoes nothing', async () => {
  await begin(without('HealthEvents.Read'));
  const [one, other] = [0, 1].map(() => join(folder, `${randomUUID()}.json`)) as [string, string];
  await run(pull, [one]);
  await run(pull, [other]);
  write({ ...accessPolicy, version: 1 }, one);
  await run(push, [one], { message: 'everything' });
  write({ ...without('Customers.Read'), version: 1 }, other);
  await expect(run(push, [other])).rejects.toThrow(
    /^Nothing was changed: .* changes version 1, and version 2 was pushed by ann at 20\S+Z \(everything\)\./,
  );
  await expect(run(push, [write(without('Customers.Read'))])).rejects.toThrow('push');
  await expect(run(pull, [one])).rejects.toThrow('--force');
  // Both have read version 2, and push at the same time.
  const files = ['Customers.Read', 'Items.Read'].map((role) => write({ ...without(role), version: 2 }));
  let pushes: PromiseSettledResult<void>[] = [];
  await capture(async () => {
    pushes = await Promise.allSettled(files.map((file, index) => push([file], { as: index ? 'dee' : 'cai' })));
  });
  const [lost] = pushes.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
  expect(pushes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(lost).toMatch(
    /^Nothing was changed: (?:meanwhile |.* changes version 2, and )version 3 was pushed by (?:cai|dee) at/,
  );
});

it('push refuses a broken policy; one that was written by hand keeps the last good one and raises the alert', async () => {
  await expect(run(push, [write({ grants: [{ roles: ['Items.Raed'], resources: ['x'] }] })])).rejects.toThrow(
    /is no valid policy:\n {2}grants\.0\.roles\.0: .*\n {2}grants\.0\.resources\.0: must be \* or start with \//,
  );
  await begin(without('Items.Read'));
  await run(push, [write(accessPolicy)], { over: '1' });
  await run(rollback, ['1']);
  expect(await statuses()).toEqual({ item: everywhere(403), events: everywhere(200) });
  expect(policyAlerts()).toEqual([]);
  const name = String(process.env['ACCESS_POLICY']).slice('table:'.length);
  const insecure = { allowInsecureConnection: true };
  const table = TableClient.fromConnectionString(stack.tables.connectionString, name, insecure);
  await table.updateEntity({ partitionKey: 'policy', rowKey: 'current', text0: '{"grants":[]}' }, 'Merge');
  clock.time += 30_000;
  expect(await statuses()).toEqual({ item: everywhere(403), events: everywhere(200) });
  expect(policyAlerts()).toEqual(
    services.map(() => 'policy_invalid: grants: Too small: expected array to have >=1 items'),
  );
  expect(await run(history)).toMatch(/^What is in the table is not valid: .*Roll back\.\n\n! {4}3 /);
  const { text } = await new PolicyStore(table).readVersion(2);
  await table.updateEntity({ partitionKey: 'policy', rowKey: 'current', text0: text, version: 2 }, 'Merge');
  expect(await run(history)).toMatch(/^What is in the table is older than the last version: .*\n\n {5}3 .*\n! {4}2 /);
  await run(rollback, ['2'], { message: 'as it was' });
  clock.time += 30_000;
  expect(await statuses()).toEqual({ item: everywhere(200), events: everywhere(200) });
  const lines = (await run(history)).trim().split('\n');
  expect(lines[0]).toMatch(/^\* {4}4 {2}20\S+Z {2}ann: as it was$/);
  expect(lines.at(-1)).toMatch(/^ {5}1 {2}20\S+Z {2}ann: the first$/);
});

it('a large policy is spread over properties, with characters of any plane; a larger one is refused with the limit', async () => {
  const LONG = 'x'.repeat(400);
  const toPolicy = (count: number) => ({
    grants: [
      { roles: ['Items.Read'], resources: Array.from({ length: count }, (_, at) => `/companies/${at}${LONG}𝔵`) },
    ],
  });
  await begin(accessPolicy);
  const large = toPolicy(400);
  await run(push, [write(large)], { over: '1' });
  const pulled = JSON.parse(await run(pull));
  expect(pulled).toEqual({ version: 2, ...large });
  await expect(run(push, [write({ ...toPolicy(1_300), version: 2 })])).rejects.toThrow('a row holds 480,000');
  clock.time += 30_000;
  expect(await sendToAll('item')).toEqual(everywhere(403));
  expect(policyAlerts()).toEqual([]);
  expect(await run(rollback, ['1'])).toContain('Version 3 of ann');
  expect(await run(rollback, ['1'])).toContain('Nothing to change');
});

it('what moves the cursor is shown escaped: nobody hides a line', async () => {
  await begin(without('Items.Read'));
  expect(await run(push, [write(accessPolicy)], { over: '1', as: 'eve\r', message: 'a\n+ b\u001b[2K' })).toContain(
    'of eve\\u{d} is',
  );
  const shown = await run(history);
  expect(shown).toContain('eve\\u{d}: a\\u{a}+ b\\u{1b}[2K\n');
  expect(shown).not.toMatch(/[^\P{C}\n]/u);
});

it('a policy in force that somebody deleted is no first policy: history and rollback come first', async () => {
  await begin(without('Items.Read'));
  await run(push, [write(accessPolicy)], { over: '1', message: 'more' });
  const { store } = await connect({ as: 'ann' });
  const name = String(process.env['ACCESS_POLICY']).slice('table:'.length);
  const table = TableClient.fromConnectionString(stack.tables.connectionString, name, {
    allowInsecureConnection: true,
  });
  await table.deleteEntity('policy', 'current');
  await expect(run(push, [write(accessPolicy)])).rejects.toThrow(
    /^Nothing was changed: .* does not say which version it changes, and version 2 .*\(more\)\.\nNo policy is in force.*rollback 2/,
  );
  expect(await run(history)).toMatch(/^No policy is in force: .*rollback 2.*\n\n {5}2 .*more\n {5}1 .*the first\n$/);
  await expect(run(pull)).rejects.toThrow(/^No policy is in force: .*rollback 2\.$/);
  expect(JSON.parse(await run(pull, [], { version: '1' }))).toEqual({ version: 2, ...without('Items.Read') });
  expect(await run(rollback, ['2'])).toContain('Version 3 of ann');
  expect(await store.readCurrent()).toMatchObject({ version: 3, text: JSON.stringify(accessPolicy) });
});

it('a dry run shows what would change, warns of *, and changes nothing', async () => {
  await begin(without('Items.Read'));
  const wide = write({ grants: [{ roles: ['Items.Read'], resources: ['*'] }], version: 1 });
  const printed = await run(push, [wide], { 'dry-run': true });
  expect(printed).toContain('+ Items.Read on every resource for every caller\n');
  expect(printed).toContain('! 1 of these grant every resource');
  expect(printed).toContain('Nothing was pushed');
  expect(await run(history)).not.toContain(' 2  ');
});

it('two regions get the same version, after both were looked at; an account is asked for first', async () => {
  const regions = await Promise.all([createName(), createName()].map((table) => connect({ table, as: 'ann' })));
  const pushTo = (policy: unknown, options: Options = {}) => capture(() => pushFile(write(policy), options, regions));
  expect((await pushTo(without('Items.Read'))).match(/Version 1 of ann is in The table/g)).toHaveLength(2);
  await regions[1]?.store.push(
    { text: JSON.stringify(without('Customers.Read')), message: '', changedBy: 'bob' },
    await regions[1].store.readCurrent(),
  );
  await expect(pushTo({ ...accessPolicy, version: 1 })).rejects.toThrow('version 2 was pushed by bob');
  expect((await regions[0]?.store.readCurrent())?.version).toBe(1);
  const accounts = regions.map((region) => ({ ...region, isAccount: true }));
  const asked = pushFile(write(without('Customers.Read')), { over: '1' }, accounts.slice(0, 1));
  await expect(asked).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('--yes') });
});

/** Returns a region whose service does this with transactions: loses its answers, or refuses them; and its table. */
async function startRegion(table: string) {
  const region = { mode: 'works' as 'works' | 'answer is lost' | 'refuses' };
  const target = stack.tables;
  const server = createServer((message, response) => {
    const { method, url, headers } = message;
    const isTransaction = url?.includes('$batch');
    if (isTransaction && region.mode === 'refuses') return void response.writeHead(403).end();
    const forwarded = request({ port: target.port, method, path: url, headers }, (answer) => {
      if (isTransaction && region.mode === 'answer is lost')
        return void answer.resume().on('end', () => response.destroy());
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
    });
    message.pipe(forwarded);
  });
  const { port, close } = await listen(server, 0);
  onTestFinished(close);
  vi.stubEnv('CACHE_CONNECTION_STRING', stack.tables.connectionString.replace(`:${target.port}/`, `:${port}/`));
  return Object.assign(region, await connect({ table, as: 'ann' }));
}

it('a push whose answer is lost is told as what it is: in force', async () => {
  const region = await startRegion(createName());
  const pushTo = (policy: unknown) => capture(() => pushFile(write(policy), { message: 'why' }, [region]));
  await pushTo(without('Items.Read'));
  region.mode = 'answer is lost';
  expect(await pushTo({ ...accessPolicy, version: 1 })).toContain('Version 2 of ann is in The table');
  expect(await region.store.readCurrent()).toMatchObject({ version: 2, message: 'why' });
  expect((await region.store.list()).length).toBe(2);
});

it('a push that fails in one region says where, goes on in the others, and can be run again', async () => {
  const regions: Awaited<ReturnType<typeof startRegion>>[] = [];
  for (const _ of 'abc') regions.push(await startRegion(createName()));
  const file = write(accessPolicy);
  await capture(() => pushFile(file, {}, regions));
  write({ ...without('Items.Read'), version: 1 }, file);
  const [, second] = regions as [unknown, (typeof regions)[number]];
  second.mode = 'refuses';
  const printed = await capture(() =>
    expect(pushFile(file, {}, regions)).rejects.toThrow(
      /^Not in force in The table policy\w+ at .*: The table service refuses you \(403\).*\nRun the same command again/s,
    ),
  );
  expect(printed.match(/Version 2 of ann is in/g)).toHaveLength(2);
  second.mode = 'works';
  await capture(() => pushFile(file, {}, regions));
  expect(await Promise.all(regions.map(async ({ store }) => (await store.readCurrent())?.version))).toEqual([2, 2, 2]);
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(2);
});

it.each([
  ['y\n', true],
  ['yes\n', true],
  ['\n', false],
  ['no\n', false],
])('the answer %j is a yes: %s', async (answer, isYes) => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.write(answer);
  const asked = confirm('Push this?', { input, output: new PassThrough() });
  if (isYes) await asked;
  else await expect(asked).rejects.toThrow(CliError);
});

it('an account without https, and a name in place of who is signed in, are wrong usage', async () => {
  const endpoint = { 'table-endpoint': ['http://tables.example'] };
  await expect(run(history, [], { ...endpoint, as: undefined })).rejects.toMatchObject({ exitCode: 2 });
  await expect(run(history, [], { 'table-endpoint': ['https://tables.example'] })).rejects.toThrow('--as is for');
});

it.each([
  [{ upn: 'ann@contoso.com', unique_name: 'live.com#ann', oid: 'o1' }, 'ann@contoso.com (o1)'],
  [{ unique_name: 'live.com#ann', appid: 'cli', oid: 'o1' }, 'live.com#ann (o1)'],
  [{ appid: 'a1', oid: 'o2' }, 'application a1 (o2)'],
  [{}, 'an unknown identity'],
])('who is signed in with %j is recorded as %s', (claims, name) => {
  expect(describeIdentity(claims)).toBe(name);
});
