import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';
import {
  isPageOf,
  type LongPages,
  type PageKeys,
  type PageScope,
  Paging,
  readNextPage,
} from '../../../lib/upstream/paging.ts';

const time = { ...systemClock, epochMs: 1_800_000_000_000, wallNow: (): number => time.epochMs };

const key = Buffer.alloc(32, 7);

const scope: PageScope = { operation: 'listHealthEvents', tenant: 'contoso', list: '/subscriptions/s1?$filter=a' };

const DAY = 24 * 3_600_000;
/** Longer than any token of these tests. */
const ROOM = 100_000;

/** Paging with these keys, the first of which seals; `after` are the keys after they were read again. */
function createPaging(keys: readonly Uint8Array[], { after = keys, kept = new Map<string, string>() } = {}): Paging {
  const pageKeys: PageKeys = { list: async () => keys, reload: async () => after };
  const longPages: LongPages = {
    put: async (token) => {
      const id = createHmac('sha256', 'id').update(token).digest('hex');
      kept.set(id, token);
      return id;
    },
    get: async (id) => kept.get(id),
  };
  return new Paging(pageKeys, longPages, time);
}

const paging = createPaging([key]);
const seal = (token: string, of = scope, room = ROOM) => paging.seal(token, of, room);
const invalid = expect.objectContaining({ type: 'invalid_cursor', status: 400 });

/** Returns a page token with any payload, signed with the key. */
function forge(payload: string): string {
  const parts = JSON.stringify([payload, scope.operation, scope.tenant, scope.list]);
  return `${payload}.${createHmac('sha256', key).update(parts).digest('base64url')}`;
}

