import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { fromJson, toJson } from '../../../lib/cache/entity-json.ts';
import { openTable } from '../../../lib/cache/table-client.ts';
import { systemClock } from '../../../lib/time/clock.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** Opens a table at a server of one's own; answers what it was sent, too. */
async function open(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const sent: IncomingMessage[] = [];
  const server = await listen(
    createServer((request, response) => {
      sent.push(request);
      request.resume();
      answer(request, response);
    }),
    0,
  );
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=shop;AccountKey=a2V5;TableEndpoint=${server.url}/shop/;`;
  const table = openTable({ connectionString, name: 'cache' }, systemClock);
  endings.push(
    () => server.close(),
    () => table.close(),
  );
  return { table, sent, server };
}

it('signs with the account’s key: the date, and the resource as it is addressed (Shared Key Lite)', async () => {
  const { table, sent } = await open((_, response) => response.writeHead(404).end());
  expect(await table.get("o'b", 'r/1', 1_000)).toBeUndefined();
  const [{ url, headers } = {} as IncomingMessage] = sent;
  expect(url).toBe("/shop/cache(PartitionKey='o''b',RowKey='r%2F1')");
  const { createHmac } = await import('node:crypto');
  const text = `${headers['x-ms-date']}\n/shop/shop/cache(PartitionKey='o''b',RowKey='r%2F1')`;
  const signature = createHmac('sha256', Buffer.from('a2V5', 'base64')).update(text).digest('base64');
  expect(headers.authorization).toBe(`SharedKeyLite shop:${signature}`);
  expect(headers).toMatchObject({ 'x-ms-version': '2020-12-06', accept: 'application/json;odata=minimalmetadata' });
});

it('a token of the table service’s scope goes along where there is no key', async () => {
  const { sent, server } = await open((_, response) => response.writeHead(204).end());
  const scopes: string[] = [];
  const getToken = async (scope: string) => {
    scopes.push(scope);
    return { token: 't' };
  };
  const table = openTable({ url: server.url, name: 'cache', getToken }, systemClock);
  endings.push(() => table.close());
  await table.delete('p', 'r', 'W/"1"', 1_000);
  expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'if-match': 'W/"1"' });
  expect(scopes).toEqual(['https://storage.azure.com/.default']);
});

it.each([
  ['AccountName=shop', 'no key'],
  ['AccountKey=a2V5', 'no account'],
  ['nothing of the kind', 'neither'],
])('a connection string %j is none', (connectionString) => {
  expect(() => openTable({ connectionString, name: 'cache' }, systemClock)).toThrow('connection string');
});

it('a connection string without an address is that of the public service', async () => {
  const connectionString = 'DefaultEndpointsProtocol=http;AccountName=shop;AccountKey=a2V5;EndpointSuffix=invalid';
  const table = openTable({ connectionString, name: 'cache' }, systemClock);
  endings.push(() => table.close());
  await expect(table.get('p', 'r', 1_000)).rejects.toMatchObject({ hostname: 'shop.table.invalid' });
});

it('lists page after page, as the service says where the next one begins', async () => {
  const { table, sent } = await open((request, response) => {
    const isFirst = !request.url?.includes('NextPartitionKey');
    response.writeHead(
      200,
      isFirst ? { 'x-ms-continuation-NextPartitionKey': '1!2', 'x-ms-continuation-NextRowKey': 'a b' } : {},
    );
    response.end(
      JSON.stringify({ value: [{ PartitionKey: isFirst ? 'p1' : 'p2', RowKey: 'r', 'odata.etag': 'W/"1"' }] }),
    );
  });
  const pages = [];
  for await (const page of table.list("expiresAt lt datetime'2026'", 1_000)) pages.push(page);
  expect(pages).toEqual([
    [{ partitionKey: 'p1', rowKey: 'r', etag: 'W/"1"' }],
    [{ partitionKey: 'p2', rowKey: 'r', etag: 'W/"1"' }],
  ]);
  const filter = "/shop/cache()?$filter=expiresAt%20lt%20datetime'2026'&$select=PartitionKey,RowKey";
  expect(sent.map(({ url }) => url)).toEqual([filter, `${filter}&NextPartitionKey=1!2&NextRowKey=a%20b`]);
});

it('a refusal bears the service’s status, name and headers; a table that is there already is none', async () => {
  const { table } = await open((request, response) => {
    response
      .writeHead(request.method === 'POST' ? 409 : 503, { 'x-ms-error-code': 'ServerBusy', 'retry-after': '3' })
      .end();
  });
  await expect(table.put({ partitionKey: 'p', rowKey: 'r' }, 1_000)).rejects.toMatchObject({
    name: 'TableError',
    status: 503,
    code: 'ServerBusy',
    headers: { 'retry-after': '3' },
  });
  await expect(table.create(1_000)).resolves.toBeUndefined();
});

it('an entity is the same there and back: text, numbers, dates and bytes', () => {
  const bytes = Buffer.from([0, 255, 10]);
  const entity = { partitionKey: 'p', rowKey: 'r', text: 'ü', number: 7, at: new Date(1_800_000_000_123), bytes };
  const json = JSON.parse(toJson(entity));
  expect(json).toMatchObject({
    PartitionKey: 'p',
    RowKey: 'r',
    'at@odata.type': 'Edm.DateTime',
    'bytes@odata.type': 'Edm.Binary',
  });
  expect(fromJson(json)).toEqual(entity);
  expect(
    fromJson({ 'odata.etag': 'W/"1"', 'n@odata.type': 'Edm.Int64', n: '12', 'd@odata.type': 'Edm.DateTime', d: 5 }),
  ).toEqual({
    etag: 'W/"1"',
    n: '12',
    d: 5,
  });
});
