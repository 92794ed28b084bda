/** Baseline of a cache hit: node:http writes the same bytes. */
import { createEventList } from '../events.ts';
import { serveHttp } from './report-ready.ts';

const body = createEventList(Number(process.env['BENCH_BYTES'] ?? 6_000));

serveHttp((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
