import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeCause } from '../../../lib/http/problem.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import type { Tracer } from '../../../lib/upstream/client.ts';
import { checkLife, type FetchToken, TokenCache } from '../../../lib/upstream/token-cache.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const SCOPE = 'https://arm.example/.default';
const deadline = { remainingMs: () => 8_000 };
const hourly = (token: string) => ({ token, expiresOnTimestamp: Date.now() + HOUR });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const never = () => new Promise<never>(() => {});
const refuse = () => Promise.reject(new Error('refused'));

/** An identity endpoint with scripted responses that counts its calls. */
function startEndpoint(lifeMs = 60 * MINUTE) {
  const state = { calls: [] as string[], respond: undefined as FetchToken | undefined };
  const fetchToken: FetchToken = (scope) => {
    state.calls.push(scope);
    if (state.respond) return state.respond(scope);
    const token = `token-${state.calls.length}`;
    return Promise.resolve({ token, expiresOnTimestamp: Date.now() + lifeMs });
  };
  const cache = new TokenCache(fetchToken, systemClock);
  const get = async (remainingMs = 8_000, scope = SCOPE) =>
    (await cache.get(scope, { remainingMs: () => remainingMs })).token;
  const replace = async (refused: string, scope = SCOPE) => (await cache.replace(scope, refused, deadline))?.token;
  /** Returns the token, or the problem, after this time, and how many calls there were. */
  const getAfter = async (ms: number) => {
    await pass(ms);
    const got = await get().catch((problem: { type: string }) => problem.type);
    return `${got}, ${state.calls.length}`;
  };
  return { state, cache, get, replace, getAfter };
}

const unavailable = { type: 'identity_unavailable', status: 503, outcome: 'not-sent', headers: { 'retry-after': '5' } };

it('a thousand concurrent callers cause one call', async () => {
  const { state, get } = startEndpoint();
  const tokens = await Promise.all(Array.from({ length: 1_000 }, () => get()));
  expect(new Set(tokens)).toEqual(new Set(['token-1']));
  expect(state.calls).toEqual([SCOPE]);
});

it('a token is used until 60 seconds before it expires (P-21)', async () => {
  const { state, get, getAfter } = startEndpoint(10 * MINUTE);
  await get();
  state.respond = refuse;
  expect(await getAfter(9 * MINUTE - 1)).toMatch(/^token-1,/);
  await pass(30 * SECOND + 1);
  state.respond = undefined;
  expect(await get()).not.toBe('token-1');
});

it.each([
  ['of an hour', 60 * MINUTE, 50 * MINUTE],
  ['of a day', 24 * 60 * MINUTE, 23 * 60 * MINUTE + 50 * MINUTE],
  ['of 20 minutes', 20 * MINUTE, 10 * MINUTE],
  ['of 12 minutes', 12 * MINUTE, 6 * MINUTE],
])(
  'a token %s is renewed from ten minutes before it expires or after half its life, whichever is later',
  async (_, life, at) => {
    const { get, getAfter } = startEndpoint(life);
    await get();
    const seen = [await getAfter(at - 1), await getAfter(1), await getAfter(0)];
    expect(seen).toEqual(['token-1, 1', 'token-1, 2', 'token-2, 2']);
  },
);

it('nobody waits for a renewal that hangs, and only one runs at a time (F32)', async () => {
  const { state, get, getAfter } = startEndpoint();
  await get();
  await pass(50 * MINUTE);
  state.respond = never;
  for (let count = 0; count < 10; count++) expect(await getAfter(0)).toBe('token-1, 2');
  // It ends after three seconds; the next one starts a second later.
  const seen = [await getAfter(2_999), await getAfter(SECOND), await getAfter(1)];
  expect(seen).toEqual(['token-1, 2', 'token-1, 2', 'token-1, 3']);
});

it.each([
  [400, 30],
  [404, 1],
])('a failure with status %i pauses for %i s: with 400 the app has no such identity (F34)', async (status, seconds) => {
  const { state, get, getAfter } = startEndpoint();
  state.respond = () => Promise.reject(Object.assign(new Error('status 400'), { statusCode: status }));
  await expect(get()).rejects.toMatchObject(unavailable);
  const seen = [await getAfter(seconds * SECOND - 1), await getAfter(1)];
  expect(seen).toEqual(['identity_unavailable, 1', 'identity_unavailable, 2']);
});

