import { expect, it } from 'vitest';
import { createCaller } from '../../../lib/auth/caller.ts';
import { createRateLimit, DEFAULT_CALLER_LIMIT } from '../../../lib/auth/rate-limit.ts';
import { createManualClock } from '../../support/clocks.ts';

const claims = { tenant: 'contoso', subject: 'ann', client: 'portal', scopes: undefined, roles: [] };
const ann = createCaller(claims);

const clock = createManualClock(1_000_000);

const throttled = (retryAfter: string) =>
  expect.objectContaining({ type: 'throttled', status: 429, headers: { 'retry-after': retryAfter } });

it('a caller may ask as often at once as the burst, then is told when to come again (A71)', () => {
  const limitCaller = createRateLimit({ perSecond: 0.5, burst: 3 }, clock);
  for (let count = 0; count < 3; count++) limitCaller(ann);
  expect(() => limitCaller(ann)).toThrow(throttled('2'));
  clock.time += 1_999;
  expect(() => limitCaller(ann)).toThrow(throttled('1'));
  clock.time += 1;
  limitCaller(ann);
  expect(() => limitCaller(ann)).toThrow(throttled('2'));
});

it('nothing was sent for a throttled caller', () => {
  const limitCaller = createRateLimit({ perSecond: 1, burst: 1 }, clock);
  limitCaller(ann);
  expect(() => limitCaller(ann)).toThrow(expect.objectContaining({ outcome: 'not-sent' }));
});

it.each([
  ['tenant', createCaller({ ...claims, tenant: 'fabrikam' })],
  ['subject', createCaller({ ...claims, subject: 'bob' })],
  ['client', createCaller({ ...claims, client: 'shop' })],
  ['client, which has none', createCaller({ ...claims, client: undefined })],
])('a caller of another %s has a share of its own (G21)', (_, other) => {
  const limitCaller = createRateLimit({ perSecond: 1, burst: 1 }, clock);
  limitCaller(ann);
  limitCaller(other);
  expect(() => limitCaller(ann)).toThrow(throttled('1'));
  expect(() => limitCaller(other)).toThrow(throttled('1'));
});

it('scopes and roles give no other share', () => {
  const limitCaller = createRateLimit({ perSecond: 1, burst: 1 }, clock);
  limitCaller(ann);
  expect(() => limitCaller(createCaller({ ...claims, scopes: ['user_impersonation'], roles: ['Items.Read'] }))).toThrow(
    throttled('1'),
  );
});

it('twenty a second, and a hundred at once, are given where no other limit is set (A71)', () => {
  expect(DEFAULT_CALLER_LIMIT).toEqual({ perSecond: 20, burst: 100 });
});

it('a caller is a subject of a tenant by way of a client, or of none', () => {
  expect(ann.key).toBe('contoso ann portal');
  expect(createCaller({ ...claims, client: undefined }).key).toBe('contoso ann ');
});
