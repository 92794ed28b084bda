import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeCause } from '../../../lib/http/problem.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { createTokenCache, type FetchToken } from '../../../lib/upstream/token-cache.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const SCOPE = 'https://arm.example/.default';

const clock = systemClock;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const never = () => new Promise<never>(() => {});
const refuse = () => Promise.reject(new Error('refused'));

/** An identity endpoint whose answers are scripted, and whose calls are counted. */
function startEndpoint(lifeMs = 60 * MINUTE) {
  const state = { calls: [] as string[], answer: undefined as FetchToken | undefined };
  const fetchToken: FetchToken = (scope) => {
    state.calls.push(scope);
    if (state.answer) return state.answer(scope);
    const token = `token-${state.calls.length}`;
    return Promise.resolve({ token, expiresOnTimestamp: Date.now() + lifeMs });
  };
  const source = createTokenCache(fetchToken, clock);
  const get = async (remainingMs = 8_000, scope = SCOPE) =>
    (await source.get(scope, { remainingMs: () => remainingMs })).token;
  return { state, source, get };
}

const unavailable = {
  type: 'identity_unavailable',
  status: 503,
  outcome: 'not-sent',
  headers: { 'retry-after': '5' },
};

it('a thousand cold callers cost one call (G12)', async () => {
  const { state, get } = startEndpoint();
  const tokens = await Promise.all(Array.from({ length: 1_000 }, () => get()));
  expect(new Set(tokens)).toEqual(new Set(['token-1']));
  expect(state.calls).toEqual([SCOPE]);
});

it('scopes have tokens of their own', async () => {
  const { state, get } = startEndpoint();
  expect(await get(8_000, 'a')).toBe('token-1');
  expect(await get(8_000, 'b')).toBe('token-2');
  expect(await get(8_000, 'a')).toBe('token-1');
  expect(state.calls).toEqual(['a', 'b']);
});

it('a token is used until 60 seconds before its end (reliability 4.5)', async () => {
  const { state, get } = startEndpoint(10 * MINUTE);
  await get();
  state.answer = refuse;
  await pass(9 * MINUTE - 1);
  expect(await get()).toBe('token-1');
  await pass(1);
  await pass(30 * SECOND);
  state.answer = undefined;
  expect(await get()).not.toBe('token-1');
});

it.each([
  ['of an hour', 60 * MINUTE, 50 * MINUTE],
  ['of a day', 24 * 60 * MINUTE, 23 * 60 * MINUTE + 50 * MINUTE],
  ['of 20 minutes', 20 * MINUTE, 10 * MINUTE],
  ['of 12 minutes', 12 * MINUTE, 6 * MINUTE],
])(
  'a token %s is renewed from ten minutes before its end or half its life, whichever is later',
  async (_, life, at) => {
    const { state, get } = startEndpoint(life);
    await get();
    await pass(at - 1);
    expect(await get()).toBe('token-1');
    expect(state.calls).toHaveLength(1);
    await pass(1);
    expect(await get()).toBe('token-1');
    expect(state.calls).toHaveLength(2);
    await pass(0);
    expect(await get()).toBe('token-2');
  },
);

it('nobody waits for a renewal that hangs, and there is one at a time (F32)', async () => {
  const { state, get } = startEndpoint();
  await get();
  await pass(50 * MINUTE);
  state.answer = never;
  for (let count = 0; count < 10; count++) expect(await get()).toBe('token-1');
  await pass(2_999);
  await get();
  expect(state.calls).toHaveLength(2);
  // Given up after three seconds, it is begun anew a second later.
  await pass(SECOND);
  await get();
  expect(state.calls).toHaveLength(2);
  await pass(1);
  expect(await get()).toBe('token-1');
  expect(state.calls).toHaveLength(3);
});

it('an outage is invisible while the token is valid (F31, G12)', async () => {
  const { state, get } = startEndpoint();
  await get();
  state.answer = refuse;
  await pass(50 * MINUTE);
  expect(await get()).toBe('token-1');
  await pass(9 * MINUTE - 1);
  expect(await get()).toBe('token-1');
});

it('after failures the endpoint is left alone for 1, 2, 4 … 30 seconds (F33; reliability 4.5)', async () => {
  const { state, get } = startEndpoint();
  state.answer = refuse;
  let calls = 0;
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await expect(get()).rejects.toMatchObject({ ...unavailable, cause: expect.any(Error) });
    expect(state.calls).toHaveLength(++calls);
    await pass(seconds * SECOND - 1);
    await expect(get()).rejects.toMatchObject(unavailable);
    expect(state.calls).toHaveLength(calls);
    await pass(1);
  }
  state.answer = undefined;
  expect(await get()).toBe('token-8');
  // A success starts the count anew.
  state.answer = refuse;
  await pass(60 * MINUTE);
  await expect(get()).rejects.toMatchObject(unavailable);
  await pass(SECOND);
  await expect(get()).rejects.toMatchObject(unavailable);
  expect(state.calls).toHaveLength(10);
});

