import { expect, it } from 'vitest';
import { createFrontdeskClient, FrontdeskError } from '../../client/src/index.ts';
import { loadEvents, toWaitSeconds } from '../../pages/console/logic/load-events.ts';

const group = '/subscriptions/s/resourceGroups/g/providers/Vendor.Compute';
const ask = (name: string) => ({ target: `${group}/virtualMachines/${name}`, filter: '', days: 0 });

/** A service whose lists have these pages, by token; its responses are fresh for so many seconds. */
class Service {
  readonly pages: Record<string, { readonly name: string; readonly next?: string; readonly maxAge?: number }>;
  /** Paths, and what became of each request. */
  readonly log: string[] = [];

  constructor(pages: Service['pages']) {
    this.pages = pages;
  }

  readonly fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { searchParams } = new URL(String(url));
    const token = searchParams.get('$skipToken') ?? 'first';
    const { name, next, maxAge = 60 } = this.pages[token] ?? { name: '' };
    const headers = { etag: `"${name}"`, 'cache-control': `private, max-age=${maxAge}` };
    const isKnown = new Headers(init.headers).get('if-none-match') === headers.etag;
    this.log.push(`${token} ${name === '' ? 400 : isKnown ? 304 : 200}`);
    if (name === '') return Response.json({ code: 'invalid_cursor' }, { status: 400 });
    if (isKnown) return new Response(null, { status: 304, headers });
    const nextLink = next === undefined ? null : `https://f.example/events?$skipToken=${next}`;
    return Response.json({ value: [{ name }], nextLink }, { headers });
  };

  readonly client = createFrontdeskClient({ baseUrl: 'https://f.example', getToken: () => 't', fetch: this.fetch });
}

const names = ({ events }: Awaited<ReturnType<typeof loadEvents>>) => events.map(({ name }) => name);

it('loads all pages as one list; again, only those that have changed', async () => {
  const service = new Service({
    first: { name: 'a', next: 'two' },
    two: { name: 'b', next: 'three' },
    three: { name: 'c' },
  });
  const first = await loadEvents(service.client, ask('vm'), {});
  expect([names(first), first.hasMore]).toEqual([['a', 'b', 'c'], false]);
  service.log.length = 0;
  service.pages['three'] = { name: 'd' };
  const again = await loadEvents(service.client, ask('vm'), {}, first.pages);
  expect(names(again)).toEqual(['a', 'b', 'd']);
  expect(service.log).toEqual(['first 304', 'two 304', 'three 200']);
});

it('a page that is new in the middle has its own next page', async () => {
  const service = new Service({ first: { name: 'a', next: 'two' }, two: { name: 'b' } });
  const first = await loadEvents(service.client, ask('vm'), {});
  Object.assign(service.pages, { first: { name: 'a2', next: 'new' }, new: { name: 'n', next: 'two' } });
  expect(names(await loadEvents(service.client, ask('vm'), {}, first.pages))).toEqual(['a2', 'n', 'b']);
});

it('ends where a page leads back, and tells that the service has more', async () => {
  const service = new Service({ first: { name: 'a', next: 'two' }, two: { name: 'b', next: 'two' } });
  const loaded = await loadEvents(service.client, ask('vm'), {});
  expect([names(loaded), loaded.hasMore]).toEqual([['a', 'b'], true]);
});

it('a page that fails fails the list', async () => {
  const service = new Service({ first: { name: 'a', next: 'expired' } });
  await expect(loadEvents(service.client, ask('vm'), {})).rejects.toBeInstanceOf(FrontdeskError);
});

it('the page that can change first sets the pace', async () => {
  const service = new Service({ first: { name: 'a', next: 'two', maxAge: 50 }, two: { name: 'b', maxAge: 7 } });
  const loaded = await loadEvents(service.client, ask('vm'), {});
  expect(toWaitSeconds(loaded)).toBe(7);
});
