import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type KeyParts, toCacheKey, toCanonicalJson, toDigest } from '../../../lib/cache/key.ts';
import { runs } from '../../support/runs.ts';

const parts: KeyParts = {
  operation: 'listHealthEvents',
  profile: 'vendor',
  upstream: 'https://management.example/arm',
  apiVersion: '2025-05-01',
  tenant: 'contoso',
  accessScope: '*',
  relayed: ['/subscriptions/s1', { $filter: 'a' }, undefined],
};

it('is 64 hexadecimal digits: no id of a request, no character that a table key refuses (P-16)', () => {
  for (const relayed of [parts.relayed, '/a\\b#c?d'])
    expect(toCacheKey({ ...parts, relayed })).toMatch(/^[0-9a-f]{64}$/);
});

it.each<Partial<KeyParts>>([
  { operation: 'searchRestorePoints' },
  { profile: 'microsoft' },
  { upstream: 'https://management.example' },
  { upstream: 'https://staging.example/arm' },
  { apiVersion: '2024-01-01' },
  { apiVersion: undefined },
  { tenant: 'fabrikam' },
  { accessScope: '/subscriptions/s1' },
  { relayed: ['/subscriptions/s2', { $filter: 'a' }, undefined] },
  { relayed: ['/subscriptions/s1', { $filter: 'b' }, undefined] },
  { relayed: ['/subscriptions/s1', { $filter: 'a' }, 'content'] },
  { relayed: undefined },
])('differs for %j (I1, A23)', (other) => {
  expect(toCacheKey({ ...parts, ...other })).not.toBe(toCacheKey(parts));
});

it('includes the version of the stored format', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify([5, 'listHealthEvents', 'vendor', parts.upstream, '2025-05-01', 'contoso', '*']))
    .update(toCanonicalJson(parts.relayed))
    .digest('hex');
  expect(toCacheKey(parts)).toBe(digest);
});

it.each([
  [{ b: 1, a: [{ d: 2, c: null }], A: 'x' }, '{"A":"x","a":[{"c":null,"d":2}],"b":1}'],
  [{ a: undefined, b: 1 }, '{"b":1}'],
  [[undefined, null, true], '[null,null,true]'],
  ['\u20ac"\n', '"€\\"\\n"'],
  [-0, '0'],
  [1e21, '1e+21'],
  [{}, '{}'],
  [[], '[]'],
])('the canonical JSON of %j is %s', (value, text) => {
  expect(toCanonicalJson(value)).toBe(text);
});

it('sorts names by their UTF-16 code units (RFC 8785 3.2.3)', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const value = Object.fromEntries(names.map((name, index) => [name, index]));
  expect(Object.keys(JSON.parse(toCanonicalJson(value)))).toHaveLength(7);
  expect(toCanonicalJson(value)).toBe('{"\\r":1,"1":3,"\u0080":5,"ö":6,"€":0,"😀":4,"\ufb33":2}');
});

it('two values have the same canonical text exactly when they are equal as JSON', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(null, true, 0, 1, '', 'a', '0', 'null', '{}'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'a,b', '"'), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, value, (one, other) => {
      const equal = isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
      expect(toCanonicalJson(one) === toCanonicalJson(other)).toBe(equal);
    }),
    { numRuns: runs(300) },
  );
});

it('the digest is SHA-256 over key and body', () => {
  const key = toCacheKey(parts);
  const body = Buffer.from('{"value":[]}');
  expect(toDigest(key, body)).toBe(createHash('sha256').update(`${key}{"value":[]}`).digest('hex'));
  expect(toDigest(key, Buffer.from('{"value":[1]}'))).not.toBe(toDigest(key, body));
  expect(toDigest(toCacheKey({ ...parts, tenant: 'fabrikam' }), body)).not.toBe(toDigest(key, body));
});
