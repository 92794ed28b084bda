import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8, skipByteOrderMark, tryParseJson } from '../../../lib/http/json-text.ts';
import { parseJsonBody } from '../../../lib/http/parse-json.ts';
import { Problem } from '../../../lib/http/problem.ts';

const parse = (body: string | Uint8Array) => parseJsonBody(Buffer.from(body));

function refusal(body: string | Uint8Array): string {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof Problem) return error.type;
    throw error;
  }
  return 'accepted';
}

it('returns the value and the unchanged text', () => {
  expect(parse(' {"price": 1.10} ')).toEqual({ text: ' {"price": 1.10} ', value: { price: 1.1 } });
});

it.each([
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ['a cut character', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
  ['NaN', '{"a":NaN}'],
  ['a trailing comma', '{"a":1,}'],
  ['a comment', '{"a":1/**/}'],
  ['nothing', ''],
  ['an unclosed string', '{"a":"b'],
  ['half a surrogate pair in a name', '{"\\udc00":1}'],
  ['__proto__ in escapes', '{"\\u005f_proto__":1}'],
])('rejects %s as invalid_json (A48, A55)', (_, body) => {
  expect(refusal(body)).toBe('invalid_json');
});

it.each([
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'The request body is not valid UTF-8.'],
  ['a byte order mark', '\ufeff{}', 'The request body must not start with a byte order mark.'],
  ['too many levels', '['.repeat(33), 'The request body is nested more than 32 levels deep.'],
  ['half a surrogate pair', '["\\ud800"]', 'A string contains half a surrogate pair.'],
  ['__proto__', '{"__proto__":1}', 'A property must not be named __proto__.'],
  ['too many values', `[${'0,'.repeat(10_000)}0]`, 'The request body has more than 10000 values.'],
])('the message about %s is our own: a parser’s may quote the body', (_, body, message) => {
  expect(() => parse(body)).toThrow(expect.objectContaining({ message }));
});

it('accepts ten thousand values and no more: each takes validation time; nesting hides none (C-11)', () => {
  expect(refusal(`[${'0,'.repeat(9_999)}0]`)).toBe('accepted');
  expect(refusal(`[${'0,'.repeat(10_000)}0]`)).toBe('invalid_json');
  // A comma in a string separates nothing.
  expect(refusal(JSON.stringify([','.repeat(20_001)]))).toBe('accepted');
  const nested = (count: number) => `[${Array(count).fill('[[[[0]]]]').join()}]`;
  expect([refusal(nested(2_000)), refusal(nested(2_001))]).toEqual(['accepted', 'invalid_json']);
});

it.each([
  '{"a":1.10}',
  '{"a":-0.0}',
  '{"a":9007199254740992}',
  '{"a":1234567890.12345}',
  '[0,-1,1E+2,0.1,1e2]',
  '[1.000000000000000000]',
  '[-0.00000000000000010]',
  '[-1.5000000000000000E+3]',
  '[100000000000000000000]',
  '[-0e-400]',
])('the numbers of %s are exact', (text) => {
  expect(parse(text)).toEqual({ text, value: JSON.parse(text) });
});

it.each([
  ['a number beyond all doubles', '1e400'],
  ['an integer that a double does not hold', '9007199254740993'],
  ['a fraction that a double does not hold', '0.12345678901234567891'],
  ['a negative number beyond all doubles', '-1e400'],
  ['a negative number that a double does not hold', '-9007199254740993'],
  ['a number that a double rounds to zero', '1e-400'],
  ['a number of which a double keeps a part', '4e-324'],
])('%s is infinite, so that no rule accepts it, and keeps its spelling', (_, number) => {
  const text = `{"a":${number} , "b":"${number}","c":[1,${number}]}`;
  const value = { a: Number.POSITIVE_INFINITY, b: number, c: [1, Number.POSITIVE_INFINITY] };
  expect(parse(text)).toEqual({ text, value, inexactNumbers: [number, number] });
  expect(parse(number)).toEqual({ text: number, value: Number.POSITIVE_INFINITY, inexactNumbers: [number] });
});

