import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { startTables } from '../../../dev/tables.ts';
import { openTable, type TableClient } from '../../../lib/cache/table-client.ts';
import { createPatientClock } from '../../support/clocks.ts';

const tables = await startTables({ port: 0 });
afterAll(() => tables.close());

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Returns a response with this status. */
const status =
  (code: number, headers = {}, body?: string): Respond =>
  (_, response) =>
    response.writeHead(code, headers).end(body);

/** An error as the service sends it: the code is in the body only. */
const toError = (code: string) => JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: code } } });

const keys = { partitionKey: 'p', rowKey: 'r' };
const getToken = async (_: string, rejected?: string) => (rejected ? undefined : { token: 't' });

/** Starts a server in place of the table service; `sent` lists the requests it receives. */
async function startService(respond: Respond) {
  const sent: IncomingMessage[] = [];
  const service = createServer((request, response) => {
    sent.push(request.resume());
    respond(request, response);
  });
  const server = await listen(service, 0);
  onTestFinished(() => server.close());
  return { sent, url: server.url };
}

function open(address: Parameters<typeof openTable>[0]): TableClient {
  const table = openTable(address, createPatientClock());
  onTestFinished(() => table.close());
  return table;
}

/** Opens a table of a server with an account key. */
async function openAt(respond: Respond) {
  const { sent, url } = await startService(respond);
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=shop;AccountKey=a2V5;TableEndpoint=${url}/shop/;`;
  return { table: open({ connectionString, name: 'cache' }), sent };
}

it('signs requests with the account key: date and resource path (Shared Key Lite); sends nothing for a diagnosis', async () => {
  const { table, sent } = await openAt(status(404, {}, toError('ResourceNotFound')));
  expect(await table.get("o'b", 'r/1', 1_000)).toBeUndefined();
  const [{ url, headers } = {} as IncomingMessage] = sent;
  const path = "/shop/cache(PartitionKey='o''b',RowKey='r%2F1')";
  expect(decodeURIComponent(url ?? '')).toBe(decodeURIComponent(path));
  const text = `${headers['x-ms-date']}\n/shop${url}`;
  const signature = createHmac('sha256', Buffer.from('a2V5', 'base64')).update(text).digest('base64');
  expect(headers.authorization).toBe(`SharedKeyLite shop:${signature}`);
  expect(headers).toMatchObject({ 'x-ms-version': '2019-02-02', accept: 'application/json;odata=minimalmetadata' });
  const names = 'accept authorization connection dataserviceversion host x-ms-date x-ms-version';
  expect(Object.keys(headers).sort()).toEqual(names.split(' '));
});

it('sends a token for the table service when it has no account key', async () => {
  const { sent, url } = await startService(status(204));
  const get = vi.fn(getToken);
  const table = open({ url: `${url}/`, name: 'cache', getToken: get });
  await table.delete('p', 'r', 'W/"1"', 1_000);
  expect(sent[0]?.url).toBe("/cache(PartitionKey='p',RowKey='r')");
  expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'if-match': 'W/"1"' });
  expect(get.mock.calls.map(([scope]) => scope)).toEqual(['https://storage.azure.com/.default']);
});

it('sends no request without a token, and none again after 401 when there is no other token', async () => {
  const challenge = 'Bearer authorization_uri=https://login.example/t resource_id=https://r';
  const { sent, url } = await startService(status(401, { 'www-authenticate': challenge }));
  const reason = new Error('no token');
  const table = open({ url, name: 'cache', getToken: () => Promise.reject(reason) });
  await expect(table.get('p', 'r', 1_000)).rejects.toBe(reason);
  expect(sent).toHaveLength(0);
  const refused = open({ url, name: 'cache', getToken });
  await expect(refused.get('p', 'r', 1_000)).rejects.toMatchObject({ name: 'TableError', status: 401 });
  expect(sent).toHaveLength(1);
});

it.each([
  [204, 'sends a request once more with another token when the service refuses the first'],
  [401, 'does not send it a third time'],
])('%i: %s', async (code) => {
  const { sent, url } = await startService(({ headers }, response) =>
    response.writeHead(headers.authorization === 'Bearer old' ? 401 : code).end(),
  );
  const replaceToken = vi.fn(async (_scope: string, rejected?: string) => ({ token: rejected ? 'new' : 'old' }));
  const outcome = open({ url, name: 'cache', getToken: replaceToken }).delete('p', 'r', '*', 1_000);
  if (code === 204) await outcome;
  else await expect(outcome).rejects.toMatchObject({ name: 'TableError', status: code });
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  const scope = 'https://storage.azure.com/.default';
  expect(replaceToken.mock.calls).toEqual([[scope], [scope, 'old']]);
});

it('refuses what is no connection string, without quoting it, and http to any host but loopback', () => {
  for (const connectionString of ['AccountName=shop', 'AccountKey=a2V5'])
    expect(() => open({ connectionString, name: 'cache' })).toThrow(/connection string/i);
  expect(() => open({ connectionString: 'secret', name: 'cache' })).toThrow(/^((?!secret).)*$/);
  const connectionString = 'DefaultEndpointsProtocol=http;AccountName=shop;AccountKey=a2V5;EndpointSuffix=invalid';
  for (const address of [{ connectionString }, { url: 'http://shop.table.invalid', getToken }])
    expect(() => open({ ...address, name: 'cache' })).toThrow('https');
});

it.each(['AccountName=shop;AccountKey=a2V5', 'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=a2V5'])(
  'the connection string %j without an endpoint addresses the public service over https',
  async (text) => {
    const table = open({ connectionString: `${text};EndpointSuffix=invalid`, name: 'cache' });
    await expect(table.get('p', 'r', 1_000)).rejects.toMatchObject({ hostname: 'shop.table.invalid' });
  },
);

it('lists page after page with the service’s continuation tokens', async () => {
  const { table, sent } = await openAt((request, response) => {
    const isFirst = !request.url?.includes('NextPartitionKey');
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(isFirst && { 'x-ms-continuation-NextPartitionKey': '1!2', 'x-ms-continuation-NextRowKey': 'a b' }),
    });
    const row = { PartitionKey: isFirst ? 'p1' : 'p2', RowKey: 'r', 'odata.etag': 'W/"1"' };
    response.end(JSON.stringify({ value: [row] }));
  });
  const pages = [];
  for await (const page of table.list("expiresAt lt datetime'2026'", 1_000)) pages.push([...page]);
  const row = { rowKey: 'r', etag: 'W/"1"' };
  expect(pages).toEqual([[{ ...row, partitionKey: 'p1' }], [{ ...row, partitionKey: 'p2' }]]);
  const queries = sent.map(({ url = '' }) => Object.fromEntries(new URL(url, 'http://service').searchParams));
  const filter = { $filter: "expiresAt lt datetime'2026'", $select: 'PartitionKey,RowKey,leasedUntil' };
  expect(queries).toEqual([
    expect.objectContaining(filter),
    expect.objectContaining({ ...filter, NextPartitionKey: '1!2', NextRowKey: 'a b' }),
  ]);
});

it('an error has the service’s status, code and headers; creating a table that exists is no error', async () => {
  const headers = { 'x-ms-error-code': 'ServerBusy', 'retry-after': '3' };
  const { table } = await openAt(({ method }, response) =>
    response.writeHead(method === 'POST' ? 409 : 503, headers).end(),
  );
  const busy = { name: 'TableError', status: 503, code: 'ServerBusy', retryAfterMs: 3_000 };
  await expect(table.replace(keys, '*', 1_000)).rejects.toMatchObject(busy);
  await expect(table.create(1_000)).resolves.toBeUndefined();
});

it.each([
  ['ResourceNotFound', toError('ResourceNotFound'), true],
  ['TableNotFound', toError('TableNotFound'), true],
  ['no code', '', false],
  ['the code of something else', toError('NotFound'), false],
  ['a page', '<html>ResourceNotFound</html>', false],
])('a 404 with %s says that the entity is absent only with a code of the service (P-29)', async (_, body, isAbsent) => {
  const { table } = await openAt(status(404, { 'content-type': 'application/json' }, body));
  const calls = [table.get('p', 'r', 1_000), table.replace(keys, '*', 1_000), table.delete('p', 'r', '*', 1_000)];
  for (const [index, result] of (await Promise.allSettled(calls)).entries())
    expect(result).toMatchObject(isAbsent ? { value: index === 2 ? false : undefined } : { reason: { status: 404 } });
});

it.each([301, 400, 429, 500, 503])('sends each request once, whatever a %i asks for', async (code) => {
  const headers = { location: '/elsewhere', 'retry-after': '0' };
  const { table, sent } = await openAt(status(code, headers, '{"odata.error":{"code":"x"}}'));
  const calls = [
    () => table.get('p', 'r', 1_000),
    () => table.insert(keys, 1_000),
    () => table.replace(keys, '*', 1_000),
    () => table.merge(keys, '*', 1_000),
    () => table.delete('p', 'r', '*', 1_000),
    () => table.create(1_000),
    () => table.list('', 1_000)[Symbol.asyncIterator]().next(),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'TableError', status: code });
  expect(sent).toHaveLength(calls.length);
});

it('a response that is no JSON, or no entity, is an error that quotes none of it', async () => {
  for (const type of ['application/json', 'text/html']) {
    const { table } = await openAt(status(200, { 'content-type': type }, '<secret>'));
    const error = await table.get('p', 'r', 1_000).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(`${(error as Error).name} ${(error as { code?: string }).code}`).not.toContain('secret');
  }
});

it('ends a call whose response hangs or drips after its time limit, and the connection with it', async () => {
  const closed: Promise<unknown>[] = [];
  const { table } = await openAt((request, response) => {
    closed.push(new Promise((resolve) => request.socket.once('close', resolve)));
    if (request.method !== 'GET') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 10);
    request.socket.once('close', () => clearInterval(drip));
  });
  const calls = [table.get('p', 'r', 20), table.replace(keys, '*', 20), table.delete('p', 'r', '*', 20)];
  for (const result of await Promise.allSettled(calls))
    expect(result).toMatchObject({ reason: { name: 'TimeoutError' } });
  await Promise.all(closed);
});

it('an entity is the same after a round trip: text, numbers, dates and bytes', async () => {
  const table = open({ connectionString: tables.connectionString, name: 'entities' });
  await table.create(5_000);
  const bytes = Buffer.from([0, 255, 10]);
  const entity = { ...keys, text: 'ü', number: 7, at: new Date(1_800_000_000_123), bytes };
  await table.insert(entity, 5_000);
  const get = (select?: string[]) => table.get('p', 'r', 5_000, select);
  const found = await get();
  const [tag, any] = [String(found?.['etag']), expect.any(String)];
  expect(found).toMatchObject({ ...entity, etag: any, timestamp: any });
  const merge = (number: number) => table.merge({ ...keys, number }, tag, 5_000);
  const merged = await merge(8);
  expect([merged, await merge(9)]).toEqual([expect.stringMatching(/^W\/"/), undefined]);
  await table.create(5_000);
  expect(await get()).toMatchObject({ text: 'ü', number: 8 });
  expect(await get(['number'])).toEqual({ number: 8, etag: any, 'odata.metadata': any });
  const other = { ...keys, other: true };
  expect(await table.replace(other, tag, 5_000)).toBeUndefined();
  expect(await table.replace(other, String(merged), 5_000)).toMatch(/^W\/"/);
  await table.delete('p', 'r', String(merged), 5_000);
  expect(await get()).not.toHaveProperty('text');
  await table.delete('p', 'r', '*', 5_000);
  expect(await get()).toBeUndefined();
  expect(await table.replace(entity, '*', 5_000)).toBeUndefined();
  await table.delete('p', 'r', '*', 5_000);
});

it('inserts an entity unless there is one with its keys; other conflicts are errors', async () => {
  const table = open({ connectionString: tables.connectionString, name: 'inserts' });
  const insert = (number: number) => table.insert({ ...keys, number }, 5_000);
  await expect(insert(1)).rejects.toMatchObject({ code: 'TableNotFound' });
  await table.create(5_000);
  const inserts = [1, 2, 3].map(insert);
  expect((await Promise.all(inserts)).filter(Boolean)).toHaveLength(1);
  const found = await table.get('p', 'r', 5_000);
  expect(await insert(4)).toBeUndefined();
  expect(await table.get('p', 'r', 5_000)).toEqual(found);
  const deleting = await openAt(status(409, {}, toError('TableBeingDeleted')));
  await expect(deleting.table.insert(keys, 1_000)).rejects.toMatchObject({ status: 409 });
});