it.each<[string, FetchToken]>([
  ['refuses', refuse],
  ['returns expired tokens', async () => ({ token: 't', expiresOnTimestamp: Date.now() })],
  ['returns malformed tokens', async () => hourly('a\nb')],
  ['cannot be called', () => JSON.parse('{')],
])(
  'an endpoint that %s is called for each scope after 1, 2, 4 … 30 seconds only (F31 to F34, F61)',
  async (_, respond) => {
    const { state, get } = startEndpoint();
    state.respond = respond;
    const scopes = ['arm', 'backup', 'documents', 'business', 'table'];
    const getAll = () => Promise.all(scopes.map((scope) => get(8_000, scope).catch(() => undefined)));
    await getAll();
    for (let ms = 0; ms < 2 * MINUTE; ms += 500) {
      await pass(500);
      await getAll();
    }
    for (const scope of scopes) expect(state.calls.filter((called) => called === scope)).toHaveLength(8);
    state.respond = undefined;
    await pass(30 * SECOND);
    expect(await getAll()).not.toContain(undefined);
  },
);

it('a response without a token is a failure, and the log says so', async () => {
  const { state, get } = startEndpoint();
  state.respond = () => Promise.resolve(null);
  const problem = await get().catch((error: unknown) => error);
  expect(problem).toMatchObject(unavailable);
  expect(describeCause((problem as { cause: unknown }).cause)).toContain('The identity endpoint returned no token.');
});

/** Records the outcome of the promise. */
function watch(promise: Promise<string | undefined>) {
  const state: { outcome?: unknown } = {};
  const keep = (outcome: unknown) => void Object.assign(state, { outcome });
  promise.then(keep, keep);
  return state;
}

/** Responds after this time. */
const late = (ms: number) => () =>
  new Promise<ReturnType<typeof hourly>>((resolve) => setTimeout(resolve, ms, hourly('late')));

it.each([
  [8_000, 3_000],
  [500, 500],
])('with %i ms left the first token is awaited for %i ms, then it is 503 (F30, F33)', async (remainingMs, waitMs) => {
  const { state, get } = startEndpoint();
  state.respond = never;
  const waiting = watch(get(remainingMs));
  await pass(waitMs - 1);
  expect(waiting.outcome).toBeUndefined();
  await pass(1);
  expect(waiting.outcome).toMatchObject(unavailable);
});

it('after a timeout the next caller fails at once; a second later the endpoint is called again', async () => {
  const { state, get, getAfter } = startEndpoint();
  state.respond = never;
  const first = Array.from({ length: 10 }, () => watch(get()));
  await pass(3_000);
  for (const { outcome } of first) expect(outcome).toMatchObject(unavailable);
  expect(await getAfter(SECOND - 1)).toBe('identity_unavailable, 1');
  state.respond = undefined;
  expect(await getAfter(1)).toBe('token-2, 2');
});

it('a caller with little time left does not end the call for others', async () => {
  const { state, get } = startEndpoint();
  state.respond = late(SECOND);
  const impatient = watch(get(100));
  await pass(100);
  expect(impatient.outcome).toMatchObject(unavailable);
  const patient = watch(get());
  await pass(900);
  expect([patient.outcome, state.calls.length]).toEqual(['late', 1]);
});

it('a token that arrives after the timeout is cached for later callers', async () => {
  const { state, get, getAfter } = startEndpoint();
  state.respond = late(5 * SECOND);
  const first = watch(get());
  await pass(3_000);
  expect(first.outcome).toMatchObject(unavailable);
  expect(await getAfter(2_000)).toBe('late, 1');
});

it('a token that an upstream refused is replaced, a newer one is not (F21)', async () => {
  const { get, replace, getAfter } = startEndpoint();
  expect(await get()).toBe('token-1');
  await pass(SECOND);
  const seen = [await replace('token-1'), await get(), await replace('token-1'), await replace('token-2', 'another')];
  expect(seen).toEqual(['token-2', 'token-2', 'token-2', 'token-3']);
  expect(await getAfter(0)).toBe('token-2, 3');
});