describe('Frontdesk’s page token', () => {
  it('opens to the upstream’s token for the same list, however much room a link has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }),
        fc.constantFrom(ROOM, 200),
        async (token, room) => {
          expect(await paging.open(await seal(token.toWellFormed(), scope, room), scope)).toBe(token.toWellFormed());
        },
      ),
    );
  });

  it('needs no encoding in a query', async () => {
    expect(await seal('a+/=&?#"')).toMatch(/^[\w-]+\.[\w-]{43}$/);
  });

  it('never exceeds the room: a long one stands for a token that is kept', async () => {
    const token = randomBytes(50_000).toString('base64');
    const sealed = await seal(token, scope, 200);
    expect(sealed.length).toBeLessThanOrEqual(200);
    expect(await seal(token, scope, 200)).toBe(sealed);
    expect(await paging.open(sealed, scope)).toBe(token);
  });

  it('that stands for a token that is no longer kept is rejected', async () => {
    const sealed = await seal('x'.repeat(1_000), scope, 200);
    await expect(createPaging([key]).open(sealed, scope)).rejects.toEqual(invalid);
  });

  it('is refused where none fits', async () => {
    await expect(seal('token', scope, 50)).rejects.toEqual(
      expect.objectContaining({ type: 'invalid_request', status: 400, message: expect.stringContaining('too long') }),
    );
  });

  it('is accepted by instances with the same key only', async () => {
    const sealed = await seal('token');
    expect(await createPaging([Buffer.alloc(32, 7)]).open(sealed, scope)).toBe('token');
    await expect(createPaging([Buffer.alloc(32, 8)]).open(sealed, scope)).rejects.toEqual(invalid);
  });

  it('is accepted with any of the keys, and with one that is only there after they were read again', async () => {
    const sealed = await seal('token');
    const other = Buffer.alloc(32, 8);
    expect(await createPaging([other, key]).open(sealed, scope)).toBe('token');
    expect(await createPaging([other], { after: [key, other] }).open(sealed, scope)).toBe('token');
    expect(await createPaging([other, key]).seal('token', scope, ROOM)).not.toBe(sealed);
  });

  it.each([
    ['operation', { ...scope, operation: 'listNestedHealthEvents' }],
    ['tenant', { ...scope, tenant: 'fabrikam' }],
    ['list', { ...scope, list: '/subscriptions/s2?$filter=a' }],
    ['filter', { ...scope, list: '/subscriptions/s1?$filter=b' }],
  ])('of another %s is rejected (A40)', async (_, other) => {
    await expect(paging.open(await seal('token'), other)).rejects.toEqual(invalid);
  });

  it('is bound to each part of its scope: no text can move from one part to the next', async () => {
    const sealed = await seal('token', { operation: 'a', tenant: 'b', list: 'c' });
    for (const other of [
      { operation: 'ab', tenant: '', list: 'c' },
      { operation: 'a', tenant: 'bc', list: '' },
      { operation: 'a","b', tenant: 'c', list: '' },
    ]) {
      await expect(paging.open(sealed, other)).rejects.toEqual(invalid);
    }
  });

  it('with any bit flipped is rejected (A40)', async () => {
    const sealed = await seal('token');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < sealed.length; at++) {
      const character = sealed[at] as string;
      const other = character === '.' ? '-' : (alphabet[alphabet.indexOf(character) ^ 1] as string);
      const flipped = sealed.slice(0, at) + other + sealed.slice(at + 1);
      await expect(paging.open(flipped, scope)).rejects.toEqual(invalid);
    }
  });

  it.each(['', '.', 'a.b', 'a.b.c', 'http://169.254.169.254/', `${'a'.repeat(20_000)}.b`])(
    'rejects %s without reading it (A40)',
    async (cursor) => {
      await expect(paging.open(cursor, scope)).rejects.toEqual(invalid);
    },
  );

  it('with a suffix is rejected', async () => {
    const sealed = await seal('token');
    for (const suffix of ['.', 'é', '\n', '='])
      await expect(paging.open(sealed + suffix, scope)).rejects.toEqual(invalid);
  });

  it('of any form is rejected, even signed with the key (A40)', async () => {
    const later = time.wallNow() + DAY;
    const odd = [
      null,
      [],
      {},
      [later],
      [later, ''],
      [later, 5],
      [String(later), 't'],
      [later + 0.5, 't'],
      { 0: later },
    ];
    const ids = [
      [later, null],
      [later, null, 5],
      [later, null, '../x'],
      [later, null, ['a'.repeat(64)]],
    ];
    const texts = [...odd, ...ids]
      .map((content) => JSON.stringify(content))
      .concat('', '{', 'nul', '[1,"t"]x', '[1e999,"t"]');
    const payloads = texts.map((text) => Buffer.from(text).toString('base64url'));
    for (const payload of payloads.concat('A', '-', '____')) {
      await expect(paging.open(forge(payload), scope), payload).rejects.toEqual(invalid);
    }
    const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
    const payload = fc.oneof(
      fc.uint8Array().map(encode),
      fc.json().map((text) => encode(Buffer.from(text))),
      fc.stringMatching(/^[\w-]*$/),
    );
    await fc.assert(
      fc.asyncProperty(payload, async (each) => {
        await expect(paging.open(forge(each), scope)).rejects.toEqual(invalid);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (cursor) => {
        await expect(paging.open(cursor, scope)).rejects.toEqual(invalid);
      }),
    );
  });

  it('of a page stays the same all day, on every instance with the key; another page, list or key has another', async () => {
    time.epochMs = Math.ceil(time.epochMs / DAY) * DAY + 1;
    const sealed = await seal('token');
    time.epochMs += DAY - 1;
    expect(await createPaging([Buffer.alloc(32, 7)]).seal('token', scope, ROOM)).toBe(sealed);
    const others = [seal('other'), seal('token', { ...scope, tenant: 'fabrikam' })];
    expect(new Set([sealed, ...(await Promise.all(others))]).size).toBe(3);
    expect(await createPaging([Buffer.alloc(32, 8)]).seal('token', scope, ROOM)).not.toBe(sealed);
    time.epochMs += 1;
    expect(await seal('token')).not.toBe(sealed);
  });

  it('expires at the end of the next day', async () => {
    time.epochMs = Math.ceil(time.epochMs / DAY) * DAY + 1;
    const sealed = await seal('token');
    time.epochMs += 2 * DAY - 2;
    expect(await paging.open(sealed, scope)).toBe('token');
    time.epochMs += 1;
    await expect(paging.open(sealed, scope)).rejects.toEqual(
      expect.objectContaining({ type: 'invalid_cursor', message: 'The page token has expired.' }),
    );
  });
});

