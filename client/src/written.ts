/** What requests have written under the handlers for Mock Service Worker. */
import { HttpResponse } from 'msw';
import type { Example, respondProblem } from './msw.ts';

/** Of what is only an example. */
export const EXAMPLE_ETAG = '"example"';

type Body = Readonly<Record<string, unknown>>;

interface Written {
  readonly etag: string;
  /** Undefined: deleted. */
  readonly body: Body | undefined;
}

export interface Writes {
  /** Returns the response to a write, and to a read of what was written; undefined for all else. */
  respond(example: Example, request: Request): Promise<Response | undefined>;
  /** Adds what was written to a list of examples, and leaves out what was deleted. */
  change(request: Request, body: unknown): object;
}

export function createWrites(respond: typeof respondProblem): Writes {
  const all = new Map<string, Written>();
  const find = (request: Request) => all.get(toKey(request.url));

  function write(example: Example, request: Request, sent: Body | undefined): Response {
    const last = find(request);
    if (!isMatch(request.headers, last)) return refuse(request, 'PreconditionFailed', 412, 'rejected');
    if (last && !last.body && request.method !== 'PUT') return refuse(request, 'NotFound', 404, 'rejected');
    const old = request.method === 'PATCH' ? ((last?.body ?? example.body) as Body) : {};
    const body = sent && { ...toIdentity(example, request.url), ...merge(old, sent) };
    const written = { etag: `"${crypto.randomUUID()}"`, body };
    all.set(toKey(request.url), written);
    return toResponse(written, request.method === 'PUT' ? (last?.body ? 200 : 201) : example.status);
  }

  const refuse = (request: Request, code: string, status: number, outcome?: 'rejected') =>
    respond(request.url, 'upstream_refused', { code, status, ...(outcome && { outcome }) });

  return {
    async respond(example, request) {
      const sent = /^P(?:UT|ATCH)$/.test(request.method) ? await readBody(request) : undefined;
      if (sent) return write(example, request, sent);
      if (request.method === 'DELETE') return write(example, request, undefined);
      const written = request.method === 'GET' ? find(request) : undefined;
      if (!written) return undefined;
      return written.body ? toResponse(written, 200) : refuse(request, 'NotFound', 404);
    },
    change(request, body) {
      const { value, ...rest } = body as { readonly value?: readonly Body[] };
      if (!Array.isArray(value)) return body as object;
      const [list, keys] = [`${toKey(request.url)}/`, [...all.keys()]];
      const own = keys.filter((key) => key.startsWith(list) && !key.slice(list.length).includes('/'));
      const names = own.map((key) => key.slice(list.length));
      const kept = value.filter(
        (element: Body) => !names.includes(String(element['name'] ?? element['id']).toLowerCase()),
      );
      return { ...rest, value: [...kept, ...own.flatMap((key) => all.get(key)?.body ?? [])] };
    },
  };
}

/** Members and properties that a PATCH does not name stay. */
function merge(old: Body, sent: Body): Body {
  const properties = { ...Object(old['properties']), ...Object(sent['properties']) };
  return { ...old, ...sent, ...(sent['properties'] !== undefined && { properties }) };
}

/** Resource ids are compared without regard to case. */
function toKey(url: string): string {
  return new URL(url).pathname.toLowerCase();
}

async function readBody(request: Request): Promise<Body | undefined> {
  const text = await request.clone().text();
  return text === '' ? undefined : JSON.parse(text);
}

/** `*` needs a resource, or none. What nobody has written yet may be there or not. */
function isMatch(headers: Headers, written: Written | undefined): boolean {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  if (noneMatch === '*' && written?.body) return false;
  if (match === null || (match === '*' && !written)) return true;
  return written ? written.body !== undefined && (match === '*' || match === written.etag) : match === EXAMPLE_ETAG;
}

/** What the server sets. */
function toIdentity({ body }: Example, url: string): Body {
  const { pathname } = new URL(url);
  const { type } = (body ?? {}) as { readonly type?: unknown };
  return { id: decodeURIComponent(pathname), name: decodeURIComponent(pathname.split('/').at(-1) ?? ''), type };
}

function toResponse({ etag, body }: Written, status: number): Response {
  const headers = { 'x-ms-request-id': crypto.randomUUID(), 'cache-control': 'no-store' };
  if (!body) return new HttpResponse(null, { status, headers });
  return HttpResponse.json(body, { status, headers: { ...headers, etag } });
}
