import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { type Clock, type Deadline, startDeadline } from '../../../lib/time/clock.ts';
import { type SendOptions, UpstreamClient, type UpstreamRequest } from '../../../lib/upstream/client.ts';
import { type FetchToken, TokenCache } from '../../../lib/upstream/token-cache.ts';
import { createUpstream, type Upstream } from '../../../lib/upstream/upstream.ts';
import { UPSTREAMS, type UpstreamLimits } from '../../../lib/upstream/upstreams.ts';
import { createFastClock } from '../../support/clocks.ts';

/** What the upstream does with a request: respond, soon or late, break the connection, send invalid HTTP, or nothing. */
type Reaction =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly afterMs?: number }
  | 'reset'
  | 'invalid'
  | 'no response';

const fast = createFastClock(10);
/** The connect timeout. */
const CONNECT_MS = 1_000;
/** Ten times as fast as the machine's; a connection has more time, since a busy machine makes it slowly. */
const clock: Clock = {
  ...fast,
  setTimer: (callback, ms) => (ms === CONNECT_MS ? setTimeout(callback, 10 * ms) : fast.setTimer(callback, ms)),
};
const toLimits = (parallel: number, queue: number): UpstreamLimits => {
  const places = { parallel, queue };
  return { bulkhead: { read: places, write: places }, rate: {} };
};
const names = { operation: 'o1', scope: 's1', counter: 's1', tenant: 't1', caller: 'c1' };
const headers = { accept: 'application/json' };
const request: UpstreamRequest = { method: 'PUT', target: '/things/1?x=1', headers, body: '{}' };

/** Starts an upstream that reacts in this order and repeats the last reaction. */
async function startUpstream(reactions: readonly Reaction[]) {
  const requests: IncomingHttpHeaders[] = [];
  const targets: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const reaction = reactions[Math.min(requests.length, reactions.length - 1)];
    requests.push(incoming.headers);
    targets.push(`${incoming.method} ${incoming.url}`);
    if (reaction === 'reset') outgoing.socket?.resetAndDestroy();
    else if (reaction === 'invalid') outgoing.socket?.end('HTTP/9 junk\r\n\r\n');
    else if (reaction && reaction !== 'no response') {
      const text = `response ${requests.length}`;
      const respond = () => outgoing.writeHead(reaction.status, reaction.headers).end(text);
      if (reaction.afterMs) setTimeout(respond, reaction.afterMs);
      else respond();
    }
  });
  const running = await listen(server, 0);
  onTestFinished(() => running.close().catch(() => {}));
  return { ...running, requests, targets };
}

interface Setup {
  readonly reactions: readonly Reaction[];
  readonly key?: Upstream['key'];
  readonly fetchToken?: FetchToken;
  readonly limits?: UpstreamLimits;
}

type Own = Partial<SendOptions & { readonly target: string }>;

/** Longer than any response takes, on the test's clock. */
const LONG_MS = 200_000;

/** Starts an upstream and a client; `send` is a safe request with enough time, unless overridden. */
async function start({ reactions, ...setup }: Setup) {
  const upstream = await startUpstream(reactions);
  const client = createClient(upstream.url, setup);
  return { ...upstream, client, send: (own?: Own, ms?: number) => send(client, own, ms) };
}

function createClient(url: string, setup: Omit<Setup, 'reactions'> = {}): UpstreamClient {
  let issued = 0;
  const issue = async () => ({ token: `token-${++issued}`, expiresOnTimestamp: clock.wallNow() + 3_600_000 });
  const tokens = new TokenCache(setup.fetchToken ?? issue, clock);
  const upstream = createUpstream('arm', url, 'scope', setup.key);
  const client = new UpstreamClient(upstream, () => setup.limits ?? toLimits(10, 10), tokens, clock);
  onTestFinished(() => client.close().catch(() => {}));
  return client;
}

/** Returns status and body, or the problem; also how often it was sent, and the spans with their ends. */
async function send(client: UpstreamClient, own: Own = {}, time: number | Deadline = LONG_MS) {
  let sends = 0;
  const [spans, waits]: [string[], string[]] = [[], []];
  const startSpan: SendOptions['tracer']['startSpan'] = (name) => {
    if (name === 'upstream') sends++;
    const end = (status?: number, failure?: string) => {
      if (name === 'queue' || name === 'pause') waits.push(name);
      else spans.push(`${name} ${status ?? failure ?? 'done'}`);
    };
    return { headers: { 'x-span': name }, end };
  };
  const deadline = typeof time === 'number' ? { remainingMs: () => time } : time;
  const { isWrite = false, target = request.target } = own;
  const options = {
    isWrite,
    quota: { ...names, resource: 'r1', voter: 'r1', kind: isWrite ? 'write' : 'read' } as const,
    tracer: { startSpan },
    maxResponseBytes: 1024 * 1024,
    ...own,
  };
  const result = await client.send({ ...request, target }, options, deadline).then(
    ({ status, body }) => ({ response: `${status} ${body}` }),
    ({ type, outcome, cause }) => ({ problem: type, outcome, cause }),
  );
  return { ...result, sends, spans, waits };
}

const ok: Reaction = { status: 200 };
const refuse: FetchToken = () => Promise.reject(new Error('down'));

it('sends the managed identity’s token and returns the upstream’s response', async () => {
  const { requests, send } = await start({ reactions: [ok] });
  const spans = ['token done', 'upstream 200'];
  expect(await send()).toEqual({ response: '200 response 1', sends: 1, spans, waits: [] });
  const sent = { authorization: 'Bearer token-1', accept: 'application/json', 'x-span': 'upstream' };
  expect(requests).toMatchObject([sent]);
});

