/** Sends requests to one upstream: admission, credential, attempts and retries, within a deadline. */

import { HttpClient, type HttpResponse, TimeoutError } from '../http/http-client.ts';
import { type Clock, type Deadline, sleep } from '../time/clock.ts';
import { Admission } from './admission.ts';
import { decideRetry, type Failure, isNotProcessed, readStatusFailure, toFailure, toProblem } from './failure.ts';
import { removeCredential } from './redact.ts';
import type { Quota } from './scope.ts';
import type { TokenCache } from './token-cache.ts';
import type { Upstream } from './upstream.ts';
import type { CallKind, UpstreamLimits } from './upstreams.ts';

export interface UpstreamRequest {
  readonly method: string;
  /** Encoded path and query, without the upstream's base path. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Measures a call; the request's record implements it. */
export interface Tracer {
  /** Starts a span; returns the headers to send and a function that ends it. */
  startSpan(name: 'token' | 'queue' | 'upstream' | 'pause'): {
    readonly headers: Readonly<Record<string, string>>;
    end(status?: number, failure?: string): void;
  };
}

export interface SendOptions {
  /** It may change something, so it is repeated only if it was not processed. */
  readonly isWrite: boolean;
  readonly quota: Quota;
  readonly tracer: Tracer;
  /** Most bytes of the response; `limits` may say otherwise. */
  readonly maxResponseBytes: number;
}

interface Call {
  readonly request: UpstreamRequest;
  readonly options: SendOptions;
  readonly deadline: Deadline;
  /** Whether the upstream may have processed the present attempt. */
  isUnclear: boolean;
}

/** The result of an attempt; a response fails by 429, 5xx and the like. */
type Attempt =
  | { readonly response: HttpResponse; readonly failure: Failure | undefined }
  | { readonly response?: undefined; readonly failure: Failure };

const CONNECT_TIMEOUT_MS = 1_000;

export class UpstreamClient {
  readonly #upstream: Upstream;
  readonly #http: HttpClient;
  readonly #admissions: Readonly<Record<CallKind, Admission>>;
  readonly #limits: () => UpstreamLimits;
  readonly #tokens: TokenCache;
  readonly #clock: Clock;

  /** `limits` is called at each use. */
  constructor(upstream: Upstream, limits: () => UpstreamLimits, tokens: TokenCache, clock: Clock) {
    this.#upstream = upstream;
    const { origin, proxyUrl } = upstream;
    this.#http = new HttpClient(origin, { clock, connectTimeoutMs: CONNECT_TIMEOUT_MS, proxyUrl });
    this.#admissions = { read: new Admission('read', limits, clock), write: new Admission('write', limits, clock) };
    this.#limits = limits;
    this.#tokens = tokens;
    this.#clock = clock;
  }

  /** Returns the response of the last attempt, with any status. @throws Problem if no attempt has one. */
  async send(request: UpstreamRequest, options: SendOptions, deadline: Deadline): Promise<HttpResponse> {
    const call: Call = { request, options, deadline, isUnclear: false };
    for (let count = 1; ; count++) {
      const { response, failure } = await this.#attempt(call);
      const waitMs = failure && this.#decideRetry(call, failure, count);
      if (waitMs !== undefined) {
        const pause = options.tracer.startSpan('pause');
        await sleep(this.#clock, waitMs);
        pause.end();
      } else if (response) return response;
      else throw toProblem(failure, call.isUnclear);
    }
  }

  collectStats() {
    const { name: upstream } = this.#upstream;
    return Object.values(this.#admissions).map((admission) => ({ ...admission.collectStats(), upstream }));
  }

  /** Closes the connections, also those in use. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async #attempt(call: Call): Promise<Attempt> {
    const { quota, tracer } = call.options;
    const permit = await this.#admissions[quota.kind].admit(quota, call.deadline, () => tracer.startSpan('queue'));
    try {
      const attempt = await this.#sendWithCredential(call);
      permit.recordResult(attempt.failure, attempt.response?.headers);
      return attempt;
    } catch (problem) {
      permit.cancel();
      throw problem;
    }
  }

  /** @throws Problem `identity_unavailable`. */
  async #sendWithCredential(call: Call): Promise<Attempt> {
    const { options, deadline } = call;
    const { key, scope } = this.#upstream;
    if (key) return this.#sendOnce(call, { [key.header]: key.value }, key.value);
    const sendWith = (token: string) => this.#sendOnce(call, { authorization: `Bearer ${token}` }, token);
    const { token } = await this.#tokens.get(scope, deadline, options.tracer);
    const attempt = await sendWith(token);
    if (attempt.response?.status !== 401) return attempt;
    // A rejected token means that nothing was processed, so the request is sent once more if there is another token.
    const other = await this.#tokens.replace(scope, token, deadline, options.tracer);
    return other ? sendWith(other.token) : attempt;
  }

  /** Sends one attempt. No response may contain `secret`. */
  async #sendOnce(call: Call, credential: Readonly<Record<string, string>>, secret: string): Promise<Attempt> {
    const { request, options, deadline } = call;
    call.isUnclear = false;
    const timeoutMs = deadline.remainingMs();
    const span = options.tracer.startSpan('upstream');
    try {
      const sent = await this.#http.send({
        method: request.method,
        path: this.#upstream.basePath + request.target,
        // Object.assign: ten times faster than spread here (bench/findings.md).
        headers: Object.assign({}, request.headers, credential, span.headers),
        body: request.body,
        mayOmitBody: options.isWrite,
        maxResponseBytes: this.#limits().maxResponseBytes ?? options.maxResponseBytes,
        timeoutMs,
        onSend: () => {
          call.isUnclear = true;
        },
      });
      const response = removeCredential(sent, secret);
      span.end(response.status);
      const failure = readStatusFailure(response, this.#clock.wallNow());
      if (response.status === 401 || (failure && isNotProcessed(failure))) call.isUnclear = false;
      return { response, failure };
    } catch (cause) {
      const failure = toFailure(cause, call.isUnclear, cause instanceof TimeoutError ? timeoutMs : undefined);
      span.end(undefined, failure.kind);
      return { failure };
    }
  }

  /** Returns the milliseconds to wait before the next attempt, or undefined for no retry. */
  #decideRetry({ options, deadline }: Call, failure: Failure, attempts: number): number | undefined {
    const { isWrite, quota } = options;
    if (!this.#admissions[quota.kind].isHealthy(quota)) return undefined;
    return decideRetry({ isWrite, failure, attempts, remainingMs: deadline.remainingMs(), random: Math.random() });
  }
}
