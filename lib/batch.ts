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
import { type Clock, type Deadline, withTimeout } from './time/clock.ts';

/** More than the 8 s of a read; a search or a list that takes longer is sent by itself. */
export const BATCH_TIMEOUT_MS = 10_000;
/** Bytes of all parts' responses together: each stays in memory until the slowest part is done. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** Parts that are served at a time, in their order. */
const PARALLEL_PARTS = 5;

const BATCH_PATH = '/$batch';
export const BATCH_RULES = {
  params: z.object({}),
  body: BatchRequest.request,
  maxBodyBytes: 256 * 1024,
  // More levels than a part may have, so that only the part fails.
  jsonLimits: { levels: 64, values: 10_000 },
};

const BATCH = {
  method: 'POST',
  upstream: 'none',
  errors: 'backupRestore',
  timeoutMs: BATCH_TIMEOUT_MS,
  isWrite: false,
} as const;

/** What is served for a part that names no operation. */
const UNSERVED = { ...BATCH, name: 'batchPart', route: BATCH_PATH, path: BATCH_PATH };

/** Returns the names and routes of the batches: parts of a batch below a prefix leave it out, as in the clouds themselves. */
export function listBatchRoutes({ routePrefix }: Pick<Profile, 'routePrefix'>) {
  return Object.entries({ '': '', ...routePrefix }).map(([upstream, prefix]) => {
    const name = `batch${upstream.slice(0, 1).toUpperCase()}${upstream.slice(1)}`;
    return { name, prefix, route: prefix + BATCH_PATH };
  });
}

export function createBatches(routes: readonly Route[], services: Services): readonly OwnEndpoint[] {
  const matched = routes.map(({ method, route, open }) => ({ method, match: createPathMatcher(route), open }));
  const find = (method: string, path: string) => {
    for (const route of matched) {
      const params = route.method === method ? route.match(path) : undefined;
      if (params) return { endpoint: route.open(), params };
    }
    throw new Problem('route_not_found', { target: 'url' });
  };
  return listBatchRoutes(services.profile).map(({ name, prefix, route: path }) => ({
    ...BATCH,
    name,
    route: path,
    path,
    request: BATCH_RULES,
    parseUrl: (message) => parseUrl(BATCH_RULES, { path, resource: path }, message),
    authorize: (_, caller) => requireSomeAccess(caller),
    respond: (call) => respond(call, (method, url) => find(method, `${prefix}/${url}`)),
  }));
}

/** Returns what serves a method and path, without a slash at its start. @throws Problem `route_not_found` */
type Find = (
  method: string,
  path: string,
) => { readonly endpoint: Endpoint; readonly params: RequestMessage['params'] };

async function respond(call: Call, find: Find): Promise<ResponseMessage> {
  const { record } = call.arrival;
  const parts = readParts(call.parsed.body as JsonBody);
  const opened = parts.map((part) => openPart(part, find, record.traceHeaders));
  const responses = await serveParts(opened, call);
  const body = formatResponses(parts.map(({ id }, index) => ({ id, response: responses[index] as ResponseMessage })));
  return { status: 200, headers: {}, body, hasSecret: opened.some(({ endpoint }) => endpoint.returnsSecret) };
}

interface OpenPart {
  readonly endpoint: Endpoint;
  readonly message: RequestMessage;
}

/** Never throws: a part that cannot be served gets an endpoint that throws why, so that it counts and is logged like the others. */
function openPart(part: ReceivedPart, find: Find, traceHeaders: Readonly<Record<string, string>>): OpenPart {
  let endpoint: Served = UNSERVED;
  try {
    const { path, rawQuery } = parsePartUrl(part.url);
    const found = find(part.method, path);
    ({ endpoint } = found);
    checkPart(part);
    return { endpoint: found.endpoint, message: toMessage(part, { params: found.params, rawQuery }, traceHeaders) };
  } catch (error) {
    const { name, method, route, path, upstream, errors, timeoutMs, isWrite } = endpoint;
    const refuse = () => {
      throw error;
    };
    return {
      endpoint: { name, method, route, path, upstream, errors, timeoutMs, isWrite, find: refuse },
      message: toMessage(part, { params: {}, rawQuery: '' }, traceHeaders),
    };
  }
}

async function serveParts(opened: readonly OpenPart[], { arrival, caller }: Call): Promise<readonly ResponseMessage[]> {
  const { services, requestId, clientRequestId, deadline, log } = arrival;
  const shared: Batch['shared'] = new Map();
  const limit = createLimit(shared, deadline, services.clock);
  const batch = { requestId, clientRequestId, caller, deadline, shared, limit };
  const responses: ResponseMessage[] = [];
  const waiting = opened.entries();
  const serveNext = async () => {
    for (const [index, { endpoint, message }] of waiting)
      responses[index] = await serve(endpoint, services, {
        message,
        requestId: `${requestId}.${index + 1}`,
        log,
        batch,
      });
  };
  await Promise.all(Array.from({ length: PARALLEL_PARTS }, serveNext));
  return responses;
}

/**
 * Returns what waits for the response of a part. It throws Problem `upstream_timeout` when the batch's time is over, or
 * `batch_too_large` if the response no longer fits.
 */
function createLimit(shared: Batch['shared'], deadline: Deadline, clock: Clock): Batch['limit'] {
  let bytesLeft = MAX_RESPONSE_BYTES;
  return async (fetch) => {
    if (deadline.remainingMs() === 0) throw timedOut();
    if (bytesLeft <= 0) throw new Problem('batch_too_large');
    const response = await withTimeout(clock, fetch(), deadline.remainingMs(), timedOut);
    bytesLeft -= response.body?.length ?? 0;
    if (bytesLeft >= 0) return response;
    // What did not fit is not kept either.
    shared.clear();
    throw new Problem('batch_too_large');
  };
}

function timedOut(): Problem {
  return new Problem('upstream_timeout', { cause: 'The deadline of the batch passed.' });
}
