/** One try: the managed identity's token (or the key), the call, and what came of it. */

import { parseRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { Deadline } from '../time/deadline.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { TokenSource } from './credential.ts';
import { type Failure, toFailure } from './failure.ts';
import type { Upstream } from './registry.ts';
import { TimeUp, type Transport, type UpstreamAnswer } from './transport.ts';

/** An answer, a failure, or an answer that is one: a server's error, or a request to wait. */
export type Attempted =
  | { readonly answer: UpstreamAnswer; readonly failure?: Failure }
  | { readonly answer?: undefined; readonly failure: Failure };

/** `timeoutMs` bounds the try, the deadline everything. Throws Problem `identity_unavailable` alone. */
export type Attempt = (request: UpstreamRequest, timeoutMs: number, deadline: Deadline) => Promise<Attempted>;

export function createAttempt(upstream: Upstream, transport: Transport, tokens: TokenSource, clock: Clock): Attempt {
  const { key } = upstream;
  return async (request, timeoutMs, deadline) => {
    if (key) return send(request, { [key.field]: key.value }, timeoutMs, deadline);
    const { token } = await tokens.get(upstream.scope, deadline);
    const attempted = await send(request, { authorization: `Bearer ${token}` }, timeoutMs, deadline);
    if (attempted.answer?.status !== 401) return attempted;
    // A refused token means that nothing was processed: a fresh one may try again, once.
    tokens.forget(upstream.scope, token);
    const { token: fresh } = await tokens.get(upstream.scope, deadline);
    return send(request, { authorization: `Bearer ${fresh}` }, timeoutMs, deadline);
  };

  async function send(
    request: UpstreamRequest,
    credential: Readonly<Record<string, string>>,
    timeoutMs: number,
    deadline: Deadline,
  ): Promise<Attempted> {
    try {
      const answer = await transport.send(request, credential, Math.min(timeoutMs, deadline.remainingMs()));
      const failure = toStatusFailure(answer, clock.now());
      return failure ? { answer, failure } : { answer };
    } catch (cause) {
      return { failure: toFailure(cause, cause instanceof TimeUp) };
    }
  }
}

function toStatusFailure({ status, fields }: UpstreamAnswer, now: number): Failure | undefined {
  if (status !== 429 && status < 500) return undefined;
  const retryAfterMs = parseRetryAfter(fields, now);
  return { kind: 'status', status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
