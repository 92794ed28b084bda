/** Handlers for Mock Service Worker, made from the OpenAPI documents: their examples, and what bodies must have. Needs the package `msw`. */
import { type HttpHandler, HttpResponse, http } from 'msw';
import { type Contracts, listInvalid } from './contract.ts';
import type { ErrorDetail } from './error.ts';
import * as microsoft from './examples.microsoft.ts';
import * as vendor from './examples.ts';
import type { ProblemType } from './schema.ts';
import type { OperationName, ProfileName } from './types.ts';
import { createWrites, EXAMPLE_ETAG, type Writes } from './written.ts';

/** A success of one operation. */
export interface Example {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch' | 'head';
  readonly path: string;
  readonly status: number;
  /** The name of the body's contract. */
  readonly accepts?: string;
  /** Absent: the response has none. */
  readonly body?: unknown;
  /** Says how long it stays fresh, and is revalidated by its entity tag. */
  readonly isStored?: boolean;
}

const PROFILES = { vendor, microsoft };

export interface ProfileOptions {
  /** Names of the paths and bodies. `vendor` by default. */
  readonly profile?: ProfileName;
}

/**
 * Returns a handler for each operation. What was written is there from then on, with entity tags and preconditions; else reads have
 * examples. A body that the contract refuses is refused. A list has a next page, which is empty and the last. The parts of a batch
 * are requests again, so that a handler of your own that comes first replaces one of these for them, too.
 */
export function handlers(baseUrl: string, { profile = 'vendor' }: ProfileOptions = {}): HttpHandler[] {
  const writes = createWrites(respondProblem);
  const { CONTRACTS, EXAMPLES } = PROFILES[profile];
  return Object.values(EXAMPLES).map((example) =>
    http[example.method](toPattern(baseUrl, example.path), async ({ request }) => {
      if (example.path.endsWith('/$batch')) return respondToBatch(request);
      return (await refuseBody(CONTRACTS, example, request)) ?? respond(example, request, writes);
    }),
  );
}

export interface ProblemOptions extends ProfileOptions {
  readonly message?: string;
  /** The service's code, for `upstream_refused`; by default the problem. */
  readonly code?: string;
  readonly status?: number;
  /** Of a write. */
  readonly outcome?: 'not-sent' | 'rejected' | 'accepted' | 'unknown';
  readonly retryAfterSeconds?: number;
  readonly target?: string;
  /** Invalid members, as a form shows them. */
  readonly details?: readonly ErrorDetail[];
  /** Only for the next request. */
  readonly once?: boolean;
}

/** Returns a handler that refuses an operation, for `server.use`. */
export function refuse(
  baseUrl: string,
  operation: OperationName,
  problem: ProblemType,
  options: ProblemOptions = {},
): HttpHandler {
  const { method, path } = PROFILES[options.profile ?? 'vendor'].EXAMPLES[operation] as Example;
  const { once = false } = options;
  return http[method](toPattern(baseUrl, path), ({ request }) => respondProblem(request.url, problem, options), {
    once,
  });
}

/** Returns the problem in the operation's format: that of health events has its members at the top level. */
export function respondProblem(url: string, problem: ProblemType, options: ProblemOptions = {}): Response {
  const [status, message] = vendor.PROBLEMS[problem];
  const { code = problem, outcome, retryAfterSeconds, target, details = [] } = options;
  const error = { code, message: options.message ?? message };
  const headers = {
    'x-ms-request-id': crypto.randomUUID(),
    'x-ms-error-code': code,
    'x-frontdesk-problem': problem,
    ...(outcome && { 'x-frontdesk-outcome': outcome }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  const text = details.map((detail) => `${detail.target}: ${detail.message}`).join('; ');
  const body = /ResourceHealth/i.test(url) ? { ...error, details: text } : { error: { ...error, target, details } };
  return HttpResponse.json(body, { status: options.status ?? status, headers });
}

/** A base that is only a path is that of the page. */
function toPattern(baseUrl: string, path: string): RegExp {
  const base = baseUrl.replace(/\/+$/, '');
  const origin = base.startsWith('/') || base === '' ? 'https?://[^/]+' : '';
  const escaped = (base + path.replace(/\{\w+\}/g, '{}')).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${origin}${escaped.replaceAll('{}', '[^/()]+')}$`, 'i');
}

async function refuseBody(contracts: Contracts, { accepts }: Example, request: Request): Promise<Response | undefined> {
  const text = accepts === undefined ? '' : await request.clone().text();
  const details = text === '' ? [] : listInvalid(contracts, { ref: accepts as string }, JSON.parse(text));
  const outcome = 'not-sent';
  return details.length === 0 ? undefined : respondProblem(request.url, 'invalid_request', { details, outcome });
}

async function respond(example: Example, request: Request, writes: Writes): Promise<Response> {
  const written = await writes.respond(example, request);
  if (written) return written;
  const { status, body, isStored } = example;
  const isList = Array.isArray((body as { readonly value?: unknown } | undefined)?.value);
  const headers = {
    'x-ms-request-id': crypto.randomUUID(),
    'cache-control': isStored ? 'private, max-age=60' : 'no-store',
    ...((isStored || (request.method === 'GET' && !isList)) && { etag: EXAMPLE_ETAG }),
  };
  if (isStored && request.headers.get('if-none-match') === EXAMPLE_ETAG)
    return new HttpResponse(null, { status: 304, headers });
  if (body === undefined) return new HttpResponse(null, { status, headers });
  const isNext = new URL(request.url).searchParams.has('$skipToken');
  return HttpResponse.json(isNext ? toLastPage(body) : writes.change(request, body), { status, headers });
}

function toLastPage(body: unknown): object {
  const { nextLink: _, '@odata.nextLink': __, ...rest } = body as Readonly<Record<string, unknown>>;
  return { ...rest, value: [] };
}

interface Part {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Parts name paths below the batch's own. */
async function respondToBatch(request: Request): Promise<Response> {
  const base = request.url.replace(/\/\$batch(?:\?.*)?$/i, '');
  const { requests } = (await request.json()) as { readonly requests: readonly Part[] };
  const responses = requests.map(async ({ id, method, url, headers = {}, body }) => {
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const part = await fetch(`${base}/${url.replace(/^\//, '')}`, init);
    const text = await part.text();
    const received = Object.fromEntries(part.headers);
    return { id, status: part.status, headers: received, ...(text !== '' && { body: JSON.parse(text) }) };
  });
  return HttpResponse.json({ responses: await Promise.all(responses) });
}
