import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsonContent } from '../../lib/http/json-content.ts';
import { Problem } from '../../lib/http/problem.ts';

const parse = (text: string) => parseJsonContent(Buffer.from(text));

function refusal(content: string | Uint8Array): string {
  try {
    parseJsonContent(typeof content === 'string' ? Buffer.from(content) : content);
  } catch (error) {
    if (error instanceof Problem) return error.type;
    throw error;
  }
  return 'accepted';
}

it('keeps the text as it came beside the value', () => {
  expect(parse(' {"price": 1.10} ')).toEqual({ text: ' {"price": 1.10} ', value: { price: 1.1 } });
});

it.each([
  ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ['a cut character', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
  ['NaN', '{"a":NaN}'],
  ['a trailing comma', '{"a":1,}'],
  ['a comment', '{"a":1/**/}'],
  ['nothing', ''],
  ['an unclosed string', '{"a":"b'],
  ['half a surrogate pair', '{"a":"\\ud800"}'],
  ['half a surrogate pair in a name', '{"\\udc00":1}'],
  ['__proto__', '{"tags":{"__proto__":{"polluted":1}}}'],
  ['__proto__ in escapes', '{"\\u005f_proto__":1}'],
  ['a number beyond all doubles', '{"a":1e400}'],
  ['an integer that a double does not hold', '{"a":9007199254740993}'],
  ['a fraction that a double does not hold', '{"a":0.12345678901234567891}'],
])('refuses %s as invalid_json', (_, content) => {
  expect(refusal(content)).toBe('invalid_json');
});

it.each([
  '{"a":1.10}',
  '{"a":-0.0}',
  '{"a":1e2}',
  '{"a":9007199254740992}',
  '{"a":1234567890.12345}',
  '{"a":0.1}',
  '[0,-1,1E+2]',
])('accepts the numbers of %s', (text) => {
  expect(refusal(text)).toBe('accepted');
});

it('refuses a member that is given twice, in whatever spelling, and names it', () => {
  expect(refusal('{"modelId":"a","b":{"modelId":1}}')).toBe('accepted');
  expect(refusal('{"modelId":"a","model\\u0049d":"b"}')).toBe('duplicate_member');
  expect(() => parse('{"x":[{"a":1,"a":2}]}')).toThrow(expect.objectContaining({ target: 'a' }));
});

it('accepts 32 levels and refuses 33, whatever they are made of', () => {
  expect(refusal('['.repeat(32) + ']'.repeat(32))).toBe('accepted');
  expect(refusal('['.repeat(33) + ']'.repeat(33))).toBe('json_too_deep');
  expect(refusal(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe('json_too_deep');
  expect(refusal('['.repeat(131_072))).toBe('json_too_deep');
  expect(refusal(JSON.stringify({ text: '['.repeat(100) }))).toBe('accepted');
});

it('accepts what JSON.stringify writes of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('__proto__')) return;
      expect(parse(text).value).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});
