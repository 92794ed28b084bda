/** Sends requests to one upstream: admission, credential, attempts and retries, within a deadline. */
import { createHttpClient, type HttpClient, type HttpResponse, TimeoutError } from '../http/http-client.ts';
import type { Clock } from '../time/clock.ts';
import { type Deadline, sleep } from '../time/deadline.ts';
import { AdmissionControl } from './admission.ts';
import { type Call, Calls } from './calls.ts';
import type { UpstreamRequest } from './compose-request.ts';
import { type Failure, readStatusFailure, toFailure, toProblem } from './failure.ts';
import type { AdmissionStats, Quota } from './kind-admission.ts';
import type { UpstreamLimits } from './limits.ts';
import { removeCredential } from './redact.ts';
import { decideRetry, type Idempotency, isNotProcessed } from './retry.ts';
import type { TokenCache } from './token-cache.ts';
import { measure, type Tracer } from './tracer.ts';
import type { Upstream } from './upstreams.ts';

export interface SendOptions {
  readonly idempotency: Idempotency;
  readonly maxAttempts: number;
  /** Milliseconds after which an attempt is given up for another one; the last has all the time that is left. */
  readonly timeoutMs: number;
  readonly quota: Quota;
  readonly tracer: Tracer;
}

/** A call and what it is sent with; `count` is the number of the present attempt. */
interface Sending {
  readonly request: UpstreamRequest;
  readonly options: SendOptions;
  readonly deadline: Deadline;
  readonly call: Call;
  readonly count: number;
}

/** Both are set if the response is a failure: 429 or 5xx. */
type AttemptResult =
  | { readonly response: HttpResponse; readonly failure?: Failure }
  | {
      readonly response?: undefined;
      readonly failure: Failure;
      /** Set if the attempt was given up for a retry, after so many milliseconds. */
      readonly retryInMs?: number | undefined;
    };

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
  readonly #calls = new Calls();

  /** `limits` is called at each use, but for `maxResponseBytes`. */
  constructor(upstream: Upstream, limits: () => UpstreamLimits, tokens: TokenCache, clock: Clock) {
    const { maxResponseBytes = upstream.maxResponseBytes } = limits();
    this.#upstream = upstream;
    this.#http = createHttpClient(upstream.origin, { clock, maxResponseBytes, connectTimeoutMs: CONNECT_TIMEOUT_MS });
    this.#admission = new AdmissionControl(limits, clock);
    this.#tokens = tokens;
    this.#clock = clock;
  }

  /** Returns the response of the last attempt, whatever its status. @throws Problem if there is none. */
  send(request: UpstreamRequest, options: SendOptions, deadline: Deadline): Promise<HttpResponse> {
    this.#admission.retryBudget.countRequest(this.#clock.monotonicNow());
    return this.#calls.run(async (call) => {
      for (let count = 1; ; count++) {
        const sending = { request, options, deadline, call, count };
        const result = await this.#attempt(sending);
        const { response, failure } = result;
        const waitMs = failure && ('retryInMs' in result ? result.retryInMs : this.#decideRetry(sending, failure));
        if (failure === undefined || waitMs === undefined) {
          if (response === undefined) throw toProblem(failure, call.isUnclear);
          return response;
        }
        await measure(options.tracer, 'pause', sleep(this.#clock, waitMs));
      }
    });
  }

  collectStats(): readonly AdmissionStats[] {
    return this.#admission.collectStats();
  }

  /** Opens a connection with a request without credentials; rejects if that fails. */
  async connect(): Promise<void> {
    const path = `${this.#upstream.basePath}/`;
    await this.#http.send({ method: 'HEAD', path, headers: {}, timeoutMs: WARM_UP_TIMEOUT_MS });
  }

  /** Ends every call in progress with the problem `shutting_down`; later ones too. */
  endCalls(): void {
    this.#calls.end();
  }

  /** Closes the connections, whatever is sent on them. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async #attempt(sending: Sending): Promise<AttemptResult> {
    const { options, deadline } = sending;
    const permit = await measure(options.tracer, 'queue', this.#admission.admit(options.quota, deadline));
    try {
      const result = await this.#sendWithCredential(sending);
      // An upstream that was not waited for is not known to be sick: slow is not dead.
      if ('retryInMs' in result) permit.cancel();
      else permit.recordResult(result.failure, result.response?.headers);
      return result;
    } catch (problem) {
      permit.cancel();
      throw problem;
    }
  }

  /** @throws Problem `identity_unavailable`. */
  async #sendWithCredential(sending: Sending): Promise<AttemptResult> {
    const { options, deadline } = sending;
    const { key, scope } = this.#upstream;
    const send = (credential: Credential) => this.#sendOnce(sending, credential);
    if (key) return send({ header: key.header, value: key.value, secret: key.value });
    const { token } = await this.#tokens.get(scope, deadline, options.tracer);
    const result = await send(toBearer(token));
    if (result.response?.status !== 401) return result;
    // A rejected token means that nothing was processed, so the request is sent once more if there is another token.
    const other = await this.#tokens.replace(scope, token, deadline, options.tracer);
    return other ? send(toBearer(other.token)) : result;
  }

  async #sendOnce(sending: Sending, credential: Credential): Promise<AttemptResult> {
    const { request, options, deadline, call } = sending;
    const { isUnclear } = call;
    const span = options.tracer.startSpan('upstream');
    let [isSent, retryInMs] = [false, undefined as number | undefined];
    try {
      const sent = await this.#http.send({
        method: request.method,
        path: this.#upstream.basePath + request.target,
        // Object.assign: ten times faster than spread here (bench/findings.md).
        headers: Object.assign({}, request.headers, { [credential.header]: credential.value }, span.headers),
        body: request.body,
        mayOmitBody: options.idempotency !== 'safe',
        timeoutMs: Math.min(options.timeoutMs, deadline.remainingMs()),
        onSend: () => {
          isSent = true;
          call.isUnclear = true;
        },
        onTimeout: () => {
          retryInMs = this.#decideRetry(sending, { kind: 'timeout', cause: undefined });
          return retryInMs === undefined ? deadline.remainingMs() : 0;
        },
      });
      const response = removeCredential(sent, credential.secret);
      span.end(response.status);
      const failure = readStatusFailure(response, this.#clock.wallNow());
      if (response.status === 401 || (failure && isNotProcessed(failure))) call.isUnclear = isUnclear;
      return failure ? { response, failure } : { response };
    } catch (cause) {
      const failure = toFailure(cause, cause instanceof TimeoutError, isSent);
      span.end(undefined, failure.kind);
      return retryInMs === undefined ? { failure } : { failure, retryInMs };
    }
  }

  /** Returns the milliseconds to wait before the next attempt, or undefined for no retry. */
  #decideRetry({ options, deadline, count }: Sending, failure: Failure): number | undefined {
    const { idempotency, maxAttempts, timeoutMs, quota } = options;
    if (!this.#admission.isHealthy(quota)) return undefined;
    const remainingMs = deadline.remainingMs();
    const random = Math.random();
    const waitMs = decideRetry({ idempotency, failure, attempts: count, maxAttempts, timeoutMs, remainingMs, random });
    // The budget comes last, so that only a retry that will be sent takes from it.
    return waitMs !== undefined && this.#admission.retryBudget.take(this.#clock.monotonicNow()) ? waitMs : undefined;
  }
}

function toBearer(token: string): Credential {
  return { header: 'authorization', value: `Bearer ${token}`, secret: token };
}
