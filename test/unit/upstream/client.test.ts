import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen, type RunningServer } from '../../../dev/server.ts';
import { createUpstreamClient, type SendOptions, type UpstreamClient } from '../../../lib/upstream/client.ts';
import type { UpstreamRequest } from '../../../lib/upstream/compose-request.ts';
import type { UpstreamLimits } from '../../../lib/upstream/limits.ts';
import { createTokenCache, type FetchToken } from '../../../lib/upstream/token-cache.ts';
import { createUpstream, type Upstream } from '../../../lib/upstream/upstreams.ts';
import { createFastClock } from '../../support/clocks.ts';

/** What the upstream does with a call: it answers, breaks the connection, talks nonsense, or says nothing. */
type Turn =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'reset'
  | 'junk'
  | 'silence';

/** Waits are a tenth as long. */
const clock = createFastClock(10);
const within = (ms: number) => ({ remainingMs: () => ms });
const ROOM = { parallel: 10, queue: 10 };
const limits: UpstreamLimits = { bulkhead: { read: ROOM, write: ROOM }, rate: {} };
const request: UpstreamRequest = {
  method: 'PUT',
  target: '/things/1?x=1',
  headers: { accept: 'application/json' },
  body: '{}',
};

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** An upstream that takes its turns in order, the last again and again. */
async function startUpstream(
  turns: readonly Turn[],
): Promise<RunningServer & { readonly calls: IncomingHttpHeaders[] }> {
  const calls: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    const turn = turns[Math.min(calls.length, turns.length - 1)];
    calls.push(incoming.headers);
    if (turn === 'reset') outgoing.socket?.resetAndDestroy();
    else if (turn === 'junk') outgoing.socket?.end('HTTP/9 junk\r\n\r\n');
    else if (turn && turn !== 'silence') outgoing.writeHead(turn.status, turn.headers).end(`answer ${calls.length}`);
  });
  const running = await listen(server, 0);
  endings.push(() => running.close());
  return { ...running, calls };
}

interface Setting {
  readonly turns: readonly Turn[];
  readonly key?: Upstream['key'];
  readonly fetchToken?: FetchToken;
  readonly limits?: UpstreamLimits;
}

/** Longer than any answer takes, by the test's clock. */
const LONG_MS = 200_000;

/** A relay to such an upstream; `send` is a read of at most three tries, with time enough, unless told otherwise. */
async function start({ turns, key, fetchToken, ...own }: Setting) {
  const upstream = await startUpstream(turns);
  let issued = 0;
  const tokens = createTokenCache(
    fetchToken ?? (async () => ({ token: `token-${++issued}`, expiresOnTimestamp: clock.now() + 3_600_000 })),
    clock,
  );
  const relay = createUpstreamClient(
    createUpstream('arm', upstream.url, 'scope', key),
    own.limits ?? limits,
    tokens,
    clock,
  );
  endings.push(() => relay.close().catch(() => {}));
  return { ...upstream, relay, send: (over: Partial<SendOptions> = {}, ms = LONG_MS) => send(relay, over, ms) };
}

/** Answers status and body, or the problem, beside the tries that were told of and the steps with their ends. */
async function send(relay: UpstreamClient, over: Partial<SendOptions>, ms: number) {
  const tries: number[] = [];
  const steps: string[] = [];
  const tried: SendOptions = {
    idempotency: 'safe',
    maxAttempts: 3,
    timeoutMs: LONG_MS,
    quota: { kind: over.idempotency && over.idempotency !== 'safe' ? 'write' : 'read', subscriptionId: 's1' },
    watch: {
      countAttempt: (count) => tries.push(count),
      startSpan: (name) => ({
        headers: { 'x-step': name },
        end: (status, failure) => steps.push([name, status ?? failure ?? 'done'].join(' ')),
      }),
    },
    ...over,
  };
  const result = await relay.send(request, tried, within(ms)).then(
    ({ status, body, isRepeated }) => ({ answer: `${status} ${body}`, isRepeated }),
    ({ type, outcome, cause }) => ({ problem: type, outcome, cause }),
  );
  return { ...result, tries, steps };
}

const ok: Turn = { status: 200 };

it('a call bears the managed identity’s token; the answer is what the upstream said', async () => {
  const { calls, send } = await start({ turns: [ok] });
  expect(await send()).toEqual({
    answer: '200 answer 1',
    isRepeated: false,
    tries: [1],
    steps: ['token done', 'upstream 200'],
  });
  expect(calls).toMatchObject([{ authorization: 'Bearer token-1', accept: 'application/json' }]);
});

