/** Bad tokens from the identity endpoint, by whole requests. Source: F61, P-21, P-22. */
import { beforeEach, expect, it } from 'vitest';
import { buildItemPath } from '../support/builders.ts';
import { createMovingClock } from '../support/clocks.ts';
import { advanceTime } from '../support/moving-date.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ clock: createMovingClock(), expectedAlerts: ['identity_unavailable'] });
const passSeconds = (seconds: number) => advanceTime(seconds * 1_000);
const DAY = 86_400;
/** The longest pause after failures, and a second. */
const PAUSE_SECONDS = 31;

/** Returns when each call arrived, in epoch milliseconds. */
const listCalls = async () => (await stack.identity.calls()).map((call) => Date.parse(String(Reflect.get(call, 'at'))));
const get = async () => stack.send('GET', buildItemPath(), { token: await stack.issueToken({}) });

/** No token of an earlier test is left, each lived a day at most; and no pause after its failures. */
beforeEach(async () => {
  await stack.identity.reset();
  passSeconds(DAY + 1);
  expect((await get()).status).toBe(200);
  passSeconds(DAY + 1);
  await stack.identity.reset();
});

it.each(['expired', 'line-break', 'no-lifetime'])(
  'a token with this flaw is never sent, and costs one identity call a second at most: %s (F61)',
  async (flaw) => {
    await stack.identity.control('token-flaw', { flaw });
    await stack.upstream.reset();
    for (let round = 0; round < 20; round++) {
      const responses = await Promise.all(Array.from({ length: 5 }, get));
      for (const { status, headers } of responses) {
        expect([status, headers['x-frontdesk-problem']]).toEqual([503, 'identity_unavailable']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      passSeconds(0.5);
    }
    expect(await stack.upstream.calls()).toEqual([]);
    const calls = await listCalls();
    expect(calls.length).toBeGreaterThan(1);
    for (const [index, at] of calls.slice(1).entries()) expect(at - Number(calls[index])).toBeGreaterThanOrEqual(1_000);

    await stack.identity.control('token-flaw', { flaw: 'none' });
    passSeconds(PAUSE_SECONDS);
    expect((await get()).status).toBe(200);
  },
);

it.each(['expired', 'line-break', 'no-lifetime'])(
  'a token with this flaw does not replace one that is valid: %s (F61)',
  async (flaw) => {
    expect((await get()).status).toBe(200);
    await stack.identity.control('token-flaw', { flaw });
    const before = (await listCalls()).length;
    // Due for renewal in the background.
    for (let minute = 9; minute > 2; minute--) {
      passSeconds(minute === 9 ? DAY - 9 * 60 : 60);
      expect((await get()).status).toBe(200);
    }
    expect((await listCalls()).length).toBeGreaterThan(before);
  },
);

it('a token that is told to live for years is used for the day that it claims itself (F61)', async () => {
  await stack.identity.control('token-flaw', { flaw: 'years' });
  expect((await get()).status).toBe(200);
  passSeconds(DAY - 61 * 60);
  expect((await get()).status).toBe(200);
  expect(await listCalls()).toHaveLength(1);
  passSeconds(60 * 60);
  expect((await get()).status).toBe(200);
  expect(await listCalls()).toHaveLength(2);
});
