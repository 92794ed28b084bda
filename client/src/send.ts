/** Sends a call: gets a token, repeats the request where that may help, and reads the response. */
import { composePath, omitUndefined } from './compose-path.ts';
import { FrontdeskError, markLost, readHeaders } from './error.ts';
import type { CallOptions, ClientOptions, ProfileName, Refused, SentRequest } from './types.ts';
import type { AnyInput, AnyResponse, RoutedOperation } from './untyped.ts';

type Options = ClientOptions<ProfileName>;

/** A longer Retry-After is not waited for. */
export const MAX_WAIT_SECONDS = 30;

export async function send(
  options: Options,
  operation: RoutedOperation,
  input: AnyInput,
  callOptions: CallOptions,
): Promise<AnyResponse> {
  const { attempts = 1, maxWaitSeconds = MAX_WAIT_SECONDS } = options.retry ?? {};
  const url = options.baseUrl.replace(/\/+$/, '') + composePath(operation, input);
  let attempt = 0;
  const sendWith = (token: string) => {
    const request = { operation: operation.name, method: operation.method, url, attempt: ++attempt };
    return sendOnce(options, { ...request, token }, input, callOptions);
  };
  for (let left = attempts; ; ) {
    try {
      return await sendRenewed(options, sendWith);
    } catch (error) {
      const waitSeconds = toWait(error) ?? Number.POSITIVE_INFINITY;
      if (--left <= 0 || waitSeconds > maxWaitSeconds) throw error;
      await sleep(waitSeconds * 1_000, callOptions.signal);
    }
  }
}

/** Sends the request once more if it is refused for its token, and there is another one. */
async function sendRenewed(
  { getToken }: Options,
  sendWith: (token: string) => Promise<AnyResponse>,
): Promise<AnyResponse> {
  const token = await getToken({});
  try {
    return await sendWith(token);
  } catch (error) {
    if (!(error instanceof FrontdeskError) || error.status !== 401) throw error;
    const other = await getToken({ refused: readChallenge(error.headers) });
    if (other === token) throw error;
    return sendWith(other);
  }
}

/** Returns why the token was refused; `claims` as `acquireTokenSilent` of MSAL takes them. */
function readChallenge(headers: Headers): Refused {
  const challenge = headers.get('www-authenticate') ?? '';
  const claims = /claims="(.+?)"/.exec(challenge)?.[1];
  return { challenge, claims: claims && atob(claims) };
}

/** Only a GET is repeated, since it changes nothing. */
function toWait(error: unknown): number | undefined {
  const mayRepeat = error instanceof FrontdeskError && error.method === 'GET' && [429, 503].includes(error.status);
  return mayRepeat ? error.retryAfterSeconds : undefined;
}

/** Rejects when `signal` aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted();
    timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => reject(signal.reason), ended);
  }).finally(() => {
    clearTimeout(timer);
    ended.abort();
  });
}

async function sendOnce(
  { fetch: fetchUrl = fetch, parse, onRequest, onResponse }: Options,
  { token, ...request }: SentRequest & { readonly token: string },
  { body, ifMatch, ifNoneMatch }: AnyInput,
  { signal, clientRequestId, noCache }: CallOptions,
): Promise<AnyResponse> {
  const headers = omitUndefined({
    authorization: `Bearer ${token}`,
    'content-type': body && 'application/json',
    'if-match': ifMatch,
    // With it, as with `no-store`, `fetch` adds `Pragma`, and then `no-cache` is no explicit refresh (Fetch Standard, 4.6).
    'if-none-match': noCache ? undefined : ifNoneMatch,
    'cache-control': noCache ? 'no-cache' : undefined,
    'x-ms-client-request-id': clientRequestId,
  });
  onRequest?.(request);
  const startedAt = performance.now();
  const init = {
    method: request.method,
    headers,
    // The token must not follow a redirect.
    redirect: 'error',
    body: JSON.stringify(body),
    // A browser's own stored response would be older than it says, and would hide the service's.
    cache: noCache ? 'default' : 'no-store',
    signal: signal ?? null,
  } as const;
  const [response, text] = await receive(fetchUrl, request.url, init);
  const durationMs = performance.now() - startedAt;
  const { status, ok, headers: received } = response;
  const known = readHeaders(received);
  onResponse?.({ ...request, status, durationMs, ...known });
  const parsed = parseJson(text, parse);
  // A success that is no JSON comes from a proxy, not from Frontdesk.
  const isForeign = ok && text !== '' && parsed === undefined;
  if (isForeign || (!ok && status !== 304)) throw new FrontdeskError(response, parsed, request);
  return { status, body: parsed, ...known, headers: received };
}

async function receive(fetchUrl: typeof fetch, url: string, init: RequestInit): Promise<[Response, string]> {
  try {
    const response = await fetchUrl(url, init);
    return [response, await response.text()];
  } catch (error) {
    throw markLost(error);
  }
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
