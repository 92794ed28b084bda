import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createFrontdeskClient,
  type FrontdeskClient,
  type HealthEventList,
  type Item,
} from '../../client/src/index.ts';
import { type Watched, type WatchOptions, watch } from '../../client/src/watch.ts';

const machine = {
  subscriptionId: 's',
  resourceGroupName: 'g',
  resourceProviderNamespace: 'Vendor.Compute',
  resourceType: 'virtualMachines',
  resourceName: 'vm',
};
const item = { companyId: 'c', itemId: 'i' };

/** `left`: seconds for which it is still fresh. */
const events = (name: string, left: number) =>
  Response.json(
    { value: [{ name }] },
    { headers: { 'cache-control': 'private, max-age=60', age: `${60 - left}`, etag: `"${name}"` } },
  );
const notModified = (name: string, maxAge: number) =>
  new Response(null, { status: 304, headers: { 'cache-control': `private, max-age=${maxAge}`, etag: `"${name}"` } });
const failed = (status: number, headers = {}) => Response.json({ code: 'c', message: 'm' }, { status, headers });
const bicycle = (unitPrice: number) => Response.json({ unitPrice }, { headers: { 'cache-control': 'no-store' } });

type Reply = () => Response;

/** A client that gets these responses, one after the other; the last one again and again. */
function open(...replies: Reply[]) {
  const startedAt = performance.now();
  const sent: { readonly second: number; readonly tag: string | null }[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    const second = (performance.now() - startedAt) / 1_000;
    sent.push({ second, tag: new Headers(init?.headers).get('if-none-match') });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    return reply?.() ?? Promise.reject(new TypeError('fetch failed'));
  };
  const client = createFrontdeskClient({ baseUrl: 'https://f.example', getToken: () => 't', fetch });
  return { client, sent, waits: () => sent.slice(1).map(({ second }, index) => second - (sent[index]?.second ?? 0)) };
}

/** Reads all that the loop yields, until the test ends it. */
function collect<T>(changes: AsyncGenerator<T, void, undefined>) {
  const yielded: T[] = [];
  const ended = (async () => {
    for await (const change of changes) yielded.push(change);
  })();
  // A test that expects a failure awaits it later.
  ended.catch(() => {});
  return { yielded, ended };
}

function watchEvents(client: FrontdeskClient, options?: WatchOptions) {
  const { yielded, ended } = collect(watch(client, 'listHealthEvents', machine, options));
  return { names: () => yielded.map(({ body }) => body.value[0]?.name), ended };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
/** The jitter is at most a tenth. */
const expectWait = (wait: number | undefined, seconds: number) => {
  expect(wait).toBeGreaterThanOrEqual(seconds);
  expect(wait).toBeLessThanOrEqual(seconds * 1.1 + 0.01);
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a loop over watch', () => {
  it('asks when max-age has passed, by entity tag, and yields only changes', async () => {
    const { client, sent, waits } = open(
      () => events('a', 20),
      () => notModified('a', 60),
      () => events('b', 60),
    );
    const { names } = watchEvents(client);
    await pass(0);
    expect(names()).toEqual(['a']);
    await pass(22);
    expect([sent.map(({ tag }) => tag), names()]).toEqual([[null, '"a"'], ['a']]);
    await pass(66);
    expect([sent.map(({ tag }) => tag), names()]).toEqual([
      [null, '"a"', '"a"'],
      ['a', 'b'],
    ]);
    expectWait(waits()[0], 20);
    expectWait(waits()[1], 60);
  });

  it('does not yield an equal body with another entity tag', async () => {
    const { client } = open(
      () => events('a', 1),
      () =>
        Response.json({ value: [{ name: 'a' }] }, { headers: { 'cache-control': 'private, max-age=1', etag: '"z"' } }),
    );
    const { names } = watchEvents(client);
    await pass(5);
    expect(names()).toEqual(['a']);
  });

  it('yields nothing for an entity tag that is still right', async () => {
    const { client, sent } = open(() => notModified('a', 60));
    const { yielded } = collect(watch(client, 'listHealthEvents', { ...machine, ifNoneMatch: '"a"' }));
    await pass(70);
    expect([yielded, sent.map(({ tag }) => tag)]).toEqual([[], ['"a"', '"a"']]);
  });

  it('asks for what is stale soon, then more and more rarely, and again by max-age', async () => {
    const stale = () => events('a', 0);
    const { client, waits } = open(stale, stale, stale, stale, stale, stale, stale, () => events('a', 60));
    watchEvents(client);
    await pass(360);
    for (const [index, seconds] of [2, 4, 8, 16, 32, 60, 60, 60].entries()) expectWait(waits()[index], seconds);
  });

  it('asks every 30 seconds, or as the option says, where nothing is cached, and sends no entity tag', async () => {
    for (const intervalSeconds of [undefined, 5]) {
      const { client, sent, waits } = open(
        () => bicycle(1),
        () => bicycle(1),
        () => bicycle(2),
      );
      const controller = new AbortController();
      const options = { signal: controller.signal, ...(intervalSeconds && { intervalSeconds }) };
      const { yielded, ended } = collect(watch(client, 'getItem', item, options));
      await pass(2.2 * (intervalSeconds ?? 30));
      expect(yielded.map(({ body }) => body.unitPrice)).toEqual([1, 2]);
      expect(sent.map(({ tag }) => tag)).toEqual([null, null, null]);
      for (const wait of waits()) expectWait(wait, intervalSeconds ?? 30);
      controller.abort();
      await ended;
    }
  });
});

