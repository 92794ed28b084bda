/** Every rule has a test, and every title names a rule that exists. What rules say of members: test/unit/contracts/document-*.test.ts. */
import { expect, it } from 'vitest';
import { listTitles, readRules } from '../../tools/conformance.ts';

const rules = readRules();
const titles = listTitles();
const ids = new Set(rules.map(({ id }) => id));
const tested = new Set(titles.flatMap((title) => title.ids));

it('rule ids are unique', () => {
  expect(rules.length).toBeGreaterThan(250);
  expect(ids.size).toBe(rules.length);
});

it('every rule has a test', () => {
  expect(rules.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([]);
});

it('every id in a title exists', () => {
  expect(titles.length).toBeGreaterThan(250);
  expect([...tested].filter((id) => !ids.has(id))).toEqual([]);
});
