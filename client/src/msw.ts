/** Handlers for Mock Service Worker, made from the examples of the OpenAPI documents. Needs the package `msw`. */
import { getResponse, type HttpHandler, HttpResponse, http } from 'msw';
import { EXAMPLES as MICROSOFT } from './examples.microsoft.ts';
import { EXAMPLES as VENDOR } from './examples.ts';
import type { ProfileName } from './types.ts';

/** A success of one operation. */
export interface Example {
  readonly method: 'get' | 'put' | 'patch' | 'post' | 'delete';
  readonly path: string;
  readonly status: number;
  /** Absent: the response has none. */
  readonly body?: unknown;
  /** Says how long it stays fresh, and is revalidated by its entity tag. */
  readonly isStored?: boolean;
}

const EXAMPLES: Readonly<Record<ProfileName, Readonly<Record<string, Example>>>> = {
  vendor: VENDOR,
  microsoft: MICROSOFT,
};

export interface HandlerOptions {
  /** Names of the paths and bodies. `vendor` by default. */
  readonly profile?: ProfileName;
}

/**
 * Returns a handler for each operation. A list has a next page, which is empty and the last; the parts of a batch get what they would
 * get alone. A handler of your own that comes first replaces one of these.
 */
export function handlers(baseUrl: string, { profile = 'vendor' }: HandlerOptions = {}): HttpHandler[] {
  const base = baseUrl.replace(/\/+$/, '');
  const all: HttpHandler[] = Object.values(EXAMPLES[profile]).map((example) =>
    http[example.method](toPattern(base, example.path), ({ request }) =>
      example.path.endsWith('/$batch') ? respondToBatch(all, request) : respond(example, request),
    ),
  );
  return all;
}

/** A base that is only a path is that of the page. */
function toPattern(base: string, path: string): RegExp {
  const origin = base.startsWith('/') || base === '' ? 'https?://[^/]+' : '';
  const escaped = (base + path.replace(/\{\w+\}/g, '{}')).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${origin}${escaped.replaceAll('{}', '[^/()]+')}$`, 'i');
}

const ETAG = '"example"';

function respond({ status, body, isStored }: Example, { url, headers: sent }: Request): Response {
  const headers = {
    'x-ms-request-id': crypto.randomUUID(),
    ...(isStored ? { 'cache-control': 'private, max-age=60', etag: ETAG } : { 'cache-control': 'no-store' }),
  };
  if (isStored && sent.get('if-none-match') === ETAG) return new HttpResponse(null, { status: 304, headers });
  if (body === undefined) return new HttpResponse(null, { status, headers });
  return HttpResponse.json(new URL(url).searchParams.has('$skipToken') ? toLastPage(body) : body, { status, headers });
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
async function respondToBatch(all: readonly HttpHandler[], request: Request): Promise<Response> {
  const base = request.url.replace(/\/\$batch(?:\?.*)?$/i, '');
  const { requests } = (await request.json()) as { readonly requests: readonly Part[] };
  const responses = requests.map(async ({ id, method, url, headers = {}, body }) => {
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const part = await getResponse([...all], new Request(`${base}/${url.replace(/^\//, '')}`, init));
    const text = (await part?.text()) ?? '';
    return {
      id,
      status: part?.status ?? 404,
      headers: Object.fromEntries(part?.headers ?? []),
      ...(text === '' ? {} : { body: JSON.parse(text) }),
    };
  });
  return HttpResponse.json({ responses: await Promise.all(responses) });
}