describe('a failure', () => {
  it('of the network or a service is survived with longer and longer waits, and reported', async () => {
    const offline = () => Promise.reject(new TypeError('fetch failed')) as never;
    const { client, waits } = open(
      offline,
      () => failed(500),
      () => failed(408),
      () => events('a', 60),
    );
    const onError = vi.fn();
    const { names } = watchEvents(client, { onError });
    await pass(16);
    for (const [index, seconds] of [2, 4, 8].entries()) expectWait(waits()[index], seconds);
    expect(names()).toEqual(['a']);
    expect(onError.mock.calls.map(([error]) => error.status)).toEqual([undefined, 500, 408]);
    for (const [index, [, waitSeconds]] of onError.mock.calls.entries()) {
      expect(waits()[index]).toBeCloseTo(waitSeconds, 1);
    }
  });

  it.each([429, 503])('of status %i is survived for as long as Retry-After says', async (status) => {
    const { client, waits } = open(
      () => failed(status, { 'retry-after': '40' }),
      () => events('a', 60),
    );
    const { names } = watchEvents(client);
    await pass(44);
    expectWait(waits()[0], 40);
    expect(names()).toEqual(['a']);
  });

  it.each([400, 401, 403, 404, 410])('of status %i stays one, and ends the loop', async (status) => {
    const { client, sent } = open(
      () => events('a', 1),
      () => failed(status),
    );
    const { names, ended } = watchEvents(client);
    const end = expect(ended).rejects.toMatchObject({ status });
    await pass(10);
    await end;
    expect([names(), sent.length]).toEqual([['a'], 2]);
  });
});

/** As MSAL throws them. */
const fail = (errorCode: string) => Object.assign(new Error(errorCode), { errorCode });

describe('an error of getToken', () => {
  it.each([
    ['a sign-in that needs a person', fail('interaction_required'), false],
    ['a mistake in the program', new TypeError('account is undefined'), false],
    ['no network', fail('no_network_connectivity'), true],
    ['no network, by fetch', new TypeError('Failed to fetch'), true],
  ])('%s ends the loop, unless it passes by itself', async (_, error, passes) => {
    const getToken = vi.fn(async () => 't').mockRejectedValueOnce(error);
    const client = createFrontdeskClient({
      baseUrl: 'https://f.example',
      getToken,
      fetch: async () => events('a', 60),
    });
    const onError = vi.fn();
    const { names, ended } = watchEvents(client, { onError });
    const end = passes ? undefined : expect(ended).rejects.toBe(error);
    await pass(3);
    await end;
    expect([names(), onError.mock.calls.length]).toEqual(passes ? [['a'], 1] : [[], 0]);
  });
});

describe('the loop ends', () => {
  it.each(['before it begins', 'during a request', 'during a wait'])('when its signal aborts %s', async (when) => {
    const controller = new AbortController();
    const { signal } = controller;
    const hang = () =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) as unknown as Response;
    const { client, sent } = open(when === 'during a request' ? hang : () => events('a', 60));
    const onError = vi.fn();
    if (when === 'before it begins') controller.abort();
    const { ended } = watchEvents(client, { signal, onError });
    await pass(1);
    controller.abort();
    await ended;
    await pass(200);
    expect([sent.length, onError.mock.calls]).toEqual([when === 'before it begins' ? 0 : 1, []]);
  });

  it('at once when `return` is called during a wait, and leaves no timer', async () => {
    const { client, sent } = open(() => events('a', 60));
    const changes = watch(client, 'listHealthEvents', machine);
    await changes.next();
    const waiting = changes.next();
    await pass(1);
    expect(await changes.return()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect([vi.getTimerCount(), sent.length]).toEqual([0, 1]);
  });
});

describe('a hidden page', () => {
  class Page extends EventTarget {
    visibilityState = 'visible';
    show(visibilityState: 'visible' | 'hidden') {
      this.visibilityState = visibilityState;
      this.dispatchEvent(new Event('visibilitychange'));
    }
  }

  it('sends nothing, and what is due as soon as it is visible', async () => {
    const page = new Page();
    vi.stubGlobal('document', page);
    const { client, sent } = open(
      () => events('a', 60),
      () => events('b', 60),
    );
    const { names } = watchEvents(client);
    await pass(1);
    page.show('hidden');
    await pass(600);
    page.show('hidden');
    await pass(600);
    expect(sent).toHaveLength(1);
    page.show('visible');
    await pass(0);
    expect([sent.length, names()]).toEqual([2, ['a', 'b']]);
  });
});

it('what is yielded has the type of the operation’s success, in both profiles', () => {
  expectTypeOf<Watched<'listHealthEvents'>['body']>().toEqualTypeOf<HealthEventList>();
  expectTypeOf<Watched<'listHealthEvents'>['status']>().toEqualTypeOf<200>();
  expectTypeOf<Watched<'getItem', 'microsoft'>['body']['displayName']>().toEqualTypeOf<Item['displayName']>();
  expectTypeOf(watch<'getItem', 'vendor'>)
    .parameter(1)
    .toEqualTypeOf<'getItem'>();
  expectTypeOf<'createOrReplaceStreamingJob'>().not.toExtend<Parameters<typeof watch>[1]>();
});
