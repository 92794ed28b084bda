/**
 * Frontdesk's pipeline on a bare node:http adapter. BENCH_CACHE: `off` relays every list of health events, `memory` is the normal
 * cache, `table` has no memory, so that every hit reads a row, `unlimited` has no table and memory for any number of keys.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations } from '../../functions/operations.ts';
import { PausingStore } from '../../lib/cache/pausing-store.ts';
import { ResponseCache } from '../../lib/cache/response-cache.ts';
import { createMemoryStore, type Store } from '../../lib/cache/store.ts';
import { openTable } from '../../lib/cache/table-client.ts';
import { readRetryAfter } from '../../lib/cache/table-error.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import type { RequestMessage } from '../../lib/http/message.ts';
import { Problem } from '../../lib/http/problem.ts';
import { type Serve, serve } from '../../lib/pipeline.ts';
import { createServices, type Services } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { withoutCache } from './operations.ts';
import { serveHttp } from './report-ready.ts';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  /** Names of the route values, in the pattern's order. */
  readonly names: readonly string[];
  readonly serve: Serve;
}

const emptyStore: Store = {
  get: async () => undefined,
  set: async () => {},
  lease: async () => async () => {},
  remove: async () => {},
};
const mode = process.env['BENCH_CACHE'];
const settings = readSettings();
const clock = systemClock;
const services = withStore(createServices(settings, clock, log));
const routes = (mode === 'off' ? withoutCache(operations) : operations).map((definition): Route => {
  const operation = compileOperation(definition, services.profile);
  const pattern = operation.route.replace(/[().]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  const names = Array.from(operation.route.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
  return {
    method: operation.method,
    pattern: new RegExp(`^${pattern}$`, 'i'),
    names,
    serve: serve(operation, services),
  };
});

serveHttp((request, response) => void handle(request, response));

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  for (const route of routes) {
    const match = request.method === route.method ? route.pattern.exec(path) : null;
    if (match === null) continue;
    const message = toMessage(request, toValues(route.names, match), search);
    const { status, headers, body } = await route.serve(message, randomUUID(), log);
    headers['content-length'] = String(body === undefined ? 0 : Buffer.byteLength(body));
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(404).end();
}

function toMessage(request: IncomingMessage, params: Record<string, string>, search: string): RequestMessage {
  return {
    method: request.method ?? '',
    params,
    rawQuery: search,
    header: (name) => request.headers[name]?.toString(),
    async readBody(maxBytes) {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of request) {
        length += chunk.length;
        if (length > maxBytes) throw new Problem('content_too_large', {});
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

function toValues(names: readonly string[], match: RegExpExecArray): Record<string, string> {
  const values: Record<string, string> = {};
  names.forEach((name, index) => {
    const value = match[index + 1] as string;
    values[name] = value.includes('%') ? decodeURIComponent(value) : value;
  });
  return values;
}

let pending = '';

/** Writes the lines of one event-loop turn to standard output with one system call. */
function log(record: Readonly<Record<string, unknown>>): void {
  if (pending === '') setImmediate(flush);
  pending += `${JSON.stringify(record)}\n`;
}

function flush(): void {
  process.stdout.write(pending);
  pending = '';
}

function withStore(all: Services): Services {
  if (mode === 'table') {
    const memory = { get: () => undefined, set: () => {}, delete: () => {} };
    return { ...all, cache: new ResponseCache({ store: openStore(), memory, takeRow: () => true, clock }) };
  }
  if (mode === 'unlimited') {
    return {
      ...all,
      cache: new ResponseCache({ store: emptyStore, memory: createMemoryStore(2 ** 30), takeRow: () => true, clock }),
    };
  }
  return all;
}

function openStore(): Store {
  const address = { connectionString: settings.CACHE_CONNECTION_STRING ?? '', name: settings.CACHE_TABLE_NAME };
  return new PausingStore(new TableStore(openTable(address, clock), clock), clock, readRetryAfter, () => {});
}
