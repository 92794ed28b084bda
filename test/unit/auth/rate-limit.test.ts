import { expect, it } from 'vitest';
import { createCaller } from '../../../lib/auth/caller.ts';
import { RateLimit } from '../../../lib/auth/rate-limit.ts';
import { createManualClock } from '../../support/clocks.ts';

const claims = { tenant: 'contoso', subject: 'ann', client: 'portal', scopes: undefined, roles: [] };
const ann = createCaller(claims);

const clock = createManualClock(1_000_000);

const throttled = (retryAfter: string) =>
  expect.objectContaining({
    ...{ type: 'throttled', status: 429, outcome: 'not-sent', cause: 'caller_limit' },
    headers: { 'retry-after': retryAfter },
  });

it('a caller may send a burst, then gets 429 with Retry-After (A71)', () => {
  const rateLimit = new RateLimit(() => ({ perSecond: 0.5, burst: 3 }), clock);
  for (let count = 0; count < 3; count++) rateLimit.take(ann);
  expect(() => rateLimit.take(ann)).toThrow(throttled('2'));
  clock.time += 1_999;
  expect(() => rateLimit.take(ann)).toThrow(throttled('1'));
  clock.time += 1;
  rateLimit.take(ann);
  expect(() => rateLimit.take(ann)).toThrow(throttled('2'));
});

it('a person has one limit, whichever frontend they use and whatever their token says', () => {
  const rateLimit = new RateLimit(() => ({ perSecond: 1, burst: 1 }), clock);
  rateLimit.take(ann);
  for (const change of [{ client: 'shop' }, { client: undefined }, { scopes: ['user_impersonation'] }])
    expect(() => rateLimit.take(createCaller({ ...claims, ...change }))).toThrow(throttled('1'));
});

it.each([
  ['tenant', { tenant: 'fabrikam' }],
  ['subject', { subject: 'bob' }],
])('a caller of another %s has a limit of their own', (_, change) => {
  const rateLimit = new RateLimit(() => ({ perSecond: 1, burst: 1 }), clock);
  rateLimit.take(ann);
  rateLimit.take(createCaller({ ...claims, ...change }));
  expect(() => rateLimit.take(ann)).toThrow(throttled('1'));
});
