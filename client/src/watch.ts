/** Polls an operation at the pace that its responses name, and yields what changed. */
import { FrontdeskError, passesByItself } from './error.ts';
import { sleep } from './send.ts';
import type { FrontdeskClient, Input, OperationResponse, ProfileName, ReadName } from './types.ts';
import type { AnyCall, AnyInput, AnyResponse } from './untyped.ts';

export interface WatchOptions {
  /** Aborting ends the loop, without an error. */
  readonly signal?: AbortSignal;
  /** Seconds between polls where responses name no pace: those of operations that Frontdesk does not cache. Default: 30. */
  readonly intervalSeconds?: number;
  /** Called for each failure after which polling continues, in `waitSeconds`. */
  readonly onError?: (error: unknown, waitSeconds: number) => void;
}

/** A response that has something to yield. */
export type Watched<Name extends ReadName, Profile extends ProfileName = 'vendor'> = Exclude<
  OperationResponse<Name, Profile>,
  { readonly status: 304 }
>;

/**
 * Yields the first response, then each that differs from the one before; of a list, the page that `input` names. In a hidden
 * page nothing more is sent; when the page is visible again, what is due is sent at once. What may pass by itself does not end it; all
 * else is thrown: a refusal that stays one (400, 401, 403, 404 …), a sign-in that needs a person, a mistake in the program.
 */
export function watch<Name extends ReadName, Profile extends ProfileName>(
  client: FrontdeskClient<Profile>,
  name: Name,
  input: Input<Name, Profile>,
  options: WatchOptions = {},
): AsyncGenerator<Watched<Name, Profile>, void, undefined> {
  const returned = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, returned.signal]) : returned.signal;
  const call = client[name] as unknown as AnyCall;
  const changes = poll(call, input as unknown as AnyInput, options, signal);
  const end = changes.return.bind(changes);
  // A generator's own `return` waits for the response that is being waited for.
  changes.return = (value) => {
    returned.abort();
    return end(value);
  };
  return changes as AsyncGenerator<Watched<Name, Profile>, void, undefined>;
}

async function* poll(call: AnyCall, input: AnyInput, options: WatchOptions, signal: AbortSignal) {
  const poller = new Poller(call, input, options);
  while (!signal.aborted) {
    try {
      const response = await poller.next(signal);
      const dueAt = performance.now() + poller.waitSeconds * 1_000;
      if (response) yield response;
      await sleep(dueAt - performance.now(), signal);
      await becomeVisible(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

class Poller {
  readonly #call: AnyCall;
  readonly #input: AnyInput;
  readonly #options: WatchOptions;
  /** Failures and stale responses in a row. */
  #setbacks = 0;
  #etag: unknown;
  #body: string | undefined;
  /** Until the next request. */
  waitSeconds = 0;

  constructor(call: AnyCall, input: AnyInput, options: WatchOptions) {
    this.#call = call;
    this.#input = input;
    this.#options = options;
    this.#etag = input['ifNoneMatch'];
  }

  /** Sends one request. Returns the response if it differs from the last one. */
  async next(signal: AbortSignal): Promise<AnyResponse | undefined> {
    try {
      const response = await this.#call({ ...this.#input, ifNoneMatch: this.#etag }, { signal });
      const timeToLive = readTimeToLive(response.headers);
      this.waitSeconds = this.#afterResponse(timeToLive);
      if (response.status === 304) return undefined;
      // Only a response with a pace can be revalidated.
      this.#etag = timeToLive === undefined ? undefined : response.etag;
      const last = this.#body;
      this.#body = JSON.stringify(response.body);
      return this.#body === last ? undefined : response;
    } catch (error) {
      if (!passesByItself(error, signal)) throw error;
      this.waitSeconds = this.#afterFailure(error);
      this.#options.onError?.(error, this.waitSeconds);
      return undefined;
    }
  }

  /** A stale response is being replaced, or cannot be: the next poll is soon, and later ones more and more rarely. */
  #afterResponse(timeToLive = this.#options.intervalSeconds ?? 30): number {
    if (timeToLive === 0) return this.#backOff();
    this.#setbacks = 0;
    return spread(timeToLive);
  }

  #afterFailure(error: unknown): number {
    const retryAfter = error instanceof FrontdeskError ? error.retryAfterSeconds : undefined;
    return Math.max(this.#backOff(), spread(retryAfter || 0));
  }

  #backOff(): number {
    return spread(Math.min(FIRST_SECONDS * 2 ** this.#setbacks++, LAST_SECONDS));
  }
}

const FIRST_SECONDS = 2;
const LAST_SECONDS = 60;
const MAX_SECONDS = 3_600;

/** Up to a tenth later, never earlier: watchers of one resource do not all ask at once, and none before it can have changed. */
function spread(seconds: number): number {
  return Math.min(seconds, MAX_SECONDS) * (1 + Math.random() / 10);
}

/** Returns for how many seconds a response is still fresh; undefined if it does not say. */
export function readTimeToLive(headers: Headers): number | undefined {
  const seconds = /\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1];
  return seconds === undefined ? undefined : Math.max(0, Number(seconds) - Number(headers.get('age') ?? 0));
}

/** What is used of a browser's document. */
type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { readonly visibilityState: string };

/** Rejects when `signal` aborts. */
async function becomeVisible(signal: AbortSignal): Promise<void> {
  const { document } = globalThis as { readonly document?: Page };
  while (document?.visibilityState === 'hidden') {
    const ended = new AbortController();
    await new Promise<unknown>((resolve, reject) => {
      document.addEventListener('visibilitychange', resolve, ended);
      signal.addEventListener('abort', () => reject(signal.reason), ended);
    }).finally(() => ended.abort());
  }
}
