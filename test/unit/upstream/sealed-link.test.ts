import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LinkScope, MAX_LINK, SealedLinks } from '../../../lib/upstream/sealed-link.ts';

const DAY = 24 * 3_600_000;
const clock = { now: 1_800_000_000_000, wallNow: (): number => clock.now };
const key = randomBytes(32);
const links = new SealedLinks(key, clock);
const scope: LinkScope = ['page', 'contoso', 'listItems', '/companies/1/items', '?$top=5'];

it('opens what was sealed, on any instance with the key, in its own scope only (A40)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(scope.length - 1), (address, at) => {
      const sealed = links.seal(address, scope);
      expect(sealed).toMatch(/^[\w-]+$/);
      expect(new SealedLinks(key, clock).open(sealed, scope)).toBe(address);
      const other = scope.map((part, index) => (index === at ? `${part}x` : part)) as unknown as LinkScope;
      expect(links.open(sealed, other)).toBeUndefined();
      expect(new SealedLinks(randomBytes(32), clock).open(sealed, scope)).toBeUndefined();
    }),
  );
});

it('opens nothing that was changed, and nothing else (A40)', () => {
  const sealed = links.seal('?$skiptoken=1', scope);
  const isOpened = (text: string) => links.open(text, scope) !== undefined;
  const change = fc.tuple(fc.nat(sealed.length - 1), fc.constantFrom(...'AZaz09-_=.+/ ')).map(([at, by]) => {
    return sealed.slice(0, at) + by + sealed.slice(at + 1);
  });
  fc.assert(
    fc.property(fc.oneof(change, fc.string(), fc.base64String()), (text) => isOpened(text) === (text === sealed)),
  );
  for (let length = 0; length < sealed.length; length++) expect(isOpened(sealed.slice(0, length))).toBe(false);
});

it('an address has one link until the day ends, and no two addresses have the same beginning (C-39)', () => {
  clock.now = 20_000 * DAY;
  const sealed = links.seal('?$skiptoken=1', scope);
  clock.now += DAY - 1;
  expect(links.seal('?$skiptoken=1', scope)).toBe(sealed);
  expect(links.seal('?$skiptoken=2', scope).slice(0, 16)).not.toBe(sealed.slice(0, 16));
  clock.now += 1;
  expect(links.seal('?$skiptoken=1', scope)).not.toBe(sealed);
});

it('a link ends with the day after the one on which it was made', () => {
  clock.now = 20_000 * DAY + 5;
  const sealed = links.seal('?$skiptoken=1', scope);
  clock.now = 20_002 * DAY - 1;
  expect(links.open(sealed, scope)).toBe('?$skiptoken=1');
  clock.now += 1;
  expect(links.open(sealed, scope)).toBeUndefined();
});

it('a link of another key is told from one that is for something else, was changed, or has ended', () => {
  const sealed = links.seal('?$skiptoken=1', scope);
  clock.now += 5 * DAY;
  const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`;
  expect([sealed, changed, 'x', ''].map((text) => links.explain(text))).toEqual(new Array(4).fill(undefined));
  const other = new SealedLinks(randomBytes(32), clock).seal('?$skiptoken=1', scope);
  expect(links.explain(other)).toBe('other_key');
});

it('an address of 5,900 characters fits into the longest link', () => {
  expect(links.seal('x'.repeat(5_900), scope).length).toBeLessThan(MAX_LINK - 80);
});