it('sends the key to an upstream that has one, and fetches no token', async () => {
  const key = { header: 'vendor-subscription-key', value: 'k' };
  const { requests, send } = await start({ reactions: [ok], key, fetchToken: refuse });
  expect(await send()).toMatchObject({ response: '200 response 1', spans: ['upstream 200'] });
  expect(requests).toMatchObject([{ 'vendor-subscription-key': 'k' }]);
  expect(requests[0]).not.toHaveProperty('authorization');
});

it('replaces a rejected token once: a 401 did nothing, whatever the method (P-01, P-03)', async () => {
  const { requests, send } = await start({ reactions: [{ status: 401 }, ok] });
  expect(await send({ isWrite: true })).toMatchObject({
    response: '200 response 2',
    sends: 2,
    spans: ['token done', 'upstream 401', 'token done', 'upstream 200'],
  });
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
});

it('does not send a rejected key again', async () => {
  const { requests, send } = await start({ reactions: [{ status: 401 }], key: { header: 'x-key', value: 'k' } });
  expect(await send()).toMatchObject({ response: '401 response 1' });
  expect(requests).toHaveLength(1);
});

it('sends nothing without a token, and frees the place', async () => {
  let isDown = true;
  const issue: FetchToken = async () => ({ token: 't', expiresOnTimestamp: clock.wallNow() + 3_600_000 });
  const fetchToken: FetchToken = (scope) => (isDown ? refuse(scope) : issue(scope));
  const { requests, send } = await start({ reactions: [ok], limits: toLimits(1, 0), fetchToken });
  const failed = { problem: 'identity_unavailable', outcome: 'not-sent', sends: 0 };
  expect(await send()).toMatchObject({ ...failed, spans: ['token identity_unavailable'] });
  expect(requests).toEqual([]);
  isDown = false;
  await new Promise((resolve) => clock.setTimer(() => resolve(undefined), 1_100));
  expect(await send()).toMatchObject({ response: '200 response 1' });
});

it.each<[string, Reaction]>([
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ['a broken connection', 'reset'],
])('a read is tried again after %s, twice at most (F28, P-02)', async (_, reaction) => {
  const { send } = await start({ reactions: [reaction, reaction, ok] });
  expect(await send()).toMatchObject({ response: '200 response 3', sends: 3, waits: ['pause', 'pause'] });
});

it('waits the whole time that the upstream asks for, or not at all (P-05)', async () => {
  const { requests, send } = await start({ reactions: [{ status: 503, headers: { 'retry-after': '200' } }, ok] });
  expect(await send({}, LONG_MS)).toMatchObject({ response: '503 response 1', sends: 1 });
  expect(await send({}, LONG_MS / 2)).toMatchObject({ problem: 'throttled', outcome: 'not-sent', sends: 0, spans: [] });
  expect(requests).toHaveLength(1);
});

it.each<[Reaction, string, string]>([
  ['no response', 'upstream_timeout', 'upstream timeout'],
  ['invalid', 'upstream_invalid_response', 'upstream invalid'],
  ['reset', 'upstream_unreachable', 'upstream reset'],
])('%s is the problem %s, with an unknown outcome for a write (C-60)', async (reaction, problem, span) => {
  const { send } = await start({ reactions: [reaction] });
  const ms = reaction === 'no response' ? 1_500 : LONG_MS;
  const failed = { problem, cause: expect.any(Error), outcome: 'unknown', spans: ['token done', span] };
  expect(await send({ isWrite: true }, ms)).toMatchObject(failed);
});

it('nothing was sent if there is no connection', async () => {
  const { close, send } = await start({ reactions: [ok] });
  await close();
  const failed = { problem: 'upstream_unreachable', cause: expect.any(Error), outcome: 'not-sent' };
  expect(await send({ isWrite: true })).toMatchObject(failed);
});

it('slow is not dead: an upstream of five seconds serves every read, and its slowness is no failure', async () => {
  const { client } = await start({ reactions: [{ status: 200, afterMs: 500 }], limits: UPSTREAMS.arm.limits });
  const reads = Array.from({ length: 30 }, () => send(client, {}, startDeadline(clock, 60_000)));
  for (const result of await Promise.all(reads))
    expect(result).toMatchObject({ response: expect.stringMatching(/^200 /), sends: 1 });
  expect(client.collectStats()).toMatchObject([{ isOpen: false }, { isOpen: false }]);
});

it('P-08, P-09 while the breaker is open nothing is sent, and a failure is not repeated', async () => {
  const { requests, client } = await start({ reactions: ['reset'] });
  const read = (resource: string) => send(client, { quota: { ...names, kind: 'read', resource, voter: resource } });
  expect([(await read('r1')).sends, (await read('r2')).sends, (await read('r3')).sends]).toEqual([3, 3, 1]);
  expect(await read('r4')).toMatchObject({ problem: 'circuit_open', outcome: 'not-sent', spans: [] });
  expect(requests).toHaveLength(7);
});

it('sends the request target unchanged below the base path', async () => {
  const { url, targets } = await startUpstream([ok]);
  const client = createClient(`${url}/base`);
  await send(client);
  await send(client, { target: '/a/../b/%2e%2e//c?x=%20' });
  expect(targets).toEqual(['PUT /base/things/1?x=1', 'PUT /base/a/../b/%2e%2e//c?x=%20']);
});
