import { describe, expect, it } from 'vitest';
import { createCaller } from '../../../lib/auth/caller.ts';
import { createRateLimit, STORED_COST } from '../../../lib/auth/rate-limit.ts';
import { createManualClock } from '../../support/clocks.ts';

const claims = { tenant: 'contoso', subject: 'ann', client: 'portal', scopes: undefined, roles: [] };
const ann = createCaller(claims);

const clock = createManualClock(1_000_000);

const throttled = (retryAfter: string) =>
  expect.objectContaining({
    ...{ type: 'throttled', status: 429, outcome: 'not-sent', reason: 'caller_limit' },
    headers: { 'retry-after': retryAfter },
  });

it('a caller may send a burst, then gets 429 with Retry-After (A71)', () => {
  const rateLimit = createRateLimit(() => ({ perSecond: 0.5, burst: 3 }), clock);
  for (let count = 0; count < 3; count++) rateLimit(ann);
  expect(() => rateLimit(ann)).toThrow(throttled('2'));
  clock.time += 1_999;
  expect(() => rateLimit(ann)).toThrow(throttled('1'));
  clock.time += 1;
  rateLimit(ann);
  expect(() => rateLimit(ann)).toThrow(throttled('2'));
});

it('a person has one limit, whichever frontend they use and whatever their token says', () => {
  const rateLimit = createRateLimit(() => ({ perSecond: 1, burst: 1 }), clock);
  rateLimit(ann);
  for (const change of [{ client: 'shop' }, { client: undefined }, { scopes: ['user_impersonation'] }])
    expect(() => rateLimit(createCaller({ ...claims, ...change }))).toThrow(throttled('1'));
});

it.each([
  ['tenant', { tenant: 'fabrikam' }],
  ['subject', { subject: 'bob' }],
])('a caller of another %s has a limit of their own', (_, change) => {
  const rateLimit = createRateLimit(() => ({ perSecond: 1, burst: 1 }), clock);
  rateLimit(ann);
  rateLimit(createCaller({ ...claims, ...change }));
  expect(() => rateLimit(ann)).toThrow(throttled('1'));
});

describe('what one request takes (P-25)', () => {
  const limit = (burst: number) => createRateLimit(() => ({ perSecond: 0.001, burst }), clock);
  /** Returns how many calls the caller has left. */
  const countLeft = (rateLimit: ReturnType<typeof createRateLimit>) => {
    let left = 0;
    try {
      for (; ; left++) rateLimit(ann);
    } catch {
      return left;
    }
  };

  it('is a twentieth of a call with a stored response', () => {
    const rateLimit = limit(2);
    for (let count = 0; count < 20; count++) rateLimit(ann, STORED_COST);
    expect(countLeft(rateLimit)).toBe(1);
  });

  it('is a call once it loads, however often; who has less may not load, and gets what is stored', () => {
    const rateLimit = limit(2);
    const spending = rateLimit(ann, STORED_COST);
    expect(spending.mayLoad()).toBe(true);
    for (let count = 0; count < 3; count++) spending.load();
    rateLimit(ann, STORED_COST).load();
    expect(() => rateLimit(ann, STORED_COST)).toThrow(throttled('50'));
    clock.time += 60_000;
    const poor = rateLimit(ann, STORED_COST);
    expect(poor.mayLoad()).toBe(false);
    expect(() => poor.load()).toThrow(throttled('940'));
  });

  it('is a call more for each 16 KiB of a body, and each 256 KiB of a response, also where they are missing', () => {
    const rateLimit = limit(10);
    rateLimit(ann).takeBody(3 * 16 * 1024 - 1);
    expect(countLeft(rateLimit)).toBe(7);
    const other = limit(4);
    const spending = other(ann);
    expect(() => spending.takeBody(4 * 16 * 1024)).toThrow(throttled('1000'));
    spending.owe(256 * 1024 - 1);
    spending.owe(2 * 256 * 1024);
    expect(countLeft(other)).toBe(1);
  });
});