/** With a pattern that looks for the zeros at each position, minutes. */
it.each([
  ['a fraction', `1.${'0'.repeat(1_000_000)}1`, true],
  ['its zeros at the end', `1.${'0'.repeat(1_000_000)}`, false],
  ['zeros after a digit at the end', `1.5${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`, true],
])('a number of a megabyte is read in one pass: %s', (_, number, isInexact) => {
  expect(parse(`[${number}]`).inexactNumbers).toEqual(isInexact ? [number] : undefined);
});

it.each([
  ['{"modelId":"a","b":{"modelId":1}}', 'accepted'],
  ['{"modelId":"a","model\\u0049d":"b"}', 'duplicate_member'],
  ['[{"a":"a"},{"a":["a","a"]},{"b":{"a":1},"a":2}]', 'accepted'],
  ['{"a":{"b":1},"b":2,"c":[{"b":3}]}', 'accepted'],
  ['{"a":[1],"b":2,"a":3}', 'duplicate_member'],
  ['{"a":{"b":1},"a":3}', 'duplicate_member'],
  ['["__proto__",{"a":"__proto__"}]', 'accepted'],
  ...[' ', '\t', '\r', '\n', ' \t\r\n'].flatMap((blank) => [
    [`{"a"${blank}:1,"a"${blank}:2}`, 'duplicate_member'],
    [`{"a":"a"${blank},"b":"a"${blank}}`, 'accepted'],
  ]),
])('rejects a member twice in an object, however it is written: %j is %s (C-09, A49)', (text, expected) => {
  expect(refusal(text ?? '')).toBe(expected);
});

it('a repeated member is named', () => {
  expect(() => parse('{"x":[{"a":1,"a":2}]}')).toThrow(expect.objectContaining({ target: 'a' }));
});

it('what cannot be parsed is undefined', () => {
  expect(decodeUtf8(Buffer.from('é'))).toBe('é');
  expect(decodeUtf8(Buffer.from([0xc3]))).toBeUndefined();
  // It is for the reader to refuse, not to lose.
  expect(decodeUtf8(Buffer.from('\ufeffx'))).toBe('\ufeffx');
  expect([tryParseJson('null'), tryParseJson('{"a":1}'), tryParseJson('{')]).toEqual([null, { a: 1 }, undefined]);
});

it('accepts 32 levels of objects and arrays, and rejects 33 (A43)', () => {
  const deep = ['['.repeat(33) + ']'.repeat(33), `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, '['.repeat(131_072)];
  expect(new Set(deep.map(refusal))).toEqual(new Set(['json_too_deep']));
  expect(refusal('['.repeat(32) + ']'.repeat(32))).toBe('accepted');
  expect(refusal(JSON.stringify({ text: '['.repeat(100) }))).toBe('accepted');
});

it('a byte order mark is skipped, once', () => {
  const skip = (text: string) => String(skipByteOrderMark(Buffer.from(text)));
  expect(['\ufeff{}', '{}', '', '\ufeff', '\ufeff\ufeff1'].map(skip)).toEqual(['{}', '{}', '', '', '\ufeff1']);
});

it('bytes are read as a TextDecoder reads them, or are not UTF-8', () => {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array) => {
    try {
      return utf8.decode(bytes);
    } catch {
      return undefined;
    }
  };
  const text = fc.string({ unit: 'binary' }).map((string) => Buffer.from(string));
  // Cut anywhere, also within a character.
  const cut = fc.tuple(text, fc.nat({ max: 9 })).map(([bytes, from]) => bytes.subarray(from));
  const property = fc.property(fc.oneof(text, cut, fc.uint8Array()), (bytes) => {
    expect(decodeUtf8(bytes)).toBe(decode(bytes));
  });
  fc.assert(property, { numRuns: 300 });
});