it.each([
  ['by its status', Object.assign(new Error('no identity'), { statusCode: 400 }), 30],
  ['in its text', new Error('Network error: status 400, no identity'), 30],
  ['not at all', Object.assign(new Error('status 4000'), { statusCode: 404 }), 1],
])(
  'a failure that says 400 %s is not repeated for as long: the app has no such identity (F34)',
  async (_, error, seconds) => {
    const { state, get } = startEndpoint();
    state.answer = () => Promise.reject(error);
    await expect(get()).rejects.toMatchObject(unavailable);
    await pass(seconds * SECOND - 1);
    await expect(get()).rejects.toMatchObject(unavailable);
    expect(state.calls).toHaveLength(1);
    await pass(1);
    await expect(get()).rejects.toMatchObject(unavailable);
    expect(state.calls).toHaveLength(2);
  },
);

it('no token is a failure, and the log is told', async () => {
  const { state, get } = startEndpoint();
  state.answer = () => Promise.resolve(null);
  const problem = await get().catch((error: unknown) => error);
  expect(problem).toMatchObject(unavailable);
  expect(describeCause((problem as { cause: unknown }).cause)).toContain('The identity endpoint gave no token.');
});

it('something thrown is a failure', async () => {
  const { state, get } = startEndpoint();
  state.answer = () => {
    throw new TypeError('broken');
  };
  await expect(get()).rejects.toMatchObject(unavailable);
});

/** Says how the promise ended, once it has. */
function watch(promise: Promise<string>): { outcome?: unknown } {
  const state: { outcome?: unknown } = {};
  promise.then(
    (token) => {
      state.outcome = token;
    },
    (problem) => {
      state.outcome = problem;
    },
  );
  return state;
}

it.each([
  [8_000, 3_000],
  [500, 500],
])('with %i ms left a first token is waited for %i ms, then it is 503 (F30, F33)', async (remainingMs, waitMs) => {
  const { state, get } = startEndpoint();
  state.answer = never;
  const waiting = watch(get(remainingMs));
  await pass(waitMs - 1);
  expect(waiting.outcome).toBeUndefined();
  await pass(1);
  expect(waiting.outcome).toMatchObject(unavailable);
});

it('after a wait in vain, of however many, the next caller is told at once, and a second later it is asked anew', async () => {
  const { state, get } = startEndpoint();
  state.answer = never;
  const first = Array.from({ length: 10 }, () => watch(get()));
  await pass(3_000);
  for (const { outcome } of first) expect(outcome).toMatchObject(unavailable);
  await pass(SECOND - 1);
  await expect(get()).rejects.toMatchObject(unavailable);
  expect(state.calls).toHaveLength(1);
  await pass(1);
  state.answer = undefined;
  expect(await get()).toBe('token-2');
});

it('a caller who is short of time takes nothing from the others', async () => {
  const { state, get } = startEndpoint();
  state.answer = () =>
    new Promise((resolve) =>
      setTimeout(resolve, SECOND, { token: 'slow', expiresOnTimestamp: Date.now() + 60 * MINUTE }),
    );
  const hurried = watch(get(100));
  await pass(100);
  expect(hurried.outcome).toMatchObject(unavailable);
  const patient = watch(get());
  await pass(900);
  expect(patient.outcome).toBe('slow');
  expect(state.calls).toHaveLength(1);
});

it('a token that comes after its first callers have gone serves those who come next', async () => {
  const { state, get } = startEndpoint();
  state.answer = () =>
    new Promise((resolve) =>
      setTimeout(resolve, 5 * SECOND, { token: 'late', expiresOnTimestamp: Date.now() + 60 * MINUTE }),
    );
  const gone = watch(get());
  await pass(3_000);
  expect(gone.outcome).toMatchObject(unavailable);
  await pass(2_000);
  expect(await get()).toBe('late');
  expect(state.calls).toHaveLength(1);
});

it('a token that an upstream refused is dropped, a newer one is not (F21)', async () => {
  const { source, get } = startEndpoint();
  expect(await get()).toBe('token-1');
  source.invalidate(SCOPE, 'token-1');
  expect(await get()).toBe('token-2');
  source.invalidate(SCOPE, 'token-1');
  expect(await get()).toBe('token-2');
  source.invalidate('another', 'token-2');
  expect(await get()).toBe('token-2');
});

it('a failed renewal beside the requests is tried again after its pause, not sooner', async () => {
  const { state, get } = startEndpoint();
  await get();
  await pass(50 * MINUTE);
  state.answer = refuse;
  await get();
  await pass(0);
  await pass(SECOND - 1);
  await get();
  expect(state.calls).toHaveLength(2);
  await pass(1);
  await get();
  expect(state.calls).toHaveLength(3);
});
