import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPathMatcher,
  encodePath,
  fillPath,
  isLoopback,
  isSafePathValue,
  isTrustedUrl,
  splitUrl,
} from '../../../lib/http/path.ts';
import { runs } from '../../support/runs.ts';
import { expectSplit } from '../../support/split.ts';

/** Parts of attacks and of names, combined in any order and number. */
const bricks = [
  ...'.. . / \\ // % %2e %2f %252e %5c %00 ? # @ : ; & = + ~ * ( ) \' " < > | $ ^ ` { } [ ] ! ,'.split(' '),
  ...' \0\t\u007f\u0085\u2215\u2044\u2024\u202e\u200b\ufeff\ud800',
  ...'éß漢😀ﬁ\uff0f\uff0e\u0308',
  ...'a B 0 - _ vm-web providers companies(1) evil.example localhost http: \r\n'.split(' '),
];
const wall = fc.array(fc.constantFrom(...bricks), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
const anyValue = fc.oneof(
  { weight: 3, arbitrary: wall },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1 }) },
);

describe('a path', () => {
  it('is filled with the values unchanged', () => {
    const values = { companyId: 'a b', itemId: '$&' };
    expect(fillPath('/companies({companyId})/items({itemId})', values)).toBe('/companies(a b)/items($&)');
    expect(fillPath('/a/{x}/{y}/{x}', { x: '1' })).toBe('/a/1//1');
  });

  it('is encoded once, each value within its segment (RFC 3986 3.3)', () => {
    const name = "a b%2F/\\?#[]@!$&'()*+,;=:ü€";
    const encoded = 'a%20b%252F%2F%5C%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%C3%BC%E2%82%AC';
    expect(encodePath('/x/{name}', { name })).toBe(`/x/${encoded}`);
    expect(encodePath('/documentModels:authorizeCopy', {})).toBe('/documentModels:authorizeCopy');
    expect(encodePath('/a/{x}/b', {})).toBe('/a//b');
    expect(encodePath('/a-._~/{x}', { x: 'Az09-._~$&' })).toBe('/a-._~/Az09-._~%24%26');
  });

  it('is matched with its template, which returns the values', () => {
    const template = '/companies({companyId})/items({itemId})';
    expect(createPathMatcher(template)('/companies(c1)/items(i1)')).toEqual({ companyId: 'c1', itemId: 'i1' });
    expect(createPathMatcher(template)('/COMPANIES(c1)/Items(I1)')).toEqual({ companyId: 'c1', itemId: 'I1' });
    const others = ['/companies()/items(i1)', '/companies(c/1)/items(i1)', '/x/companies(c1)/items(i1)'];
    for (const path of [...others, '/companies(c1)/items(i1)/x'])
      expect(createPathMatcher(template)(path)).toBeUndefined();
    expect([createPathMatcher('/a.b/{x}')('/aXb/1'), createPathMatcher('/a.b/{x}')('/a.b/1')]).toEqual([
      undefined,
      { x: '1' },
    ]);
    expect([createPathMatcher('/solutions')('/solutions'), createPathMatcher('/solutions')('/other')]).toEqual([
      {},
      undefined,
    ]);
  });

  it('of safe values keeps host, prefix and number of segments, and each segment decodes to its value', () => {
    const safe = anyValue.filter(isSafePathValue);
    fc.assert(
      fc.property(safe, safe, (first, second) => {
        const path = encodePath('/base/{first}/mid/companies({second})', { first, second });
        const url = new URL(`https://upstream.example${path}?api-version=1`);
        expect([url.host, url.pathname, url.search]).toEqual(['upstream.example', path, '?api-version=1']);
        const segments = url.pathname.split('/');
        expect(segments.map(decodeURIComponent)).toEqual(['', 'base', first, 'mid', `companies(${second})`]);
        expect(segments[4]).toMatch(/^companies\([^()]*\)$/);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a value in a path', () => {
  const around = (characters: string) => Array.from(characters, (character) => `a${character}b`);
  it.each<[string, readonly string[], readonly string[]]>([
    ['has 260 characters at most (A33)', ['a', 'a'.repeat(260)], ['', 'a'.repeat(261)]],
    ['is no dots, with a parameter or without (A28, A34)', ['...', '.a', 'a.'], ['.', '..', '..;x=1', '.;', ';x=1']],
    ['stays in its segment, decoded again or not (A29)', [' a b ', "!$&'()*+,;=:@"], ['a/b', 'a\\b', 'a%2Fb', '%2e']],
    ['is no address, query or fragment (A30, A31)', ['~'], ['https://a.b', '\\\\a.b', '@a.b/x', 'a?b', 'a#b']],
    ['has no character that is not seen (A35)', ['Größe'], [...around('\0\n\t\u007f\u0085'), 'a\n']],
    // Half a surrogate pair, a line separator, an override of direction, a zero-width space, a no-break space, a mark.
    ['has none that hides, or hides others (A35)', ['商店'], [...around('\ud800\u2028\u202e\u200b\u00a0\ufeff'), '🙂']],
    [
      'has no look-alike of a separator or of dots (A29)',
      ['rg-prod_1.(west)', '[]{}|^`"<>'],
      [...around('\u2215\uff0f\uff05\uff3c'), '\uff0e\uff0e', '\u2025', '\u2024', '\u2100'],
    ],
  ])('%s', (_, safe, others) => expectSplit(isSafePathValue, safe, others));

  it('is checked in its normal form: a ligature of letters is safe, one with a slash is not', () => {
    expectSplit(isSafePathValue, ['\ufb01'], ['\u2116', '\u00bd']);
  });
});

const words = (text: string) => text.split(' ');

it('https is trusted, and http to this machine: without user, query and fragment', () => {
  const remote = words('https://management.vendor.example https://management.vendor.example:8443/base/v1.0');
  const local = words('http://localhost:7083/arm http://127.0.0.1:7083 http://127.255.0.254 http://[::1]:7083');
  const elsewhere = words(
    'http://management.vendor.example http://localhost.evil.example http://evil.localhost http://127.0.0.1.evil.example http://x127.0.0.1x.example http://[::2] ftp://127.0.0.1 ws://localhost',
  );
  const more = words(
    'https://user@vendor.example https://:secret@vendor.example https://user:secret@vendor.example https://vendor.example/?x=1 https://vendor.example/? https://vendor.example/#x vendor.example',
  );
  expectSplit(isTrustedUrl, [...remote, ...local], [...elsewhere, ...more, '']);
});

it('a host name means this machine, or not', () => {
  const others = words('127.0.0 127.0.0.1.2 127.0.0.1111 127.a.b.c 1127.0.0.1 128.0.0.1 0.0.0.0');
  expectSplit(isLoopback, words('localhost [::1] 127.0.0.1 127.1.22.133'), [...others, '']);
});

it.each([
  ['https://api.example', 'https://api.example', ''],
  ['https://api.example/', 'https://api.example', ''],
  ['http://127.0.0.1:8080/base/v1//', 'http://127.0.0.1:8080', '/base/v1'],
])('%s is split into origin and base path', (url, origin, basePath) => {
  expect(splitUrl(url)).toEqual({ origin, basePath });
});
