/** `POST /$batch`: up to 20 requests that change nothing, each served like a single request. Source: docs/specification.md#batches. */
import * as z from 'zod';
import { requireSomeAccess } from './auth/authorize.ts';
import type { Batch, Call, Endpoint, OwnEndpoint, Route, Served } from './endpoint.ts';
import {
  BatchRequest,
  checkPart,
  formatResponses,
  parsePartUrl,
  type ReceivedPart,
  readParts,
  toMessage,
} from './http/batch.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import type { JsonBody } from './http/parse-json.ts';
import { parseUrl } from './http/parse-request.ts';
import { createPathMatcher } from './http/path.ts';
import { Problem } from './http/problem.ts';
import { serve } from './pipeline.ts';
import type { Profile } from './profiles.ts';
import type { Services } from './services.ts';
import { TimeLimit } from './time/clock.ts';

/** More than the 8 s of a read; a search or a list that takes longer is sent by itself. */
export const BATCH_TIMEOUT_MS = 10_000;
/** Of all parts together, as of one response: each is in memory until the slowest is done. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** Parts that are served at a time, in their order. */
const PARALLEL_PARTS = 5;

const BATCH_PATH = '/$batch';
export const BATCH_RULES = {
  params: z.object({}),
  body: BatchRequest.request,
  maxBodyBytes: 256 * 1024,
  // Deeper than a part's own, beyond which a part fails by itself.
  jsonLimits: { levels: 64, values: 10_000 },
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
export function createBatches(routes: readonly Route[], services: Services): readonly OwnEndpoint[] {
  const matched = routes.map(({ method, route, open }) => ({ method, match: createPathMatcher(route), open }));
  return listBatchRoutes(services.profile).map(({ name, prefix, route: path }) => ({
    ...BATCH,
    name,
    route: path,
    path,
    request: BATCH_RULES,
    parseUrl: (message) => parseUrl(BATCH_RULES, { path, resource: path }, message),
    authorize: (_, caller) => requireSomeAccess(caller),
    respond: (call) => new BatchRun({ prefix, routes: matched }, call).respond(),
  }));
}

interface MatchedRoute extends Pick<Route, 'method' | 'open'> {
  readonly match: ReturnType<typeof createPathMatcher>;
}

interface Routing {
  readonly prefix: string;
  readonly routes: readonly MatchedRoute[];
}

/** A part and what serves it. */
interface OpenPart {
  readonly endpoint: Endpoint;
  readonly message: RequestMessage;
}

class BatchRun {
  readonly #routing: Routing;
  readonly #call: Call;
  readonly #batch: Batch;
  readonly #timeLimit: TimeLimit;
  #bytesLeft = MAX_RESPONSE_BYTES;

  constructor(routing: Routing, call: Call) {
    this.#routing = routing;
    this.#call = call;
    const { caller } = call;
    const { requestId, clientRequestId, deadline, services } = call.arrival;
    this.#timeLimit = new TimeLimit(services.clock, deadline.remainingMs(), timedOut);
    const limit = (run: () => Promise<ResponseMessage>) => this.#limit(run);
    this.#batch = { requestId, clientRequestId, caller, deadline, shared: new Map(), limit };
  }

  async respond(): Promise<ResponseMessage> {
    const { arrival, parsed } = this.#call;
    const parts = readParts(parsed.body as JsonBody);
    const opened = parts.map((part) => this.#open(part, arrival.record.traceHeaders));
    try {
      const responses = await this.#serve(opened);
      const body = formatResponses(
        parts.map(({ id }, index) => ({ id, response: responses[index] as ResponseMessage })),
      );
      return { status: 200, headers: {}, body, hasSecret: opened.some(({ endpoint }) => endpoint.returnsSecret) };
    } finally {
      this.#timeLimit.end();
    }
  }

  async #serve(opened: readonly OpenPart[]): Promise<readonly ResponseMessage[]> {
    const { services, requestId, log } = this.#call.arrival;
    const responses: ResponseMessage[] = [];
    const waiting = opened.entries();
    const serveNext = async () => {
      for (const [index, { endpoint, message }] of waiting) {
        const received = { message, requestId: `${requestId}.${index + 1}`, log, batch: this.#batch };
        responses[index] = await serve(endpoint, services, received);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_PARTS }, serveNext));
    return responses;
  }

  /** Never throws: a part that cannot be served gets an endpoint that throws why, so that it counts and is logged like the others. */
  #open(part: ReceivedPart, traceHeaders: Readonly<Record<string, string>>): OpenPart {
    let endpoint: Served = UNSERVED;
    try {
      const { path, rawQuery } = parsePartUrl(part.url);
      const found = this.#find(part.method, `${this.#routing.prefix}/${path}`);
      ({ endpoint } = found);
      checkPart(part);
      return {
        endpoint: found.endpoint,
        message: toMessage(part, { params: found.params, rawQuery }, traceHeaders),
      };
    } catch (error) {
      const { name, method, route, path, upstream, errors, timeoutMs, isWrite } = endpoint;
      const find = () => {
        throw error;
      };
      return {
        endpoint: { name, method, route, path, upstream, errors, timeoutMs, isWrite, find },
        message: toMessage(part, { params: {}, rawQuery: '' }, traceHeaders),
      };
    }
  }

  #find(method: string, path: string) {
    for (const route of this.#routing.routes) {
      const params = route.method === method ? route.match(path) : undefined;
      if (params) return { endpoint: route.open(), params };
    }
    throw new Problem('route_not_found', { target: 'url' });
  }

  /**
   * Waits for a part's response until the batch's time is over. @throws Problem `upstream_timeout`; `batch_too_large` if the response
   * no longer fits.
   */
  async #limit(run: () => Promise<ResponseMessage>): Promise<ResponseMessage> {
    const { deadline } = this.#call.arrival;
    if (deadline.remainingMs() === 0) throw timedOut();
    if (this.#bytesLeft <= 0) throw new Problem('batch_too_large');
    const response = await this.#timeLimit.wait(run());
    this.#bytesLeft -= response.body?.length ?? 0;
    if (this.#bytesLeft < 0) {
      // What did not fit is not kept either.
      this.#batch.shared.clear();
      throw new Problem('batch_too_large');
    }
    return response;
  }
}

function timedOut(): Problem {
  return new Problem('upstream_timeout', { cause: 'The deadline of the batch passed.' });
}
