/** Sends requests to one upstream: admission, credential, attempts and retries, within a deadline. */
import { createHttpClient, type HttpClient, type HttpResponse, TimeoutError } from '../http/http-client.ts';
import { type Outcome, Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Deadline, sleep } from '../time/deadline.ts';
import { AdmissionControl, type AdmissionStats, type Quota } from './admission.ts';
import type { UpstreamRequest } from './compose-request.ts';
import { type Failure, readStatusFailure, toFailure } from './failure.ts';
import type { UpstreamLimits } from './limits.ts';
import { removeCredential } from './redact.ts';
import { decideRetry, type Idempotency, isNotProcessed } from './retry.ts';
import type { TokenCache, Tracer } from './token-cache.ts';
import type { Upstream } from './upstreams.ts';

export interface SendOptions {
  readonly idempotency: Idempotency;
  readonly maxAttempts: number;
  /** Milliseconds per attempt. */
  readonly timeoutMs: number;
  readonly quota: Quota;
  readonly tracer: AttemptTracer;
}

interface AttemptTracer extends Tracer {
  /** Called before each attempt; the first is 1. */
  countAttempt(count: number): void;
}

export interface UpstreamResponse extends HttpResponse {
  /** The upstream may have processed an earlier attempt. */
  readonly isRepeated: boolean;
}

/** Both are set if the response is a failure: 429 or 5xx. */
type AttemptResult =
  | { readonly response: HttpResponse; readonly failure?: Failure }
  | { readonly response?: undefined; readonly failure: Failure };

interface Credential {
  readonly header: string;
  readonly value: string;
  /** What no response may contain. */
  readonly secret: string;
}

const CONNECT_TIMEOUT_MS = 1_000;
const WARM_UP_TIMEOUT_MS = 3_000;

export class UpstreamClient {
  readonly #upstream: Upstream;
  readonly #http: HttpClient;
  readonly #admission: AdmissionControl;
  readonly #tokens: TokenCache;
  readonly #clock: Clock;

  constructor(upstream: Upstream, limits: UpstreamLimits, tokens: TokenCache, clock: Clock) {
    const { origin, maxResponseBytes } = upstream;
    this.#upstream = upstream;
    this.#http = createHttpClient(origin, { clock, maxResponseBytes, connectTimeoutMs: CONNECT_TIMEOUT_MS });
    this.#admission = new AdmissionControl(limits, clock);
    this.#tokens = tokens;
    this.#clock = clock;
  }

  /** Returns the response of the last attempt, whatever its status. @throws Problem if there is none. */
  async send(request: UpstreamRequest, options: SendOptions, deadline: Deadline): Promise<UpstreamResponse> {
    this.#admission.retryBudget.countRequest(this.#clock.monotonicNow());
    let isRepeated = false;
    for (let count = 1; ; count++) {
      options.tracer.countAttempt(count);
      const { response, failure } = await this.#attempt(request, options, deadline);
      const waitMs = failure && this.#decideWait(options, failure, count, deadline);
      if (failure === undefined || waitMs === undefined) {
        if (response === undefined) throw toTransportProblem(failure, options.idempotency);
        const { status, headers, body } = response;
        return { status, headers, body, isRepeated };
      }
      isRepeated ||= !isNotProcessed(failure);
      await sleep(this.#clock, waitMs);
    }
  }

  collectStats(): readonly AdmissionStats[] {
    return this.#admission.collectStats();
  }

  /** Opens a connection with a request without credentials; rejects if that fails. */
  async connect(): Promise<void> {
    const path = `${this.#upstream.basePath}/`;
    await this.#http.send({ method: 'HEAD', path, headers: {}, timeoutMs: WARM_UP_TIMEOUT_MS });
  }

  /** Waits for requests in progress. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async #attempt(request: UpstreamRequest, options: SendOptions, deadline: Deadline): Promise<AttemptResult> {
    const permit = await this.#admission.admit(options.quota, deadline);
    try {
      const result = await this.#sendWithCredential(request, options, deadline);
      permit.recordResult(result.failure, result.response?.headers);
      return result;
    } catch (problem) {
      permit.cancel();
      throw problem;
    }
  }

  /** @throws Problem `identity_unavailable`. */
  async #sendWithCredential(
    request: UpstreamRequest,
    options: SendOptions,
    deadline: Deadline,
  ): Promise<AttemptResult> {
    const { key, scope } = this.#upstream;
    const send = (credential: Credential) => this.#sendOnce(request, credential, options, deadline);
    if (key) return send({ header: key.header, value: key.value, secret: key.value });
    const { token } = await this.#tokens.get(scope, deadline, options.tracer);
    const result = await send(toBearer(token));
    if (result.response?.status !== 401) return result;
    // A rejected token means that nothing was processed, so the request is sent once more if there is another token.
    const other = await this.#tokens.replace(scope, token, deadline, options.tracer);
    return other ? send(toBearer(other.token)) : result;
  }

  async #sendOnce(
    { method, target, headers, body }: UpstreamRequest,
    credential: Credential,
    { tracer, timeoutMs }: SendOptions,
    deadline: Deadline,
  ): Promise<AttemptResult> {
    const span = tracer.startSpan('upstream');
    try {
      const sent = await this.#http.send({
        method,
        path: this.#upstream.basePath + target,
        // Object.assign: ten times faster than spread here (bench/findings.md).
        headers: Object.assign({}, headers, { [credential.header]: credential.value }, span.headers),
        body,
        timeoutMs: Math.min(timeoutMs, deadline.remainingMs()),
      });
      const response = removeCredential(sent, credential.secret);
      span.end(response.status);
      const failure = readStatusFailure(response, this.#clock.wallNow());
      return failure ? { response, failure } : { response };
    } catch (cause) {
      const failure = toFailure(cause, cause instanceof TimeoutError);
      span.end(undefined, failure.kind);
      return { failure };
    }
  }

  /** Returns undefined for no retry. */
  #decideWait(options: SendOptions, failure: Failure, attempts: number, deadline: Deadline): number | undefined {
    const { idempotency, maxAttempts, quota } = options;
    if (!this.#admission.isHealthy(quota.kind)) return undefined;
    const remainingMs = deadline.remainingMs();
    const random = Math.random();
    const waitMs = decideRetry({ idempotency, failure, attempts, maxAttempts, remainingMs, random });
    // The budget comes last, so that only a retry that will be sent takes from it.
    return waitMs !== undefined && this.#admission.retryBudget.take(this.#clock.monotonicNow()) ? waitMs : undefined;
  }
}

function toBearer(token: string): Credential {
  return { header: 'authorization', value: `Bearer ${token}`, secret: token };
}

function toTransportProblem(failure: Failure, idempotency: Idempotency): Problem {
  const outcome: Outcome = isNotProcessed(failure) ? 'not-sent' : 'unknown';
  const options = {
    ...(idempotency === 'safe' ? {} : { outcome }),
    cause: 'cause' in failure ? failure.cause : undefined,
  };
  if (failure.kind === 'timeout') return new Problem('upstream_timeout', options);
  if (failure.kind === 'invalid') return new Problem('upstream_invalid_response', options);
  return new Problem('upstream_unreachable', options);
}
