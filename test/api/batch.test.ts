/** Batches through HTTP, also hostile ones; whatever mix a caller sends: test/security/hostile-mix.test.ts. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies, items, resources, tenants } from '../../dev/seed.ts';
import { createBatches } from '../../lib/batch.ts';
import { compileOperation, toRoute } from '../../lib/compile-operation.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { buildEventsPath, buildItemPath, buildSearch, buildSearchPath, everyRequest } from '../support/builders.ts';
import { createFastClock, createPatientClock } from '../support/clocks.ts';
import { openServices, serveBy } from '../support/serve-directly.ts';
import { startStack, type TestRequest } from '../support/stack.ts';
import { itemDefinition, readItem } from '../support/valid-requests.ts';

/** What happens at a batch's deadline. */
const atDeadline: (() => void)[] = [];
const skipping = createPatientClock();
const clock: Clock = {
  ...skipping,
  setTimer(callback, ms) {
    if (ms > 9_000 && ms <= 10_000) atDeadline.push(callback);
    return skipping.setTimer(callback, ms);
  },
};
/** Ends the ten seconds of a batch. */
function passDeadline(): void {
  skipping.skip(10_000);
  for (const end of atDeadline) end();
}
const stack = await startStack({
  clock,
  settings: { OPERATIONS: 'all', LOGIN_REDIRECT_ORIGINS: 'http://127.0.0.1:7071' },
});
beforeEach(() => {
  atDeadline.length = 0;
  return stack.upstream.reset();
});

const item = buildItemPath();
const events = buildEventsPath();
const json = { 'content-type': 'application/json' };

interface Part {
  readonly id?: string;
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly dependsOn?: readonly string[];
}

/** Sends GETs without an id unless a part says otherwise. */
async function send(parts: readonly (Part | string)[], request: TestRequest = {}) {
  const requests = parts.map((part, index) => {
    return { id: String(index + 1), method: 'GET', ...(typeof part === 'string' ? { url: part } : part) };
  });
  const response = await stack.send('POST', '/$batch', { body: { requests }, ...request });
  return { ...response, parts: response.json.responses ?? [] };
}

const statusesOf = (parts: readonly { readonly status: number }[]) => parts.map(({ status }) => status);

const recordOf = (id: string) => stack.log.find(({ requestId }) => requestId === id);

const SAFE_POSTS = ['searchRestorePoints', 'getAuthorizationLoginLinks', 'fetchHealthEventDetails'];

const isSafe = ({ method, operation }: (typeof everyRequest)[number]) =>
  method === 'GET' || SAFE_POSTS.includes(operation);
const toPart = ({ method, path, headers, body }: (typeof everyRequest)[number]) => {
  return { method, url: path, headers: { ...headers, ...(body && json) }, ...(body && { body }) };
};

it.each(everyRequest.filter(isSafe))('a part is served as by itself: $operation (C-71)', async (request) => {
  const { method, path, headers, body } = request;
  const single = await stack.send(method, path, { headers, ...(body && { body }) });
  const { status, parts } = await send([toPart(request)]);
  expect([single.status, status]).toEqual([200, 200]);
  expect(parts).toEqual([{ id: '1', status: 200, headers: expect.anything(), body: expect.anything() }]);
  expect(Object.keys(parts[0].body)).toEqual(Object.keys(single.json));
});

it.each(everyRequest.filter((each) => !isSafe(each)))(
  'a write is refused, and not sent: $operation (C-71)',
  async (request) => {
    const { parts } = await send([toPart(request), item]);
    expect(statusesOf(parts)).toEqual([400, 200]);
    expect(parts[0].headers).toMatchObject({ 'x-frontdesk-problem': 'unsupported_in_batch' });
    expect(parts[0].headers).toMatchObject({ 'x-frontdesk-outcome': 'not-sent' });
    expect((await stack.upstream.calls()).map((call) => call.method)).toEqual(['GET']);
    const refused = { operation: request.operation, problem: 'unsupported_in_batch', outcome: 'not-sent' };
    expect(recordOf(parts[0].headers['x-ms-request-id'])).toMatchObject(refused);
  },
);

const part = { id: '1', method: 'GET', url: item };

// Each rule of a part: test/unit/contracts/requests-around.test.ts.
it.each([
  ['no list', { requests: part }, 'invalid_request', 'requests'],
  ['a name in another case', { requests: [{ ...part, URL: '/companies' }] }, 'invalid_request', 'requests[0].URL'],
  ['more than 64 levels', `{"requests":[],"x":${'['.repeat(64)}${']'.repeat(64)}}`, 'json_too_deep', undefined],
  ['more than 256 KiB', `{"requests":[]}${' '.repeat(256 * 1024)}`, 'content_too_large', undefined],
] as const)('a malformed batch is refused as a whole (A77): %s (C-68)', async (_, body, code, target) => {
  expect((await send([part])).parts).toHaveLength(1);
  await stack.upstream.reset();
  const { status, json: refused } = await stack.send('POST', '/$batch', { body });
  expect([status, refused.error.code]).toEqual([code === 'content_too_large' ? 413 : 400, code]);
  expect(refused.error.details?.[0].target).toBe(target);
  expect(JSON.stringify(refused).length).toBeLessThan(1_000);
  expect(await stack.upstream.calls()).toEqual([]);
});