describe('the upstream’s link to the next page', () => {
  const BASE = 'https://upstream.example/arm';
  const PATH = '/subscriptions/s1/resourceGroups/rg%20%28a%29/events';
  const LIST_URL = BASE + PATH;
  const list = { baseUrl: BASE, path: PATH };

  it.each([
    '?api-version=2025-05-01&$skipToken=t',
    '?$skipToken=t&api-version=2025-05-01',
    '?%24skiptoken=t',
    '?$SKIPTOKEN=t',
    '?skipToken=t',
    '?$skip=20&$top=10&$filter=name%20eq%20%27a%3Fb%27&api-version=1&api-version=1',
    '?aid=FIN&$skiptoken=6d6a6f3c-0000-4000-8000-000000000001',
    '?$skipToken=a%2Bb%3D%3D',
    '?$skipToken=a+b==',
    '?$skipToken=100%',
  ])('its query %s is taken over whole (S1-51; A41)', (query) => {
    expect(readNextPage(LIST_URL + query, list)).toBe(query);
    expect(readNextPage(`${LIST_URL}${query}#fragment`, list)).toBe(query);
    expect(isPageOf(query)).toBe(true);
  });

  it('may have a second question mark, the specification’s own format (S1-51)', () => {
    const link = `${LIST_URL}?api-version=2025-05-01?$skipToken=t`;
    expect(readNextPage(link, list)).toBe('?api-version=2025-05-01&$skipToken=t');
  });

  it('may differ from the request in casing and encoding: its path is not taken over', () => {
    const spelled = LIST_URL.replace('arm', 'ARM').replace('%28a%29', '(A)');
    for (const url of [spelled, LIST_URL.replace('https://', 'HTTPS://').replace('.example', '.EXAMPLE:443')])
      expect(readNextPage(`${url}?$skipToken=t`, list)).toBe('?$skipToken=t');
    const odd = { baseUrl: BASE, path: '/100%/events' };
    expect(readNextPage(`${BASE}/100%/events?$skipToken=t`, odd)).toBe('?$skipToken=t');
  });

  it('may lead to a sibling that the list names, and to no other path', () => {
    const siblings = ['/sharePointSessions', '/exchangeSessions'];
    const sessions = { baseUrl: BASE, path: '/sessions', siblings };
    expect(readNextPage(`${BASE}/sharepointSessions?$skiptoken=t`, sessions)).toBe('/sharePointSessions?$skiptoken=t');
    expect(isPageOf('/sharePointSessions?$skiptoken=t', siblings)).toBe(true);
    for (const page of [
      '/otherSessions?$skiptoken=t',
      '/sharePointSessions/x?$skiptoken=t',
      '//sharePointSessions?$skiptoken=t',
    ]) {
      expect(() => readNextPage(BASE + page, sessions)).toThrow(expect.objectContaining({ status: 502 }));
      expect(isPageOf(page, siblings)).toBe(false);
    }
    expect(isPageOf('/sharePointSessions?$skiptoken=t')).toBe(false);
  });

  it.each([
    'https://evil.example/arm/subscriptions/s1/resourceGroups/rg%20%28a%29/events?$skipToken=t',
    `${LIST_URL.replace('.example', '.example.evil')}?$skipToken=t`,
    `${LIST_URL.replace('https', 'http')}?$skipToken=t`,
    `${LIST_URL.replace('.example', '.example:8443')}?$skipToken=t`,
    `${LIST_URL.replace('://', '://user@')}?$skipToken=t`,
    `${LIST_URL.replace('s1', 's2')}?$skipToken=t`,
    `${LIST_URL}/other?$skipToken=t`,
    `${LIST_URL}/../other?$skipToken=t`,
    'https://upstream.example/?$skipToken=t',
    '/arm/subscriptions/s1/resourceGroups/rg%20%28a%29/events?$skipToken=t',
    '?$skipToken=t',
    'not a link',
    '',
  ])('%s is for another URL: 502, and is not followed (A41)', (link) => {
    expect(() => readNextPage(link, list)).toThrow(
      expect.objectContaining({
        type: 'upstream_invalid_response',
        status: 502,
        cause: expect.stringMatching(/^The nextLink is for another URL: /),
      }),
    );
  });

  it.each([
    '',
    '?api-version=2025-05-01',
    '?$skipToken=',
    '?$skipToken',
    '?x$skipToken=t',
    '?$skipToken=t&company=other',
    '?%43ompany=other&$skipToken=t',
    '?$skipToken=t&tenant=other',
    '#?$skipToken=t',
  ])('%s has no page token of this list: 502', (query) => {
    expect(() => readNextPage(LIST_URL + query, list)).toThrow(
      expect.objectContaining({
        type: 'upstream_invalid_response',
        cause: expect.stringMatching(
          /^The nextLink has no page token of this list: host upstream\.example, parameters /,
        ),
      }),
    );
    expect(isPageOf(query)).toBe(false);
  });

  it.each(['?$skipToken=\ud800', '?$skipToken=a b', '?$skipToken=é', '$skipToken=t', '?$skipToken=t\r\n'])(
    '%j is no page, even signed',
    (page) => expect(isPageOf(page)).toBe(false),
  );

  it.each([
    [
      'https://evil.example:8443/secret-path?$skipToken=secret&sig=secret',
      'host evil.example:8443, parameters $skipToken, sig',
    ],
    [
      'https://user:secret@evil.example/?api-version=1?$skipToken=secret',
      'host evil.example, parameters api-version, $skipToken',
    ],
    ['https://evil.example/', 'host evil.example, parameters none'],
    ['https://evil.example/?%0a"}=secret&a%20b=secret', 'host evil.example, parameters ?, ?'],
    [`https://evil.example/?${'a=secret&'.repeat(100)}`, `host evil.example, parameters ${'a, '.repeat(9)}a`],
    ['secret', 'it is no URL'],
  ])('%s: the cause has its host and the names of its parameters, no path and no value', (link, where) => {
    expect(() => readNextPage(link, list)).toThrow(
      expect.objectContaining({ cause: `The nextLink is for another URL: ${where}.` }),
    );
  });
});
