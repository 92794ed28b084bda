/** Carries a request to an upstream and brings the whole answer back, within the deadline and the tries that are allowed. */
import { type Outcome, Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Deadline, pause } from '../time/deadline.ts';
import { createGuard, type Guard, type GuardState, type Quota } from './admission.ts';
import { type Attempted, createAttempt, type StepWatch } from './attempt.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { Failure } from './failure.ts';
import type { UpstreamLimits } from './limits.ts';
import { decideRetry, isNotProcessed, type Nature } from './retry.ts';
import type { TokenSource } from './token-cache.ts';
import { openTransport, type UpstreamAnswer } from './transport.ts';
import type { Upstream } from './upstreams.ts';

/** How a call may be tried. */
export interface Tries {
  readonly nature: Nature;
  readonly most: number;
  /** Milliseconds that one try may take. */
  readonly timeoutMs: number;
  readonly quota: Quota;
  readonly watch: Watch;
}

/** Who is told how it goes. */
interface Watch extends StepWatch {
  /** Comes before each try. */
  onTry(count: number): void;
}

export interface RelayedAnswer extends UpstreamAnswer {
  /** An earlier try ended without an answer: the upstream may have acted on it. */
  readonly isRepeated: boolean;
}

export interface Relay {
  /** Throws a Problem when there is no answer; any status is an answer. */
  send(request: UpstreamRequest, tries: Tries, deadline: Deadline): Promise<RelayedAnswer>;
  /** How reads and writes stand at the moment. */
  readStates(): readonly GuardState[];
  /** Opens a connection by a request that asks for nothing and proves nothing; rejects when there is none. */
  connect(): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_WAIT_MS = 3_000;

/** Answers the relay to one upstream. */
export function createRelay(upstream: Upstream, limits: UpstreamLimits, tokens: TokenSource, clock: Clock): Relay {
  const transport = openTransport(upstream, clock);
  const attempt = createAttempt(upstream, transport, tokens, clock);
  const guard = createGuard(limits, clock);

  return {
    async send(request, tries, deadline) {
      guard.budget.countRequest(clock.now());
      let isRepeated = false;
      for (let count = 1; ; count++) {
        tries.watch.onTry(count);
        const { answer, failure } = await tryOnce(request, tries, deadline);
        const waitMs = failure && decideWait(guard, tries, failure, count, deadline);
        if (waitMs === undefined) {
          if (answer === undefined) throw toProblem(failure as Failure, tries.nature);
          // Not spread: each result would be of a shape of its own.
          const { status, fields, content } = answer;
          return { status, fields, content, isRepeated };
        }
        isRepeated ||= !isNotProcessed(failure as Failure);
        await pause(clock, waitMs);
      }
    },
    readStates: guard.readStates,
    connect: () => transport.send({ method: 'HEAD', target: '/', fields: {} }, CONNECT_WAIT_MS),
    close: () => transport.close(),
  };

  async function tryOnce(
    request: UpstreamRequest,
    { quota, timeoutMs, watch }: Tries,
    deadline: Deadline,
  ): Promise<Attempted> {
    const entered = guard.enter(quota, deadline);
    const pass = entered instanceof Promise ? await entered : entered;
    try {
      const attempted = await attempt(request, timeoutMs, deadline, watch);
      pass.leave(attempted.failure);
      if (attempted.answer) guard.quotaLeft.note(quota.kind, attempted.answer.fields);
      return attempted;
    } catch (problem) {
      pass.cancel();
      throw problem;
    }
  }

  /** A retry needs a healthy upstream, a reason, time, and a place in the budget: taken last, so that none is wasted. */
  function decideWait(
    { isHealthy, budget }: Guard,
    { nature, most: maxTries, quota }: Tries,
    failure: Failure,
    tries: number,
    deadline: Deadline,
  ): number | undefined {
    if (!isHealthy(quota.kind)) return undefined;
    const remainingMs = deadline.remainingMs();
    const waitMs = decideRetry({ nature, failure, tries, maxTries, remainingMs, random: Math.random() });
    return waitMs !== undefined && budget.take(clock.now()) ? waitMs : undefined;
  }
}

function toProblem(failure: Failure, nature: Nature): Problem {
  const outcome: Outcome = isNotProcessed(failure) ? 'not-sent' : 'unknown';
  const options = { ...(nature === 'read' ? {} : { outcome }), cause: 'cause' in failure ? failure.cause : undefined };
  if (failure.kind === 'timeout') return new Problem('upstream_timeout', options);
  if (failure.kind === 'invalid') return new Problem('upstream_invalid_response', options);
  return new Problem('upstream_unreachable', options);
}
