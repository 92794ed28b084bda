import { expect, it } from 'vitest';
import * as z from 'zod';
import { collectNames, describeMembers, findUndescribed } from '../../../../lib/contracts/schema/annotations.ts';
import { openUnion } from '../../../../lib/contracts/schema/resource.ts';

const kind = (type: string, name: string) => z.looseObject({ type: z.literal(type), [name]: z.string() });
const described = describeMembers(
  z.looseObject({
    text: z.string().nullish(),
    list: z.array(z.looseObject({ name: z.string() })),
    map: z.record(z.string(), z.string()),
    free: z.unknown(),
    kinds: openUnion('type', [kind('a', 'one'), kind('b', 'two')]).optional(),
  }),
);
const find = (body: unknown, isWanted = (_: string) => true) =>
  findUndescribed(body, described, isWanted).map(({ path, text }) => [path.join('.'), text]);

it('texts in described members are not found, in any case of the names and in any kind', () => {
  const kinds = { type: 'c', one: 'x', two: 'x' };
  expect(find({ text: 'x', TEXT: 'x', list: [{ name: 'x' }], map: { any: 'x' }, free: 'x', kinds })).toEqual([]);
});

it('texts in other members are found at every depth, with the names of members inside them', () => {
  expect(find({ other: 'a', list: [{ name: 'x', more: ['b'] }], kinds: { type: 'a', three: 'c' } })).toEqual([
    ['other', 'a'],
    ['list.0.more.0', 'b'],
    ['kinds.three', 'c'],
  ]);
  expect(find({ other: { d: 'e', f: 5 }, free: { g: null, h: 'i' } })).toEqual([
    ['other', 'd'],
    ['other.d', 'e'],
    ['other', 'f'],
    ['free.h', 'i'],
  ]);
});

it('only wanted texts are found', () => {
  expect(find({ other: { a: 'b', b: 'a' } }, (text) => text === 'a')).toEqual([
    ['other', 'a'],
    ['other.b', 'a'],
  ]);
});

it('a body that is no object has none', () => {
  for (const body of [undefined, null, 5, 'x', []]) expect(find(body)).toEqual([]);
});

it('the described names are collected at every depth', () => {
  const names = collectNames(described);
  for (const name of ['text', 'list', 'name', 'map', 'free', 'kinds', 'type', 'one', 'two'])
    expect(names).toContain(name);
  expect(names).not.toContain('three');
});
