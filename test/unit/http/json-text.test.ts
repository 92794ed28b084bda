import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findExcess, splitJson, tryParseJson } from '../../../lib/http/json-text.ts';
import { runs } from '../../support/runs.ts';

it.each([
  ['[,,,]', { levels: 9, values: 2 }, 'values'],
  ['{"a":1,"b":[2]}', { levels: 9, values: 2 }, 'values'],
  ['{"a":1,"b":[2]}', { levels: 9, values: 3 }, undefined],
  ['[",,,,,,,,"]', { levels: 9, values: 1 }, undefined],
  ['[[[[', { levels: 3, values: 9 }, 'levels'],
  [`[${Array(100).fill('{}').join()}]`, { levels: 2, values: 999 }, undefined],
  [`[${Array(100).fill('[]').join()}]`, { levels: 2, values: 999 }, undefined],
  ['[{}]', { levels: 1, values: 9 }, 'levels'],
  ['[[]]', { levels: 1, values: 9 }, 'levels'],
  ['[["[[[', { levels: 2, values: 9 }, undefined],
  ['["\\"[[["]', { levels: 2, values: 9 }, undefined],
  ['["[",[[1]]]', { levels: 2, values: 9 }, 'levels'],
  ['"', { levels: 0, values: 9 }, undefined],
  ['', { levels: 0, values: 9 }, undefined],
])('counts before it parses, also in what is no JSON: %s with room for %j has too many %s', (text, room, excess) => {
  expect(findExcess(text, room)).toBe(excess);
});

const MANY = { levels: 64, values: 10_000 };

it.each([
  ['{"id":1,"value":[1,2,3,4,5],"next":"a"}', ['{"id":1,"value":[1,2]}', '{"value":[3,4,5],"next":"a"}']],
  ['{"id":1,"value":{"a":[1,2],"b":[3]}}', ['{"id":1,"value":{"a":[1,2]}}', '{"value":{"b":[3]}}']],
  ['{"a":"[],[],[],[],[],[]","b":[1]}', ['{"a":"[],[],[],[],[],[]","b":[1]}']],
])('a long object comes in pieces: %s', (text, pieces) => {
  expect([...splitJson(text, MANY, 19)]).toEqual(pieces);
});

it('the last piece of a text beyond the limits is empty', () => {
  const text = `{"value":[${Array(20).fill('{}').join()}]}`;
  expect([...splitJson(text, { levels: 9, values: 41 }, 30)].at(-1)).not.toBe('');
  expect([...splitJson(text, { levels: 9, values: 40 }, 30)].at(-1)).toBe('');
});

it.each([
  '{"a":[1,]}',
  '{"a":[1, ]}',
  '{"a":[,1]}',
  '{"a":[ ,1]}',
  '{"a":[1,,2]}',
  '{"a":{"b":1,}}',
  '{"a":[1}',
  '{"a":["}',
])('a piece of what is no JSON is none: %s', (text) => {
  for (const length of [0, 6, 7, 9]) expect([...splitJson(text, MANY, length)].map(tryParseJson)).toContain(undefined);
});

const value = fc.dictionary(fc.constantFrom('a', 'b', '"'), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()));
const token = fc.constantFrom(...'{}[],:"1 ', '"a":', ',"b":[', '],', '1,', ', ,', '\\"');

it('its pieces are valid exactly if the text is, and have all that it has', () => {
  fc.assert(
    fc.property(value, fc.nat(), fc.nat(3), fc.option(token), fc.nat(40), (object, at, removed, inserted, length) => {
      const whole = JSON.stringify(object);
      const start = 1 + (at % whole.length);
      const text = inserted === null ? whole : whole.slice(0, start) + inserted + whole.slice(start + removed);
      const pieces = [...splitJson(text, MANY, length)].map(tryParseJson);
      expect(pieces.includes(undefined)).toBe(tryParseJson(text) === undefined);
      if (inserted === null) expect(pieces.reduce(join)).toEqual(tryParseJson(whole));
    }),
    { numRuns: runs(2_000) },
  );
});

function join(one: unknown, next: unknown): unknown {
  const joined = { ...(one as Record<string, unknown>) };
  for (const [name, value] of Object.entries(next as object)) {
    const before = joined[name];
    if (Array.isArray(before)) joined[name] = [...before, ...value];
    else joined[name] = name in joined ? { ...(before as object), ...value } : value;
  }
  return joined;
}
