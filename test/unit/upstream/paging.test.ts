import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaging, type PageScope, readSkipToken, SKIP_TOKEN } from '../../../lib/upstream/paging.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_800_000_000_000);

const key = Buffer.alloc(32, 7);
const paging = createPaging(key, clock);

const list: PageScope = { operation: 'listHealthEvents', tenant: 'contoso', list: '/subscriptions/s1?$filter=a' };

const DAY = 24 * 3_600_000;

describe('our page token', () => {
  it('opens to the upstream’s own, for the same list', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (token) => {
        expect(paging.open(paging.seal(token, list), list)).toBe(token.toWellFormed());
      }),
    );
  });

  it('stands in a query as it is', () => {
    expect(paging.seal('a+/=&?#"', list)).toMatch(/^[\w-]+\.[\w-]{43}$/);
  });

  it('is understood by every instance with the same key, and by no other', () => {
    const sealed = paging.seal('token', list);
    expect(createPaging(Buffer.alloc(32, 7), clock).open(sealed, list)).toBe('token');
    const stranger = createPaging(Buffer.alloc(32, 8), clock);
    expect(() => stranger.open(sealed, list)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
  });

  it.each([
    ['operation', { ...list, operation: 'listNestedHealthEvents' }],
    ['tenant', { ...list, tenant: 'fabrikam' }],
    ['list', { ...list, list: '/subscriptions/s2?$filter=a' }],
    ['filter', { ...list, list: '/subscriptions/s1?$filter=b' }],
  ])('of another %s is refused (A40)', (_, other) => {
    expect(() => paging.open(paging.seal('token', list), other)).toThrow(
      expect.objectContaining({ type: 'invalid_cursor', status: 400 }),
    );
  });

  it('is bound to its parts one by one: nothing moves from one into the next', () => {
    const sealed = paging.seal('token', { operation: 'a', tenant: 'b', list: 'c' });
    for (const other of [
      { operation: 'ab', tenant: '', list: 'c' },
      { operation: 'a', tenant: 'bc', list: '' },
      { operation: 'a","b', tenant: 'c', list: '' },
    ]) {
      expect(() => paging.open(sealed, other)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    }
  });

  it('with any bit flipped is refused (A40)', () => {
    const sealed = paging.seal('token', list);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < sealed.length; at++) {
      const character = sealed[at] as string;
      const other = character === '.' ? '-' : (alphabet[alphabet.indexOf(character) ^ 1] as string);
      const flipped = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(() => paging.open(flipped, list)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    }
  });

  it.each(['', '.', 'a.b', 'a.b.c', 'http://169.254.169.254/', `${'a'.repeat(20_000)}.b`])(
    '%s is none, and nothing is read of it (A40)',
    (cursor) => {
      expect(() => paging.open(cursor, list)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    },
  );

  it('with anything behind it is refused', () => {
    const sealed = paging.seal('token', list);
    expect(() => paging.open(`${sealed}.`, list)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    expect(() => paging.open(`${sealed}é`, list)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
  });

  it('is good for a day', () => {
    const sealed = paging.seal('token', list);
    clock.time += DAY - 1;
    expect(paging.open(sealed, list)).toBe('token');
    clock.time += 1;
    expect(() => paging.open(sealed, list)).toThrow(
      expect.objectContaining({ type: 'invalid_cursor', message: 'The page token has expired.' }),
    );
  });
});

describe('the upstream’s link to the next page', () => {
  const URL_OF_LIST = 'https://upstream.example/arm/subscriptions/s1/resourceGroups/rg%20%28a%29/events';

  it('is read by the name that our own link bears', () => {
    expect(SKIP_TOKEN).toBe('$skipToken');
  });

  it.each([
    [`${URL_OF_LIST}?api-version=2025-05-01&$skipToken=t`, 't'],
    [`${URL_OF_LIST}?$skipToken=t&api-version=2025-05-01`, 't'],
    // The specification's own form: {originalRequestUrl}?$skipToken=…
    [`${URL_OF_LIST}?api-version=2025-05-01?$skipToken=t`, 't'],
    [`${URL_OF_LIST}?%24skiptoken=t`, 't'],
    [`${URL_OF_LIST}?$SKIPTOKEN=t`, 't'],
    [`${URL_OF_LIST}?$skipToken=a%2Bb%3D%3D`, 'a+b=='],
    [`${URL_OF_LIST}?$skipToken=a+b==`, 'a+b=='],
    [`${URL_OF_LIST}?$skipToken=100%`, '100%'],
    [`${URL_OF_LIST}?$skipToken=t#fragment`, 't'],
    [URL_OF_LIST.replace('arm', 'ARM').replace('%28a%29', '(A)').concat('?$skipToken=t'), 't'],
    [URL_OF_LIST.replace('https://', 'HTTPS://').replace('.example', '.EXAMPLE:443').concat('?$skipToken=t'), 't'],
  ])('%s holds the token %s (spec 1, Health event, nextLink; A41)', (link, token) => {
    expect(readSkipToken(link, URL_OF_LIST)).toBe(token);
  });

  it.each([
    'https://evil.example/arm/subscriptions/s1/resourceGroups/rg%20%28a%29/events?$skipToken=t',
    `${URL_OF_LIST.replace('.example', '.example.evil')}?$skipToken=t`,
    `${URL_OF_LIST.replace('https', 'http')}?$skipToken=t`,
    `${URL_OF_LIST.replace('.example', '.example:8443')}?$skipToken=t`,
    `${URL_OF_LIST.replace('://', '://user@')}?$skipToken=t`,
    `${URL_OF_LIST.replace('s1', 's2')}?$skipToken=t`,
    `${URL_OF_LIST}/other?$skipToken=t`,
    `${URL_OF_LIST}/../other?$skipToken=t`,
    'https://upstream.example/?$skipToken=t',
    '/arm/subscriptions/s1/resourceGroups/rg%20%28a%29/events?$skipToken=t',
    '?$skipToken=t',
    'not a link',
    '',
  ])('%s leads elsewhere: 502, and nobody follows it (A41)', (link) => {
    expect(() => readSkipToken(link, URL_OF_LIST)).toThrow(
      expect.objectContaining({
        type: 'upstream_invalid_response',
        status: 502,
        cause: 'The nextLink leads elsewhere.',
      }),
    );
  });

  it.each([
    URL_OF_LIST,
    `${URL_OF_LIST}?api-version=2025-05-01`,
    `${URL_OF_LIST}?$skipToken=`,
    `${URL_OF_LIST}?$skipToken`,
    `${URL_OF_LIST}?x$skipToken=t`,
    `${URL_OF_LIST}?skipToken=t`,
    `${URL_OF_LIST}?$skip=t`,
    `${URL_OF_LIST}#?$skipToken=t`,
  ])('%s holds no token: 502', (link) => {
    expect(() => readSkipToken(link, URL_OF_LIST)).toThrow(
      expect.objectContaining({ type: 'upstream_invalid_response', cause: 'The nextLink holds no $skipToken.' }),
    );
  });

  it('a path that cannot be decoded is compared as it stands', () => {
    const odd = 'https://upstream.example/arm/100%/events';
    expect(readSkipToken(`${odd}?$skipToken=t`, odd)).toBe('t');
  });
});