it('a refused token that the endpoint returns again is not replaced, and the endpoint is called again after 30 seconds', async () => {
  const { get, replace, getAfter, state } = startEndpoint();
  const same = hourly('same');
  state.respond = () => Promise.resolve(same);
  await get();
  await pass(SECOND);
  expect(await Promise.all([replace('same'), replace('same')])).toEqual([undefined, undefined]);
  // It is still used: other resources accept it.
  expect(await getAfter(30 * SECOND - 1)).toBe('same, 2');
  expect([await replace('same'), state.calls.length]).toEqual([undefined, 2]);
  await pass(1);
  state.respond = undefined;
  expect(await replace('same')).toBe('token-3');
});

it('a refused token is replaced by one that expires earlier', async () => {
  const { get, replace, state } = startEndpoint(24 * HOUR);
  await get();
  state.respond = async () => hourly('shorter');
  expect([await replace('token-1'), await get()]).toEqual(['shorter', 'shorter']);
});

describe('P-21 the token is used by all others while one resource’s 401 asks for another', () => {
  it.each<[string, FetchToken, waitedMs: number]>([
    ['hangs', never, 3_000],
    ['fails', refuse, 0],
    ['has no token', async () => null, 0],
    ['takes 2.5 s', late(2_500), 2_500],
  ])('the endpoint %s', async (_, respond, waitedMs) => {
    const { get, replace, getAfter, state } = startEndpoint(24 * HOUR);
    await get();
    state.respond = respond;
    const own = watch(replace('token-1'));
    const seen = [await getAfter(0), await getAfter(waitedMs)];
    expect(seen).toEqual(['token-1, 2', expect.stringMatching(/^(?:token-1|late), 2$/)]);
    expect(own).toHaveProperty('outcome');
    expect([undefined, 'late']).toContain(own.outcome);
  });

  it('a 401 every five seconds calls an endpoint without another token once in 30 seconds', async () => {
    const { get, replace, state } = startEndpoint();
    state.respond = async () => hourly('same');
    await get();
    for (let count = 0; count < 12; count++) {
      await replace('same');
      await pass(5 * SECOND);
    }
    expect(state.calls).toHaveLength(1 + 2);
  });

  it('a failed request for another does not count as one: it is repeated after the pause', async () => {
    const { get, replace, state } = startEndpoint();
    await get();
    state.respond = refuse;
    expect([await replace('token-1'), await replace('token-1')]).toEqual([undefined, undefined]);
    await pass(SECOND);
    state.respond = undefined;
    expect([await replace('token-1'), state.calls.length]).toEqual(['token-3', 3]);
  });
});

describe('an endpoint that returns the same token is not called for each request', () => {
  it.each([SECOND, 5 * MINUTE, 8 * MINUTE])('after a step of the system time by %d ms', async (step) => {
    const { get, getAfter, state } = startEndpoint();
    const same = hourly('same');
    state.respond = () => Promise.resolve(same);
    await get();
    vi.setSystemTime(Date.now() + step);
    await pass(50 * MINUTE);
    for (let count = 0; count < 100; count++) expect(await getAfter(1)).toMatch(/^same,/);
    expect(state.calls).toHaveLength(2);
    // Failures from before are forgotten: the next pause is a second.
    state.respond = refuse;
    const seen = [await getAfter(5 * MINUTE), await getAfter(SECOND - 1), await getAfter(1)];
    expect(seen).toEqual(['same, 3', 'same, 3', 'same, 4']);
  });

  it('in its last minutes', async () => {
    const { get, getAfter, state } = startEndpoint();
    const same = hourly('same');
    state.respond = () => Promise.resolve(same);
    await get();
    await pass(50 * MINUTE);
    for (let second = 0; second < 8 * 60; second++) await getAfter(SECOND);
    expect(state.calls.length).toBeLessThanOrEqual(8);
  });
});

