/** The bursts: how each prepares the upstream, what it sends, and its goals. */

import type { ControlClient } from '../../test/testbed/control-client.ts';
import type { BurstResponse } from './connections.ts';
import { type BurstSubject, countBodies } from './measure-burst.ts';

export const UPSTREAM_MS = 200;
export const CALLERS = 200;

export interface Measured {
  /** Calls to the upstream. */
  readonly calls: number;
  /** Distinct bodies. */
  readonly bodies: number;
  /** Responses that waited for the upstream. */
  readonly waiting: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly max: number;
  /** CPU milliseconds of the subject's process; other processes do not affect it. */
  readonly cpu: number;
}

export interface Burst {
  readonly name: string;
  readonly nginx: string;
  readonly varnish: string;
  /** Upper bounds. */
  readonly goals: Partial<Record<keyof Measured, number>>;
  /** The response was stored before and is stale now. */
  readonly needsExpired?: true;
  readonly run: (subject: BurstSubject, sample: number) => Promise<readonly BurstResponse[]>;
}

export function createBursts(upstream: ControlClient, token: string, otherToken: string): readonly Burst[] {
  const sendMany = ({ call }: BurstSubject, sample: number, callers = CALLERS) =>
    call(sample, Array(callers).fill(token));
  const fail = (fault: object) => upstream.fault({ times: 1_000, fault });
  return [
    {
      ...{ name: `cold, ${CALLERS} callers`, nginx: '1 call, p50 546 ms', varnish: '1 call, p50 331 ms' },
      goals: { calls: 1, bodies: 1, p50: UPSTREAM_MS + 60 },
      run: (subject, sample) => sendMany(subject, sample),
    },
    {
      ...{ name: `warm, ${CALLERS}`, nginx: '0, p50 24', varnish: '0, p50 62' },
      goals: { calls: 0, bodies: 1, waiting: 0 },
      async run(subject, sample) {
        await subject.call(sample);
        await upstream.reset();
        return sendMany(subject, sample);
      },
    },
    ...createExpiredBursts(sendMany, fail),
    {
      ...{ name: 'cold, upstream 500, 50', nginx: '51, p50 5017', varnish: '1, p50 209' },
      // One call and its two retries.
      goals: { calls: 3, bodies: 1 },
      async run(subject, sample) {
        await fail({ kind: 'status', status: 500 });
        return sendMany(subject, sample, 50);
      },
    },
    {
      ...{ name: 'one URL, two Authorizations', nginx: "the other's body", varnish: '2, 2 bodies' },
      goals: { calls: 2, bodies: 2 },
      async run(subject, sample) {
        await upstream.fault({ fault: { kind: 'patch', body: { of: 'one of the two' } } });
        return sendWithTwoTokens(subject, sample, token, otherToken);
      },
    },
  ];
}

type SendMany = (subject: BurstSubject, sample: number) => Promise<readonly BurstResponse[]>;

function createExpiredBursts(sendMany: SendMany, fail: (fault: object) => Promise<void>): readonly Burst[] {
  return [
    {
      ...{ name: `expired, ${CALLERS}`, nginx: '0-1, p50 24', varnish: '1, p50 29', needsExpired: true },
      goals: { calls: 1, bodies: 1, waiting: 0 },
      run: (subject, sample) => sendMany(subject, sample),
    },
    {
      ...{ name: 'expired, upstream 500', nginx: 'stale, p50 7', varnish: 'stale, p50 12', needsExpired: true },
      goals: { bodies: 1, waiting: 0 },
      async run(subject, sample) {
        await fail({ kind: 'status', status: 500 });
        return sendMany(subject, sample);
      },
    },
    {
      ...{ name: 'expired, upstream hangs', nginx: 'stale, max 995', varnish: 'stale, max 36', needsExpired: true },
      goals: { bodies: 1, waiting: 0, max: 50 },
      async run(subject, sample) {
        await fail({ kind: 'hang' });
        return sendMany(subject, sample);
      },
    },
  ];
}

/** Throws if callers with one token get more than one body. */
async function sendWithTwoTokens(
  subject: BurstSubject,
  sample: number,
  token: string,
  otherToken: string,
): Promise<readonly BurstResponse[]> {
  const tokens = Array.from({ length: CALLERS }, (_, index) => (index % 2 ? token : otherToken));
  const responses = await subject.call(sample, tokens);
  for (const one of [token, otherToken]) {
    const own = responses.filter((_, index) => tokens[index] === one);
    if (countBodies(own) > 1) throw new Error("A caller received the other caller's body.");
  }
  return responses;
}
