/** Frontdesk's pipeline on a bare node:http adapter, without a cache: every call is a relay. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations } from '../../functions/operations.ts';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import type { RequestMessage } from '../../lib/http/message.ts';
import { Problem } from '../../lib/http/problem.ts';
import { serve } from '../../lib/pipeline.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { withoutCache } from './operations.ts';
import { serveHttp } from './report-ready.ts';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  /** Names of the route values, in the pattern's order. */
  readonly names: readonly string[];
  readonly operation: CompiledOperation;
}

const services = createServices(readSettings(), systemClock, log);
const routes = withoutCache(operations).map((definition): Route => {
  const operation = compileOperation(definition, services.profile);
  const pattern = operation.route.replace(/[().]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  const names = Array.from(operation.route.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
  return {
    method: operation.method,
    pattern: new RegExp(`^${pattern}$`, 'i'),
    names,
    operation,
  };
});

serveHttp((request, response) => void handle(request, response));

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  for (const route of routes) {
    const match = request.method === route.method ? route.pattern.exec(path) : null;
    if (match === null) continue;
    const message = toMessage(request, toValues(route.names, match), search);
    const { status, headers, body } = await serve(route.operation, services, { message, requestId: randomUUID(), log });
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
