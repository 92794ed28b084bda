import { expect, it } from 'vitest';
import { createSeenAnswers } from '../../../lib/upstream/seen-answers.ts';

const answerOf = (text: string, { status = 200, type = 'application/json' } = {}) => ({
  status,
  headers: { 'content-type': type, etag: String(Math.random()) },
  body: Buffer.from(text),
});

it('knows an answer by status, type and every byte, and by the address that it was kept for', () => {
  const seen = createSeenAnswers(1_000);
  const here = {};
  expect(seen.has(here, answerOf('{"a":1}'))).toBe(false);
  seen.keep(here, answerOf('{"a":1}'));
  expect(seen.has(here, answerOf('{"a":1}'))).toBe(true);
  expect(seen.has({}, answerOf('{"a":1}'))).toBe(false);
  expect(seen.has(here, answerOf('{"a":2}'))).toBe(false);
  expect(seen.has(here, answerOf('{"a":1'))).toBe(false);
  expect(seen.has(here, answerOf('{"a":1} '))).toBe(false);
  expect(seen.has(here, answerOf('{"a":1}', { status: 202 }))).toBe(false);
  expect(seen.has(here, answerOf('{"a":1}', { type: 'text/plain' }))).toBe(false);
});

it('keeps the last one of an address, and a copy of it', () => {
  const seen = createSeenAnswers(1_000);
  const here = {};
  const first = answerOf('{"a":1}');
  seen.keep(here, first);
  first.body.write('[');
  expect(seen.has(here, first)).toBe(false);
  expect(seen.has(here, answerOf('{"a":1}'))).toBe(true);
  seen.keep(here, answerOf('{"a":2}'));
  expect(seen.has(here, answerOf('{"a":1}'))).toBe(false);
  expect(seen.has(here, answerOf('{"a":2}'))).toBe(true);
});

it('is bounded in bytes: the longest unused go first, and what is larger than all of it is not kept', () => {
  // Room for two of these, each a byte more than its body.
  const seen = createSeenAnswers(2 * 11);
  const [a, b, c] = [{}, {}, {}];
  const text = '{"a":12345'.slice(0, 10);
  seen.keep(a, answerOf(text));
  seen.keep(b, answerOf(text));
  expect(seen.has(a, answerOf(text))).toBe(true);
  seen.keep(c, answerOf(text));
  expect([a, b, c].map((address) => seen.has(address, answerOf(text)))).toEqual([true, false, true]);
  seen.keep(a, answerOf('x'.repeat(22)));
  expect(seen.has(a, answerOf('x'.repeat(22)))).toBe(false);
});

it('keeps an answer without content', () => {
  const seen = createSeenAnswers(10);
  const here = {};
  seen.keep(here, answerOf(''));
  expect(seen.has(here, answerOf(''))).toBe(true);
});