it('what a trace sends along goes up beside the credential', async () => {
  const { calls, send } = await start({ turns: [ok] });
  await send();
  expect(calls).toMatchObject([{ authorization: 'Bearer token-1', 'x-step': 'upstream' }]);
});

it('an upstream with a key gets the key, and no token is asked for', async () => {
  const key = { field: 'vendor-subscription-key', value: 'k' };
  const { calls, send } = await start({ turns: [ok], key, fetchToken: () => Promise.reject(new Error('asked')) });
  expect(await send()).toMatchObject({ answer: '200 answer 1', steps: ['upstream 200'] });
  expect(calls).toMatchObject([{ 'vendor-subscription-key': 'k' }]);
  expect(calls[0]).not.toHaveProperty('authorization');
});

it('a refused token is replaced, once: a 401 did nothing, whatever the method (reliability 4.1)', async () => {
  const { calls, send } = await start({ turns: [{ status: 401 }, ok] });
  expect(await send({ idempotency: 'unsafe', maxAttempts: 1 })).toMatchObject({
    answer: '200 answer 2',
    isRepeated: false,
    tries: [1],
    steps: ['token done', 'upstream 401', 'token done', 'upstream 200'],
  });
  expect(calls.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
});

it('a second 401 is the answer', async () => {
  const { calls, send } = await start({ turns: [{ status: 401 }] });
  expect(await send()).toMatchObject({ answer: '401 answer 2', tries: [1] });
  expect(calls).toHaveLength(2);
});

it('a key that is refused is not sent again', async () => {
  const { calls, send } = await start({ turns: [{ status: 401 }], key: { field: 'x-key', value: 'k' } });
  expect(await send()).toMatchObject({ answer: '401 answer 1' });
  expect(calls).toHaveLength(1);
});

it('without a token nothing goes up, and the place is given back (F28)', async () => {
  let isDown = true;
  const one = { parallel: 1, queue: 0 };
  const { calls, send } = await start({
    turns: [ok],
    limits: { bulkhead: { read: one, write: one }, rate: {} },
    fetchToken: async () => {
      if (isDown) throw new Error('down');
      return { token: 't', expiresOnTimestamp: clock.now() + 3_600_000 };
    },
  });
  expect(await send()).toMatchObject({
    problem: 'identity_unavailable',
    outcome: 'not-sent',
    tries: [1],
    steps: ['token identity_unavailable'],
  });
  expect(calls).toEqual([]);
  isDown = false;
  await new Promise((resolve) => clock.setTimer(() => resolve(undefined), 1_100));
  expect(await send()).toMatchObject({ answer: '200 answer 1' });
});

it.each<[string, Turn]>([
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['429', { status: 429 }],
  ['a broken connection', 'reset'],
  ['no answer in the try’s time', 'silence'],
])('a read is tried again after %s, twice at most (reliability 4.1)', async (_, turn) => {
  const { send } = await start({ turns: [turn, turn, ok] });
  expect(await send(turn === 'silence' ? { timeoutMs: 5_000 } : {})).toMatchObject({
    answer: '200 answer 3',
    tries: [1, 2, 3],
  });
});

it.each([400, 404, 409, 412, 499])('a %i is an answer, and no reason to ask again', async (status) => {
  const { calls, send } = await start({ turns: [{ status }, ok] });
  expect(await send()).toMatchObject({ answer: `${status} answer 1`, tries: [1] });
  expect(calls).toHaveLength(1);
});

it('when the tries are used up the last answer counts, whatever its status', async () => {
  const { send } = await start({ turns: [{ status: 500 }, { status: 503 }, { status: 502 }, ok] });
  expect(await send()).toMatchObject({ answer: '502 answer 3', isRepeated: true, tries: [1, 2, 3] });
});

it.each<[string, Turn]>([
  ['500', { status: 500 }],
  ['a broken connection', 'reset'],
])('a write is not repeated after %s: it may have been processed (DESIGN 4, 9)', async (_, turn) => {
  const { calls, send } = await start({ turns: [turn, ok] });
  await send({ idempotency: 'unsafe' });
  expect(calls).toHaveLength(1);
});

it.each<[string, Turn]>([
  ['429', { status: 429 }],
  ['503 with a time', { status: 503, headers: { 'retry-after': '1' } }],
])('a write is repeated after %s, which is no repetition: nothing was processed (DESIGN 4, 9)', async (_, turn) => {
  const { send } = await start({ turns: [turn, ok] });
  expect(await send({ idempotency: 'unsafe' })).toMatchObject({
    answer: '200 answer 2',
    isRepeated: false,
    tries: [1, 2],
  });
});

it('a delete that is asked for again after a broken connection says so: the first try may have done it', async () => {
  const { send } = await start({ turns: ['reset', { status: 429 }, { status: 404 }] });
  expect(await send({ idempotency: 'idempotent' })).toMatchObject({ answer: '404 answer 3', isRepeated: true });
});

it('the time that the upstream asks for is waited for, or not at all (reliability 4.1)', async () => {
  const { calls, send } = await start({ turns: [{ status: 503, headers: { 'retry-after': '9' } }, ok] });
  expect(await send({}, 9_000)).toMatchObject({ answer: '503 answer 1', tries: [1] });
  expect(await send()).toMatchObject({ problem: 'throttled', outcome: 'not-sent', tries: [1], steps: [] });
  expect(calls).toHaveLength(1);
});

it.each<[Turn, string, string]>([
  ['silence', 'upstream_timeout', 'upstream timeout'],
  ['junk', 'upstream_invalid_response', 'upstream invalid'],
  ['reset', 'upstream_unreachable', 'upstream reset'],
])(
  '%s is the problem %s: of a read nothing more is said, a write’s outcome is unknown',
  async (turn, problem, step) => {
    const { send } = await start({ turns: [turn] });
    const failed = { problem, cause: expect.any(Error) };
    const timeoutMs = turn === 'silence' ? 1_000 : LONG_MS;
    const read = { ...failed, outcome: undefined, steps: ['token done', step] };
    expect(await send({ maxAttempts: 1, timeoutMs })).toMatchObject(read);
    // The token is at hand by then: nobody waits for it.
    const write = { ...failed, outcome: 'unknown', steps: [step] };
    expect(await send({ maxAttempts: 1, timeoutMs, idempotency: 'unsafe' })).toMatchObject(write);
  },
);

it('without a connection nothing was sent', async () => {
  const { close, send } = await start({ turns: [ok] });
  await close();
  endings.shift();
  const failed = { problem: 'upstream_unreachable', cause: expect.any(Error) };
  expect(await send({ maxAttempts: 1 })).toMatchObject({ ...failed, outcome: undefined });
  expect(await send({ maxAttempts: 1, idempotency: 'unsafe' })).toMatchObject({ ...failed, outcome: 'not-sent' });
});

it('nonsense is not asked for again', async () => {
  const { calls, send } = await start({ turns: ['junk', ok] });
  expect(await send()).toMatchObject({ problem: 'upstream_invalid_response', tries: [1] });
  expect(calls).toHaveLength(1);
});

it.each([
  ['its own time', 1_000, 1_000_000],
  ['the time that is left for everything', 1_000_000, 1_000],
])('a try is bounded by %s', async (_, timeoutMs, ms) => {
  const { send } = await start({ turns: ['silence'] });
  expect(await send({ maxAttempts: 1, timeoutMs }, ms)).toMatchObject({ problem: 'upstream_timeout' });
});

it('five failures in a row open the circuit: no try follows, and no call goes up (reliability 4.2)', async () => {
  const { calls, send } = await start({ turns: ['reset'] });
  expect((await send()).tries).toEqual([1, 2, 3]);
  expect((await send()).tries).toEqual([1, 2]);
  expect(await send()).toMatchObject({ problem: 'circuit_open', outcome: 'not-sent', steps: [] });
  expect(calls).toHaveLength(5);
});

it('reads and writes fail apart: a circuit that is open for reads lets writes through', async () => {
  const { send } = await start({ turns: ['reset', 'reset', 'reset', 'reset', 'reset', ok] });
  await send();
  await send();
  expect(await send({ idempotency: 'unsafe' })).toMatchObject({ answer: '200 answer 6' });
});

it('retries are a tenth of the requests of the last seconds, and three in any case (reliability 4.1)', async () => {
  const { send } = await start({ turns: [{ status: 429 }] });
  // No more tries are allowed: none is taken from the budget.
  for (let count = 0; count < 5; count++) expect((await send({ maxAttempts: 1 })).tries).toEqual([1]);
  expect((await send()).tries).toEqual([1, 2, 3]);
  expect((await send()).tries).toEqual([1, 2]);
  expect((await send()).tries).toEqual([1]);
});

it('the place is given back with the answer', async () => {
  const one = { parallel: 1, queue: 0 };
  const { send } = await start({ turns: [ok], limits: { bulkhead: { read: one, write: one }, rate: {} } });
  await send();
  expect(await send()).toMatchObject({ answer: '200 answer 2' });
});
