/**
 * A table service in a separate process, for `bench/expired-rows.ts`: Azurite scans all rows for each page and takes minutes to
 * fill. As in the service, only the keys have an index, a page has 1,000 rows at most and a transaction happens or does not.
 * Options: `--expired N --live N` rows to begin with, `--latency MS` of each call.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listen } from '../dev/server.ts';

const number = { type: 'string', default: '0' } as const;
const { values } = parseArgs({ options: { expired: number, live: number, latency: number } });

const HOUR_MS = 3_600_000;
const PARTITIONS = 256;
const PAGE_ROWS = 1_000;

interface Row {
  readonly rowKey: string;
  readonly etag: string;
  readonly expiresAt: number;
}

/** By partition, then by row key, both in order. */
const partitions = new Map<string, Map<string, Row>>();
/** The sweep's position: the only row that is read and written by itself. */
let position: string | undefined;

fill(Number(values.expired), Number(values.live));

function fill(expired: number, live: number): void {
  const total = expired + live;
  for (let index = 0; index < total; index++) {
    const partition = Math.floor((index * PARTITIONS) / total)
      .toString(16)
      .padStart(2, '0');
    const rows = partitions.get(partition) ?? new Map<string, Row>();
    partitions.set(partition, rows);
    const rowKey = partition + index.toString(16).padStart(62, '0');
    // Expired and live rows in turn.
    const isExpired = Math.floor(((index + 1) * expired) / total) > Math.floor((index * expired) / total);
    rows.set(rowKey, { rowKey, etag: `W/"${index}"`, expiresAt: Date.now() + (isExpired ? -HOUR_MS : HOUR_MS) });
  }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await text(request);
  await sleep(Number(values.latency));
  if (url.pathname.endsWith('/$batch')) return deleteAll(body, response);
  if (url.pathname.endsWith('()')) return list(url.searchParams, response);
  if (request.method === 'GET') return getPosition(response);
  position = body;
  response.writeHead(204, { etag: 'W/"p"' }).end();
}

function getPosition(response: ServerResponse): void {
  if (position === undefined) response.writeHead(404, { 'x-ms-error-code': 'ResourceNotFound' }).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(position);
}

/** Reads every row of the partitions that the filter names, as the service does. */
function list(query: URLSearchParams, response: ServerResponse): void {
  const filter = query.get('$filter') ?? '';
  const from = query.get('NextPartitionKey') ?? /PartitionKey ge '(\w+)'/.exec(filter)?.[1] ?? '';
  const to = /PartitionKey lt '(\w+)'/.exec(filter)?.[1] ?? '~';
  const before = Date.parse(/expiresAt lt datetime'([^']+)'/.exec(filter)?.[1] ?? '');
  const fromRow = query.get('NextRowKey') ?? '';
  const found = [...partitions]
    .filter(([partition]) => partition >= from && partition < to)
    .flatMap(([partition, rows]) => [...rows.values()].map((row) => ({ partition, ...row })))
    .filter(({ partition, rowKey, expiresAt }) => expiresAt < before && (partition > from || rowKey >= fromRow));
  const next = found[PAGE_ROWS];
  if (next) {
    response.setHeader('x-ms-continuation-NextPartitionKey', next.partition);
    response.setHeader('x-ms-continuation-NextRowKey', next.rowKey);
  }
  const value = found
    .slice(0, PAGE_ROWS)
    .map(({ partition, rowKey, etag }) => ({ 'odata.etag': etag, PartitionKey: partition, RowKey: rowKey }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
}

function deleteAll(body: string, response: ServerResponse): void {
  const operation = /DELETE \S+\(PartitionKey='(\w+)',\s?RowKey='(\w+)'\)[\s\S]*?If-Match: (\S+)/g;
  const operations = [...body.matchAll(operation)].map(([, partition = '', rowKey = '', etag]) => {
    const rows = partitions.get(partition);
    const row = rows?.get(rowKey);
    return { rows, rowKey, status: row === undefined ? 404 : row.etag === etag ? 204 : 412 };
  });
  const failed = operations.find(({ status }) => status !== 204);
  if (!failed) for (const { rows, rowKey } of operations) rows?.delete(rowKey);
  const statuses = failed ? [failed.status] : operations.map(({ status }) => status);
  const error = failed ? '{"odata.error":{"code":"UpdateConditionNotSatisfied"}}' : '';
  const parts = statuses.map((status) => `--changesetresponse_1\r\n\r\nHTTP/1.1 ${status} \r\n\r\n${error}\r\n`);
  response.writeHead(202, { 'content-type': 'multipart/mixed; boundary=batchresponse_1' });
  response.end(`--batchresponse_1\r\n\r\n${parts.join('')}--changesetresponse_1--\r\n--batchresponse_1--\r\n`);
}

const server = await listen(
  createServer((request, response) => void respond(request, response)),
  0,
);
process.send?.({ url: server.url });

/** What is left when the sweep has ended. */
process.on('message', () => {
  const rows = [...partitions.values()].flatMap((partition) => [...partition.values()]);
  const expired = rows.filter(({ expiresAt }) => expiresAt < Date.now()).length;
  process.send?.({ expired, live: rows.length - expired });
});
process.on('disconnect', () => process.exit());
