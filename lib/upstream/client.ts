/** Carries a request to an upstream and brings the whole answer back, within the deadline and the tries that are allowed. */
import { type Outcome, Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Deadline, sleep } from '../time/deadline.ts';
import { type AdmissionControl, type AdmissionStats, createAdmissionControl, type Quota } from './admission.ts';
import { type AttemptResult, createAttempt, type Tracer } from './attempt.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { Failure } from './failure.ts';
import type { UpstreamLimits } from './limits.ts';
import { decideRetry, type Idempotency, isNotProcessed } from './retry.ts';
import type { TokenCache } from './token-cache.ts';
import { openTransport, type UpstreamAnswer } from './transport.ts';
import type { Upstream } from './upstreams.ts';

/** How a call may be tried. */
export interface SendOptions {
  readonly idempotency: Idempotency;
  readonly maxAttempts: number;
  /** Milliseconds that one try may take. */
  readonly timeoutMs: number;
  readonly quota: Quota;
  readonly watch: Watch;
}

/** Who is told how it goes. */
interface Watch extends Tracer {
  /** Comes before each try. */
  countAttempt(count: number): void;
}

export interface UpstreamResponse extends UpstreamAnswer {
  /** An earlier try ended without an answer: the upstream may have acted on it. */
  readonly isRepeated: boolean;
}

export interface UpstreamClient {
  /** Throws a Problem when there is no answer; any status is an answer. */
  send(request: UpstreamRequest, tries: SendOptions, deadline: Deadline): Promise<UpstreamResponse>;
  /** How reads and writes stand at the moment. */
  collectStats(): readonly AdmissionStats[];
  /** Opens a connection by a request that asks for nothing and proves nothing; rejects when there is none. */
  connect(): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_WAIT_MS = 3_000;

/** Answers the relay to one upstream. */
export function createUpstreamClient(
  upstream: Upstream,
  limits: UpstreamLimits,
  tokens: TokenCache,
  clock: Clock,
): UpstreamClient {
  const transport = openTransport(upstream, clock);
  const attempt = createAttempt(upstream, transport, tokens, clock);
  const guard = createAdmissionControl(limits, clock);

  return {
    async send(request, tries, deadline) {
      guard.budget.countRequest(clock.now());
      let isRepeated = false;
      for (let count = 1; ; count++) {
        tries.watch.countAttempt(count);
        const { response: answer, failure } = await tryOnce(request, tries, deadline);
        const waitMs = failure && decideWait(guard, tries, failure, count, deadline);
        if (waitMs === undefined) {
          if (answer === undefined) throw toTransportProblem(failure as Failure, tries.idempotency);
          // Not spread: each result would be of a shape of its own.
          const { status, headers, body } = answer;
          return { status, headers, body, isRepeated };
        }
        isRepeated ||= !isNotProcessed(failure as Failure);
        await sleep(clock, waitMs);
      }
    },
    collectStats: guard.collectStats,
    connect: () => transport.send({ method: 'HEAD', target: '/', headers: {} }, CONNECT_WAIT_MS),
    close: () => transport.close(),
  };

  async function tryOnce(
    request: UpstreamRequest,
    { quota, timeoutMs, watch }: SendOptions,
    deadline: Deadline,
  ): Promise<AttemptResult> {
    const entered = guard.admit(quota, deadline);
    const pass = entered instanceof Promise ? await entered : entered;
    try {
      const attempted = await attempt(request, timeoutMs, deadline, watch);
      pass.leave(attempted.failure);
      if (attempted.response) guard.quotaLeft.record(quota.kind, attempted.response.headers);
      return attempted;
    } catch (problem) {
      pass.cancel();
      throw problem;
    }
  }

  /** A retry needs a healthy upstream, a reason, time, and a place in the budget: taken last, so that none is wasted. */
  function decideWait(
    { isHealthy, budget }: AdmissionControl,
    { idempotency, maxAttempts: maxTries, quota }: SendOptions,
    failure: Failure,
    tries: number,
    deadline: Deadline,
  ): number | undefined {
    if (!isHealthy(quota.kind)) return undefined;
    const remainingMs = deadline.remainingMs();
    const waitMs = decideRetry({
      idempotency,
      failure,
      attempts: tries,
      maxAttempts: maxTries,
      remainingMs,
      random: Math.random(),
    });
    return waitMs !== undefined && budget.take(clock.now()) ? waitMs : undefined;
  }
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
