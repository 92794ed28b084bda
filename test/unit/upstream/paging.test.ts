import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaging, type PageScope, readSkipToken, SKIP_TOKEN } from '../../../lib/upstream/paging.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_800_000_000_000);

const key = Buffer.alloc(32, 7);
const paging = createPaging(key, clock);

const scope: PageScope = { operation: 'listHealthEvents', tenant: 'contoso', list: '/subscriptions/s1?$filter=a' };

const DAY = 24 * 3_600_000;

describe('Frontdesk’s page token', () => {
  it('opens to the upstream’s token for the same list', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (token) => {
        expect(paging.open(paging.seal(token, scope), scope)).toBe(token.toWellFormed());
      }),
    );
  });

  it('needs no encoding in a query', () => {
    expect(paging.seal('a+/=&?#"', scope)).toMatch(/^[\w-]+\.[\w-]{43}$/);
  });

  it('is accepted by instances with the same key only', () => {
    const sealed = paging.seal('token', scope);
    expect(createPaging(Buffer.alloc(32, 7), clock).open(sealed, scope)).toBe('token');
    const other = createPaging(Buffer.alloc(32, 8), clock);
    expect(() => other.open(sealed, scope)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
  });

  it.each([
    ['operation', { ...scope, operation: 'listNestedHealthEvents' }],
    ['tenant', { ...scope, tenant: 'fabrikam' }],
    ['list', { ...scope, list: '/subscriptions/s2?$filter=a' }],
    ['filter', { ...scope, list: '/subscriptions/s1?$filter=b' }],
  ])('of another %s is rejected (A40)', (_, other) => {
    expect(() => paging.open(paging.seal('token', scope), other)).toThrow(
      expect.objectContaining({ type: 'invalid_cursor', status: 400 }),
    );
  });

  it('is bound to each part of its scope: no text can move from one part to the next', () => {
    const sealed = paging.seal('token', { operation: 'a', tenant: 'b', list: 'c' });
    for (const other of [
      { operation: 'ab', tenant: '', list: 'c' },
      { operation: 'a', tenant: 'bc', list: '' },
      { operation: 'a","b', tenant: 'c', list: '' },
    ]) {
      expect(() => paging.open(sealed, other)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    }
  });

  it('with any bit flipped is rejected (A40)', () => {
    const sealed = paging.seal('token', scope);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < sealed.length; at++) {
      const character = sealed[at] as string;
      const other = character === '.' ? '-' : (alphabet[alphabet.indexOf(character) ^ 1] as string);
      const flipped = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(() => paging.open(flipped, scope)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    }
  });

  it.each(['', '.', 'a.b', 'a.b.c', 'http://169.254.169.254/', `${'a'.repeat(20_000)}.b`])(
    'rejects %s without reading it (A40)',
    (cursor) => {
      expect(() => paging.open(cursor, scope)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    },
  );

  it('with a suffix is rejected', () => {
    const sealed = paging.seal('token', scope);
    expect(() => paging.open(`${sealed}.`, scope)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
    expect(() => paging.open(`${sealed}é`, scope)).toThrow(expect.objectContaining({ type: 'invalid_cursor' }));
  });

  it('expires after a day', () => {
    const sealed = paging.seal('token', scope);
    clock.time += DAY - 1;
    expect(paging.open(sealed, scope)).toBe('token');
    clock.time += 1;
    expect(() => paging.open(sealed, scope)).toThrow(
      expect.objectContaining({ type: 'invalid_cursor', message: 'The page token has expired.' }),
    );
  });
});

describe('the upstream’s link to the next page', () => {
  const LIST_URL = 'https://upstream.example/arm/subscriptions/s1/resourceGroups/rg%20%28a%29/events';

  it('has the token in the same parameter as Frontdesk’s own link', () => {
    expect(SKIP_TOKEN).toBe('$skipToken');
  });

  it.each([
    [`${LIST_URL}?api-version=2025-05-01&$skipToken=t`, 't'],
    [`${LIST_URL}?$skipToken=t&api-version=2025-05-01`, 't'],
    // The specification's own format: {originalRequestUrl}?$skipToken=…
    [`${LIST_URL}?api-version=2025-05-01?$skipToken=t`, 't'],
    [`${LIST_URL}?%24skiptoken=t`, 't'],
    [`${LIST_URL}?$SKIPTOKEN=t`, 't'],
    [`${LIST_URL}?$skipToken=a%2Bb%3D%3D`, 'a+b=='],
    [`${LIST_URL}?$skipToken=a+b==`, 'a+b=='],
    [`${LIST_URL}?$skipToken=100%`, '100%'],
    [`${LIST_URL}?$skipToken=t#fragment`, 't'],
    [LIST_URL.replace('arm', 'ARM').replace('%28a%29', '(A)').concat('?$skipToken=t'), 't'],
    [LIST_URL.replace('https://', 'HTTPS://').replace('.example', '.EXAMPLE:443').concat('?$skipToken=t'), 't'],
  ])('%s has the token %s (S1-51; A41)', (link, token) => {
    expect(readSkipToken(link, LIST_URL)).toBe(token);
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
    expect(() => readSkipToken(link, LIST_URL)).toThrow(
      expect.objectContaining({
        type: 'upstream_invalid_response',
        status: 502,
        cause: 'The nextLink is for another URL.',
      }),
    );
  });

  it.each([
    LIST_URL,
    `${LIST_URL}?api-version=2025-05-01`,
    `${LIST_URL}?$skipToken=`,
    `${LIST_URL}?$skipToken`,
    `${LIST_URL}?x$skipToken=t`,
    `${LIST_URL}?skipToken=t`,
    `${LIST_URL}?$skip=t`,
    `${LIST_URL}#?$skipToken=t`,
  ])('%s has no token: 502', (link) => {
    expect(() => readSkipToken(link, LIST_URL)).toThrow(
      expect.objectContaining({ type: 'upstream_invalid_response', cause: 'The nextLink has no $skipToken.' }),
    );
  });

  it('a path that cannot be decoded is compared without decoding', () => {
    const odd = 'https://upstream.example/arm/100%/events';
    expect(readSkipToken(`${odd}?$skipToken=t`, odd)).toBe('t');
  });
});
