/** `POST /$batch`: up to 20 requests that change nothing, each served like a single request. Source: B-01 to B-13. */
import * as z from 'zod';
import type { Caller } from './auth/caller.ts';
import { BatchRequest } from './contracts/batch.ts';
import type { Batch, Exchange } from './handle-request.ts';
import { checkPart, formatResponses, parsePartUrl, type ReceivedPart, readParts, toMessage } from './http/batch.ts';
import { encodeBody } from './http/encode-body.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import type { JsonBody } from './http/parse-json.ts';
import { createUrlParser, parseRequest } from './http/parse-request.ts';
import { createPathMatcher } from './http/path.ts';
import { Problem } from './http/problem.ts';
import { type Entry, serveOne } from './pipeline.ts';
import type { Profile } from './profiles.ts';
import type { Services } from './services.ts';
import { TimeLimit } from './time/deadline.ts';
import { SingleFlight } from './time/single-flight.ts';

/** A route that parts may name. */
export interface Served extends Pick<Entry, 'name' | 'method' | 'route'> {
  readonly open: () => Entry;
}

/** Has room for a whole attempt of the slowest list or search, 9 s. */
export const BATCH_TIMEOUT_MS = 10_000;
/** Of all parts together: each is in memory until the slowest is done. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

const BATCH_PATH = '/$batch';
export const BATCH_RULES = {
  params: z.object({}),
  body: BatchRequest,
  maxBodyBytes: 256 * 1024,
  // Wider than a part's own, beyond which a part fails by itself.
  jsonLimits: { levels: 64, values: 80_000 },
};

const BATCH = {
  method: 'POST',
  upstream: 'none',
  errors: 'backupRestore',
  timeoutMs: BATCH_TIMEOUT_MS,
  isWrite: false,
} as const;

/** Of a part that no operation serves. */
const UNSERVED = { ...BATCH, name: 'batchPart', route: BATCH_PATH, path: BATCH_PATH };

/** Returns the names and routes of the batches: parts of a batch below a prefix leave it out, as in the clouds themselves. */
export function listBatchRoutes({ routePrefix }: Pick<Profile, 'routePrefix'>) {
  return Object.entries({ '': '', ...routePrefix }).map(([upstream, prefix]) => {
    const name = `batch${upstream.slice(0, 1).toUpperCase()}${upstream.slice(1)}`;
    return { name, prefix, route: prefix + BATCH_PATH };
  });
}

/** Returns what serves the batches of these routes. */
export function createBatches(served: readonly Served[], services: Services): readonly Entry[] {
  const routes = served.map(({ method, route, open }) => ({ method, match: createPathMatcher(route), open }));
  return listBatchRoutes(services.profile).map(({ name, prefix, route: path }) => {
    const parseUrl = createUrlParser(BATCH_RULES, { path, resource: path });
    return {
      ...BATCH,
      name,
      route: path,
      path,
      async handle(exchange, caller) {
        services.rateLimit.admit(caller);
        exchange.record.startStage('parse');
        const { body } = await parseRequest(BATCH_RULES, parseUrl(exchange.message), exchange.message);
        exchange.record.startStage('respond');
        const parts = readParts(body as JsonBody);
        return new BatchRun({ prefix, routes, services }, exchange, caller).respond(parts);
      },
    };
  });
}

interface Route {
  readonly method: string;
  readonly match: ReturnType<typeof createPathMatcher>;
  readonly open: () => Entry;
}

interface Routing {
  readonly prefix: string;
  readonly routes: readonly Route[];
  readonly services: Services;
}

/** A part and how it is served. */
interface OpenPart {
  readonly entry: Entry;
  readonly message: RequestMessage;
}

class BatchRun {
  readonly #routing: Routing;
  readonly #exchange: Exchange;
  readonly #batch: Batch;
  readonly #timeLimit: TimeLimit;
  readonly #traceHeaders: Readonly<Record<string, string>>;
  #bytesLeft = MAX_RESPONSE_BYTES;

  constructor(routing: Routing, exchange: Exchange, caller: Caller) {
    this.#routing = routing;
    this.#exchange = exchange;
    const { requestId, clientRequestId, deadline, record } = exchange;
    this.#traceHeaders = record.traceHeaders;
    this.#timeLimit = new TimeLimit(routing.services.clock, deadline.remainingMs(), timedOut);
    const limit = (handled: Promise<ResponseMessage>) => this.#limit(handled);
    this.#batch = { requestId, clientRequestId, caller, deadline, flights: new SingleFlight(), limit };
  }

  async respond(parts: readonly ReceivedPart[]): Promise<ResponseMessage> {
    const opened = parts.map((part) => this.#open(part));
    const serving = opened.map((part, index) => this.#serve(part, index + 1));
    const responses = await Promise.all(serving).finally(() => this.#timeLimit.end());
    const body = formatResponses(parts.map(({ id }, index) => ({ id, response: responses[index] as ResponseMessage })));
    const response = { status: 200, headers: {}, body };
    // As in a single response, a secret is not compressed.
    const hasSecret = opened.some(({ entry }) => entry.returnsSecret);
    return hasSecret ? response : encodeBody(response, this.#exchange.accepted);
  }

  /** Never throws: a part that cannot be served gets a handler that throws why, so that it counts and is logged like the others. */
  #open(part: ReceivedPart): OpenPart {
    let entry: Omit<Entry, 'handle'> & Partial<Entry> = UNSERVED;
    const traceHeaders = this.#traceHeaders;
    try {
      const { path, rawQuery } = parsePartUrl(part.url);
      const found = this.#find(part.method, `${this.#routing.prefix}/${path}`);
      ({ entry } = found);
      checkPart(part);
      if (entry.isWrite) throw new Problem('unsupported_in_batch');
      return { entry: found.entry, message: toMessage(part, { params: found.params, rawQuery }, traceHeaders) };
    } catch (error) {
      const handle = async (_: Exchange, caller: Caller) => {
        this.#routing.services.rateLimit.admit(caller);
        throw error;
      };
      return { entry: { ...entry, handle }, message: toMessage(part, { params: {}, rawQuery: '' }, traceHeaders) };
    }
  }

  #find(method: string, path: string): { readonly entry: Entry; readonly params: Readonly<Record<string, string>> } {
    for (const route of this.#routing.routes) {
      const params = route.method === method ? route.match(path) : undefined;
      if (params) return { entry: route.open(), params };
    }
    throw new Problem('route_not_found', { target: 'url' });
  }

  #serve({ entry, message }: OpenPart, place: number): Promise<ResponseMessage> {
    const { requestId, log } = this.#exchange;
    const arrival = { message, requestId: `${requestId}.${place}`, log, batch: this.#batch };
    return serveOne(entry, this.#routing.services, arrival);
  }

  /** Waits for a part's response until the batch's time is over. @throws Problem `upstream_timeout`; `batch_too_large` if the response no longer fits. */
  async #limit(handled: Promise<ResponseMessage>): Promise<ResponseMessage> {
    const response = await this.#timeLimit.wait(handled);
    this.#bytesLeft -= response.body?.length ?? 0;
    if (this.#bytesLeft < 0) throw new Problem('batch_too_large');
    return response;
  }
}

function timedOut(): Problem {
  return new Problem('upstream_timeout', { cause: 'The deadline of the batch passed.' });
}
