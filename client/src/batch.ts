/** A client whose reads of the same moment and API are sent as one `$batch` of up to 20; each gets a separate response. */
import { createFrontdeskClient } from './client.ts';
import { ROUTES } from './schema.ts';
import { parseJson } from './send.ts';
import type { ClientOptions, FrontdeskClient, OperationName, ProfileName, Routes } from './types.ts';

export interface BatchingOptions {
  /** Milliseconds that a read waits for others. Default: 5. */
  readonly windowMs?: number;
}

export type BatchingClient<Profile extends ProfileName = 'vendor'> = FrontdeskClient<Profile> & {
  /** Waits for calls, and returns how each ended, in the same order; never rejects. A refused call's `reason` is a `FrontdeskError`. */
  batch<const Calls extends readonly Promise<unknown>[]>(
    calls: Calls,
  ): Promise<{ readonly [Place in keyof Calls]: PromiseSettledResult<Awaited<Calls[Place]>> }>;
};

/** Returns a client as `createFrontdeskClient` does; reads that are not cached are sent in batches, all others by themselves. */
export function createBatchingClient<Profile extends ProfileName = 'vendor'>(
  options: ClientOptions<Profile> & BatchingOptions,
): BatchingClient<Profile> {
  const batches = new Batches(options);
  const batched = createFrontdeskClient<Profile>({ ...options, fetch: batches.fetch });
  // What is cached would wait for what is not.
  const isBatched = ([, { method, ...route }]: [string, Routes[OperationName]]) =>
    method === 'GET' && !('isCached' in route);
  const reads = Object.entries(ROUTES)
    .filter(isBatched)
    .map(([name]) => [name, batched[name as OperationName]]);
  const batch = (calls: readonly Promise<unknown>[]) => Promise.allSettled(calls);
  return { ...createFrontdeskClient(options), ...Object.fromEntries(reads), batch } as BatchingClient<Profile>;
}

/** A call that waits for its response. `init` is as the client makes it. */
interface Waiting {
  readonly url: string;
  readonly init: RequestInit;
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: unknown) => void;
}

interface Part {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const MAX_PARTS = 20;

class Batches {
  readonly #base: string;
  readonly #windowMs: number;
  readonly #fetch: typeof fetch;
  /** By token, which a batch has one of, and API: one that is slow holds up only its own. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor({ baseUrl, windowMs = 5, fetch: fetchUrl }: ClientOptions<ProfileName> & BatchingOptions) {
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#windowMs = windowMs;
    this.#fetch = fetchUrl ?? ((...request) => fetch(...request));
  }

  readonly fetch = (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const ended = new AbortController();
    const { signal } = init;
    const response = new Promise<Response>((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', () => reject(signal.reason), ended);
      const { authorization = '' } = init.headers as Record<string, string>;
      const api = String(url).slice(this.#base.length).split(/[/(?]/)[1];
      const key = `${authorization} ${api}`;
      const waiting = this.#waiting.get(key) ?? [];
      waiting.push({ url: String(url), init, resolve, reject });
      this.#waiting.set(key, waiting);
      if (waiting.length === MAX_PARTS) this.#flush(key, waiting);
      else if (waiting.length === 1) setTimeout(() => this.#flush(key, waiting), this.#windowMs);
    });
    return response.finally(() => ended.abort());
  };

  #flush(key: string, waiting: Waiting[]): void {
    // Otherwise they left when the batch was full.
    if (this.#waiting.get(key) !== waiting) return;
    this.#waiting.delete(key);
    const calls = waiting.filter(({ init }) => !init.signal?.aborted);
    const [first] = calls;
    if (calls.length === 1 && first) this.#fetch(first.url, first.init).then(first.resolve, first.reject);
    else if (first) void this.#send(first.init, calls);
  }

  async #send({ headers: sent }: RequestInit, calls: readonly Waiting[]): Promise<void> {
    const ended = new AbortController();
    try {
      const response = await this.#fetch(`${this.#base}/$batch`, {
        method: 'POST',
        headers: {
          authorization: (sent as Record<string, string>)['authorization'] ?? '',
          'content-type': 'application/json',
        },
        redirect: 'error',
        body: JSON.stringify({ requests: calls.map((call, index) => this.#toRequest(call, index)) }),
        signal: abortWithAll(calls, ended.signal),
      });
      const text = await response.text();
      const { status, headers } = response;
      const parts = response.ok ? readParts(text) : undefined;
      for (const [index, { resolve, reject }] of calls.entries()) {
        const part = parts?.get(String(index));
        if (!parts) resolve(new Response(text, { status, headers }));
        else if (part) resolve(toResponse(part));
        else reject(new TypeError('The batch has no response to this request.'));
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    } finally {
      ended.abort();
    }
  }

  #toRequest({ url, init: { method, headers, body } }: Waiting, index: number) {
    const { authorization: _, ...own } = headers as Record<string, string>;
    const parsed = body === undefined ? {} : { body: JSON.parse(body as string) };
    return { id: String(index), method, url: url.slice(this.#base.length), headers: own, ...parsed };
  }
}

/** Returns a signal that is aborted once nobody waits any more. When `ended` aborts, the calls' signals, which may live on, are let go. */
function abortWithAll(calls: readonly Waiting[], ended: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const signals = calls.map(({ init }) => init.signal);
  const abort = () => signals.every((signal) => signal?.aborted) && controller.abort();
  for (const signal of signals) signal?.addEventListener('abort', abort, { signal: ended });
  return controller.signal;
}

/** What is written again has the same digits, in every runtime that knows `JSON.rawJSON`. */
const parseExactly = (text: string) =>
  JSON.parse(text, (_, value, context?: { readonly source: string }) =>
    typeof value === 'number' && context && String(value) !== context.source
      ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(context.source)
      : value,
  );

/** Returns undefined if the text is not JSON: each call then gets this response. */
function readParts(text: string): ReadonlyMap<string, Part> | undefined {
  const body = parseJson(text, parseExactly) as { readonly responses?: readonly Part[] } | null | undefined;
  return body === undefined ? undefined : new Map(Array.from(body?.responses ?? [], (part) => [part.id, part]));
}

function toResponse({ status, headers, body }: Part): Response {
  const hasBody = body !== undefined && ![204, 205, 304].includes(status);
  return new Response(hasBody ? JSON.stringify(body) : null, { status, headers });
}
