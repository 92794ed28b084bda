/** One try: the managed identity's token (or the key), the call, and what came of it. */

import { TimeoutError } from '../http/http-client.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { Deadline } from '../time/deadline.ts';
import type { UpstreamRequest } from './compose-request.ts';
import { type Failure, toFailure } from './failure.ts';
import type { AccessToken, TokenCache } from './token-cache.ts';
import type { Transport, UpstreamAnswer } from './transport.ts';
import type { Upstream } from './upstreams.ts';

/** An answer, a failure, or an answer that is one: a server's error, or a request to wait. */
export type AttemptResult =
  | { readonly response: UpstreamAnswer; readonly failure?: Failure }
  | { readonly response?: undefined; readonly failure: Failure };

/** Told that a wait begins; answers what is to be sent along, and what is told of its end. */
export interface Tracer {
  startSpan(name: 'token' | 'upstream'): {
    readonly headers: Readonly<Record<string, string>>;
    end(status?: number, failure?: string): void;
  };
}

/** `timeoutMs` bounds the try, the deadline everything. Throws Problem `identity_unavailable` alone. */
export type Attempt = (
  request: UpstreamRequest,
  timeoutMs: number,
  deadline: Deadline,
  watch: Tracer,
) => Promise<AttemptResult>;

export function createAttempt(upstream: Upstream, transport: Transport, tokens: TokenCache, clock: Clock): Attempt {
  const keyField = upstream.key && { [upstream.key.field]: upstream.key.value };
  /** The field of the token that was sent last, which most calls share. */
  let bearer = { token: '', field: { authorization: '' } };

  return async (request, timeoutMs, deadline, watch) => {
    if (keyField) return send(request, keyField, timeoutMs, deadline, watch);
    for (let isFresh = false; ; isFresh = true) {
      const known = tokens.get(upstream.scope, deadline);
      const { token } = known instanceof Promise ? await waitForToken(known, watch) : known;
      const attempted = await send(request, toField(token), timeoutMs, deadline, watch);
      if (attempted.response?.status !== 401 || isFresh) return attempted;
      // A refused token means that nothing was processed: a fresh one may try again, once.
      tokens.invalidate(upstream.scope, token);
    }
  };

  function toField(token: string): Readonly<Record<string, string>> {
    if (bearer.token !== token) bearer = { token, field: { authorization: `Bearer ${token}` } };
    return bearer.field;
  }

  async function waitForToken(coming: Promise<AccessToken>, watch: Tracer): Promise<AccessToken> {
    const step = watch.startSpan('token');
    try {
      const token = await coming;
      step.end();
      return token;
    } catch (problem) {
      step.end(undefined, 'identity_unavailable');
      throw problem;
    }
  }

  async function send(
    request: UpstreamRequest,
    credential: Readonly<Record<string, string>>,
    timeoutMs: number,
    deadline: Deadline,
    watch: Tracer,
  ): Promise<AttemptResult> {
    const step = watch.startSpan('upstream');
    // Not spread: what follows the first spread is copied ten times as slowly.
    const headers = Object.assign({}, request.headers, credential, step.headers);
    try {
      const answer = await transport.send({ ...request, headers }, Math.min(timeoutMs, deadline.remainingMs()));
      step.end(answer.status);
      const failure = toStatusFailure(answer, clock);
      return failure ? { response: answer, failure } : { response: answer };
    } catch (cause) {
      const failure = toFailure(cause, cause instanceof TimeoutError);
      step.end(undefined, failure.kind);
      return { failure };
    }
  }
}

function toStatusFailure({ status, headers }: UpstreamAnswer, clock: Clock): Failure | undefined {
  if (status !== 429 && status < 500) return undefined;
  const retryAfterMs = parseRetryAfter(headers, clock.now());
  return { kind: 'status', status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