describe('whichever call of the endpoint goes wrong, a token is there 30 seconds after it works again', () => {
  const faults: readonly [string, FetchToken][] = [
    ['fails', refuse],
    ['hangs', never],
    ['answers late', late(5 * SECOND)],
    ['has no token', async () => null],
  ];
  it.each(faults.flatMap(([name, fault]) => [1, 2, 3, 4, 5, 6].map((at) => [name, at, fault] as const)))(
    'it %s at call %i',
    async (_, at, fault) => {
      const { get, replace, state } = startEndpoint(2 * MINUTE);
      state.respond = (scope) => {
        if (state.calls.length === at) return fault(scope);
        return Promise.resolve({ token: `token-${state.calls.length}`, expiresOnTimestamp: Date.now() + 2 * MINUTE });
      };
      let failingMs = 0;
      for (let ms = 0; ms < 8 * MINUTE; ms += SECOND) {
        const got = watch(get());
        await pass(SECOND);
        failingMs = typeof got.outcome === 'string' ? 0 : failingMs + SECOND;
        expect(failingMs).toBeLessThanOrEqual(30 * SECOND);
        if (ms % MINUTE === 0 && typeof got.outcome === 'string') watch(replace(got.outcome));
      }
      expect(state.calls.length).toBeGreaterThanOrEqual(at);
      expect(failingMs).toBe(0);
    },
  );
});

it.each([-HOUR, HOUR])('F58: setting the system time by %d ms makes no token older or younger', async (ms) => {
  const { get, getAfter } = startEndpoint();
  await get();
  vi.setSystemTime(Date.now() + ms);
  expect(await getAfter(50 * MINUTE - 1)).toBe('token-1, 1');
});

it('lists the age and the remaining life of each token in seconds', async () => {
  const { cache, get, state } = startEndpoint();
  await get(8_000, 'a');
  await pass(90 * SECOND);
  state.respond = refuse;
  await expect(get(8_000, 'b')).rejects.toMatchObject(unavailable);
  expect(cache.readAges()).toEqual([{ scope: 'a', age: 90, remaining: 3_510 }]);
});

it('starts a span only if it waits for a token, and ends it with the outcome', async () => {
  const { cache, state } = startEndpoint();
  const ended: unknown[] = [];
  const startSpan: Tracer['startSpan'] = (name) => ({
    headers: {},
    end: (...outcome) => ended.push([name, ...outcome]),
  });
  const tracer = { startSpan };
  await cache.get(SCOPE, deadline, tracer);
  await cache.get(SCOPE, deadline, tracer);
  expect(ended).toEqual([['token']]);
  state.respond = refuse;
  await expect(cache.get('other', deadline, tracer)).rejects.toMatchObject(unavailable);
  expect(ended).toEqual([['token'], ['token', undefined, 'identity_unavailable']]);
});

const NOW = Date.UTC(2026, 0, 1);
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.AAAA`;
const claiming = (ms: number) => jwt({ exp: (NOW + ms) / 1000 });
const lifeOf = (token: string, lifeMs: number) => checkLife({ token, expiresOnTimestamp: NOW + lifeMs }, NOW);

it.each([
  ['as long as the endpoint says', claiming(24 * HOUR), HOUR, HOUR],
  ['no longer than it claims itself (F61)', claiming(HOUR), 20 * 365 * 24 * HOUR, HOUR],
  ['a day at most, if it claims nothing (F61)', 'opaque', 20 * 365 * 24 * HOUR, 24 * HOUR],
  ['a day at most, if its claim is no number (F61)', jwt({ exp: 'never' }), 20 * 365 * 24 * HOUR, 24 * HOUR],
])('a token is valid %s', (_, token, lifeMs, expected) => {
  expect(lifeOf(token, lifeMs)).toBe(expected);
});

it.each([
  ['that the endpoint says is expired', claiming(HOUR), -1, 'expired'],
  ['that claims to be expired', claiming(-1), HOUR, 'expired'],
  ['in its last minute', claiming(HOUR), 60_000, 'expired'],
  ['without a lifetime', 'opaque', Number.NaN, 'without a lifetime'],
  ['with a line break', 'opa\nque', HOUR, 'malformed'],
  ['with a space', 'opa que', HOUR, 'malformed'],
  ['that is empty', '', HOUR, 'malformed'],
])('F61: a token %s is not used', (_, token, lifeMs, reason) => {
  expect(() => lifeOf(token, lifeMs)).toThrow(reason);
});