it('a part of another tenant’s resource is refused, and not from the cache (C-70, A78)', async () => {
  const theirs = buildItemPath({ companyId: companies.fabrikam, itemId: items.fabrikam.desk });
  const foreign = await stack.issueToken({ tid: tenants.fabrikam, roles: ['HealthEvents.Read', 'Items.Read'] });
  const ours = await send([events, item, theirs]);
  expect(statusesOf(ours.parts)).toEqual([200, 200, 403]);
  await stack.upstream.reset();
  const { parts } = await send([events, item, theirs], { token: foreign });
  expect(statusesOf(parts)).toEqual([403, 403, 200]);
  expect(await stack.upstream.calls()).toMatchObject([{ path: expect.stringContaining(items.fabrikam.desk) }]);
});

it('the responses are in the order of the requests, each with status, headers and body (C-69)', async () => {
  const { headers, parts } = await send([`${item}?x=1`, { id: 'a b', url: item.slice(1) }, events]);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding' });
  expect(parts.map(({ id, status }: { id: string; status: number }) => [id, status])).toEqual([
    ['1', 400],
    ['a b', 200],
    ['3', 200],
  ]);
  expect(parts[0].body.error).toMatchObject({ code: 'invalid_request', details: [{ target: 'x' }] });
  expect(parts[1].headers).toMatchObject({ 'Content-Type': 'application/json; charset=utf-8' });
  const stored = { 'Cache-Status': expect.stringContaining('Frontdesk'), ETag: expect.stringMatching(/^"/) };
  expect(parts[2].headers).toMatchObject({ ...stored, 'Cache-Control': 'private, max-age=60' });
  for (const part of parts.slice(0, 2)) expect(part.headers).toMatchObject({ 'Cache-Control': 'no-store' });
});

it('each part has its own record, with the request id of its batch (C-70)', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const { headers, parts } = await send([item, '/nothing'], { headers: { traceparent } });
  const batch = headers['x-ms-request-id'];
  expect(parts.map((part: { headers: object }) => part.headers)).toMatchObject([
    { 'x-ms-request-id': `${batch}.1` },
    { 'x-ms-request-id': `${batch}.2` },
  ]);
  const records = stack.log.filter(({ requestId }) => String(requestId).startsWith(String(batch)));
  expect(records.map(({ requestId, operation, status }) => [requestId, operation, status]).toSorted()).toEqual([
    [batch, 'batch', 200],
    [`${batch}.1`, readItem.operation, 200],
    [`${batch}.2`, 'batchPart', 404],
  ]);
  expect(records.filter((record) => record['batch'] === batch)).toHaveLength(2);
  expect(new Set(records.map((record) => record['traceId']))).toEqual(new Set([traceparent.slice(3, 35)]));
  const always = [
    'schemaVersion',
    'time',
    'method',
    'durationMs',
    'tenant',
    'subject',
    'authenticateMs',
    'rateLimitMs',
  ];
  for (const record of records) expect(Object.keys(record)).toEqual(expect.arrayContaining(always));
  const stages = { parseRequestMs: expect.any(Number), fetchMs: expect.any(Number) };
  expect(recordOf(`${batch}`)).toMatchObject(stages);
  expect(recordOf(`${batch}.1`)).toMatchObject({ resource: item, upstreamStatus: 200 });
});

it('the caller’s correlation id is that of the batch, or the part’s own; it is logged and sent (C-74)', async () => {
  const own = { url: buildItemPath({ itemId: items.contoso.bell }), headers: { 'X-MS-Client-Request-Id': 'own' } };
  const { headers } = await send([item, own], { headers: { 'x-ms-client-request-id': 'all' } });
  const sent = (await stack.upstream.calls()).map((call) => call.headers['x-ms-client-request-id']);
  expect(sent.toSorted()).toEqual(['all', 'own']);
  const batch = String(headers['x-ms-request-id']);
  const logged = [batch, `${batch}.1`, `${batch}.2`].map((id) => recordOf(id)?.['clientRequestId']);
  expect(logged).toEqual(['all', 'all', 'own']);
});

it('each part is authorized by itself; the batch needs a role of any operation (C-70)', async () => {
  const reader = await stack.issueToken({ roles: ['Items.Read'] });
  const { status, parts } = await send([item, events], { token: reader });
  expect([status, ...statusesOf(parts)]).toEqual([200, 200, 403]);
  expect(parts[1].body).toMatchObject({ code: 'insufficient_scope', message: expect.any(String) });
  const nobody = await send([item], { token: null });
  expect([nobody.status, nobody.json.error.code]).toEqual([401, 'unauthenticated']);
});

describe('one caller (C-70)', () => {
  /** Serves batches of a caller with so many requests, without a host. */
  async function serveBatches(burst: number, claims = {}, ownClock?: Clock) {
    const LIMITS = JSON.stringify({ caller: { perSecond: 0.001, burst } });
    const services = openServices({ LIMITS }, ownClock);
    const open = () => compileOperation(itemDefinition, services.profile);
    const route = { ...itemDefinition, route: toRoute(itemDefinition, services.profile), open };
    const [batch] = createBatches([route], services);
    const serve = serveBy(services, batch as NonNullable<typeof batch>);
    const headers = { ...json, authorization: `Bearer ${await stack.issueToken(claims)}` };
    return (body: unknown) => serve({ params: {}, headers, body });
  }
  const parts = (count: number) => ({
    requests: Array.from({ length: count }, (_, id) => ({ id: String(id), method: 'GET', url: item })),
  });

  it('loses no part of 20 where the upstream takes 0.9 s (P-11)', async () => {
    const speed = 3;
    const post = await serveBatches(99, {}, createFastClock(speed));
    const urls = Array.from({ length: 20 }, () => buildItemPath({ itemId: randomUUID() }));
    await stack.upstream.fault({ path: '/items', times: 20, fault: { kind: 'delay', ms: 900 / speed } });
    const { json } = await post({ requests: urls.map((url, id) => ({ id: String(id), method: 'GET', url })) });
    expect(statusesOf(json.responses)).toEqual(urls.map(() => 404));
  });

  it('is charged for the batch and for each of its parts', async () => {
    const { responses } = (await (await serveBatches(3))(parts(3))).json;
    expect(statusesOf(responses)).toEqual([200, 200, 429]);
    expect(responses[2].headers).toMatchObject({ 'Retry-After': expect.any(String) });
  });

  it('is charged for the size of a body before it is parsed: a request for each 16 KiB', async () => {
    const post = await serveBatches(11);
    const large = { ...parts(1), unknown: 'x'.repeat(100 * 1024) };
    expect((await post(large)).status).toBe(200);
    expect((await post(large)).status).toBe(429);
    expect((await post(parts(1))).status).toBe(200);
  });

  it.each([
    ['no role', { roles: [] }],
    ['a role of no operation', { roles: ['Admin'] }],
    ['no scope', { scp: 'openid' }],
  ])('with %s is refused before the body is read', async (_, claims) => {
    const send = async (own = {}) => (await serveBatches(9, own))(parts(1));
    expect(await send()).toMatchObject({ status: 200, reads: 1 });
    expect(await send(claims)).toMatchObject({ status: 403, reads: 0 });
  });
});

it('a path of no operation is 404 (C-72, A75)', async () => {
  const pages = ['/healthz', '/readyz', '/openapi.json', '/docs', '/console', '/admin'];
  const urls = [...pages, '/', '', '/companies/../companies'];
  const { parts } = await send([...urls, { url: '/companies', method: 'DELETE' }, '/Companies/']);
  expect(statusesOf(parts)).toEqual([...urls.map(() => 404), 404, 200]);
  const absent = { code: 'route_not_found', details: [{ target: 'url' }] };
  for (const { body } of parts.slice(0, -1)) expect(body.error).toMatchObject(absent);
});

it('a part’s own headers count: a cache directive, an entity tag, the size of a page (C-74)', async () => {
  const [first] = (await send([events])).parts;
  const page = { url: '/companies', headers: { Prefer: 'odata.maxpagesize=1' } };
  const same = { url: events, headers: { 'IF-None-Match': first.headers.ETag } };
  const { parts } = await send([same, page, { url: events, headers: { 'accept-encoding': 'gzip' } }]);
  expect(statusesOf(parts)).toEqual([304, 200, 200]);
  expect(parts[0]).not.toHaveProperty('body');
  expect(parts[1].body).toHaveProperty(['@odata.nextLink']);
  expect(parts[2].body).toEqual(first.body);
});

it('a body is sent unchanged, and has the operation’s own rules (C-76)', async () => {
  const search = `{ "protectionUnitIds" : [], "x": 9007199254740993 }`;
  const good = JSON.stringify(buildSearch()).replace('{', '{"exact":1.10,');
  const requests = [good, search].map((body, id) => {
    const headers = '{"Content-Type":"application/json"}';
    return `{"id":"${id}","method":"post","url":"${buildSearchPath()}","headers":${headers},"body":${body}}`;
  });
  const plain = `{"id":"2","method":"POST","url":"${buildSearchPath()}","body":${good}}`;
  const get = `{"id":"3","method":"GET","url":"${item}","body":{}}`;
  const none = `{"id":"4","method":"GET","url":"${item}","body":null,"headers":null,"dependsOn":null}`;
  const body = `{"requests":[${[...requests, plain, get, none].join(',')}]}`;
  const { json: returned } = await stack.send('POST', '/$batch', { body });
  expect(statusesOf(returned.responses)).toEqual([200, 400, 415, 400, 200]);
  expect(returned.responses[3].body.error.details).toMatchObject([{ target: 'body' }]);
  const call = (await stack.upstream.calls()).find(({ method }) => method === 'POST');
  expect(call?.body).toBe(good);
});

it('a part that hangs is 504 at the batch’s deadline; the others are as they are (C-77, F62)', async () => {
  const body = buildSearch({ protectionTimePeriod: { startDateTime: '2021-01-01T00:00:00Z' } });
  const search = { method: 'POST', url: buildSearchPath(), headers: json, body };
  await stack.upstream.fault({ path: 'restorePoints', times: 2, fault: { kind: 'hang' } });
  const logged = stack.log.length;
  const sending = send([search, item, '/nothing']);
  await expect.poll(() => stack.log.slice(logged).filter(({ batch }) => batch)).toHaveLength(2);
  passDeadline();
  const { status, headers, parts } = await sending;
  expect([status, ...statusesOf(parts)]).toEqual([200, 504, 200, 404]);
  expect(parts[0].body.error).toMatchObject({ code: 'upstream_timeout', innerError: { date: expect.any(String) } });
  // Its own deadline is the same, to the millisecond.
  const reason = expect.stringMatching(/^The deadline (?:of the batch )?passed\.$/);
  expect(recordOf(`${headers['x-ms-request-id']}.1`)).toMatchObject({
    operation: 'searchRestorePoints',
    status: 504,
    reason,
  });
});

it('equal parts share one call, whether or not their operation is stored (C-78)', async () => {
  const other = buildItemPath({ itemId: items.contoso.bicycle.toUpperCase() });
  const { parts } = await send([item, item, `${item}?`, other, events, events]);
  expect(statusesOf(parts)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(parts[1].body).toEqual(parts[0].body);
  const calls = (await stack.upstream.calls()).map(({ path }) => path).filter((path) => path.includes('/items('));
  expect(calls).toHaveLength(2);
});

it('a batch is compressed, unless an operation of a part returns a secret (C-79)', async () => {
  const links = everyRequest.find(({ operation }) => operation === 'getAuthorizationLoginLinks');
  const link = toPart(links as (typeof everyRequest)[number]);
  const accept = { headers: { 'accept-encoding': 'gzip' } };
  const list = `/companies(${companies.contoso})/items`;
  const plain = await send([list, list], accept);
  expect([plain.headers['content-encoding'], ...statusesOf(plain.parts)]).toEqual(['gzip', 200, 200]);
  const secret = await send([list, link], accept);
  expect([secret.headers['content-encoding'], ...statusesOf(secret.parts)]).toEqual([undefined, 200, 200]);
});

it('a few parts are served at a time, in order; those that the deadline finds waiting are not sent (C-80)', async () => {
  const urls = Array.from({ length: 20 }, (_, at) => buildEventsPath(`${resources.virtualMachine}-${at}`));
  await stack.upstream.fault({ path: '/events', times: 20, fault: { kind: 'hang' } });
  const sending = send(urls);
  await expect.poll(async () => (await stack.upstream.calls()).length).toBe(5);
  passDeadline();
  expect(statusesOf((await sending).parts)).toEqual(urls.map(() => 504));
  const called = (await stack.upstream.calls()).map(({ path }) => path.slice(-38));
  expect(called.toSorted()).toEqual(urls.slice(0, 5).map((url) => url.slice(-38)));
});

it('what does not fit any more is 507 (C-80)', async () => {
  const urls = Object.values(items.contoso)
    .slice(0, 3)
    .map((itemId) => buildItemPath({ itemId }));
  const big = { kind: 'patch', body: { filler: 'x'.repeat(900_000) } };
  await stack.upstream.fault({ path: '/items', times: 3, fault: big });
  const { status, parts } = await send([...urls, '/nothing']);
  expect(status).toBe(200);
  expect(statusesOf(parts).toSorted()).toEqual([200, 200, 404, 507]);
  const { body } = parts.find((part: { status: number }) => part.status === 507);
  expect(body.error.code).toBe('batch_too_large');
});
