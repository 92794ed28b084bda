import { expect, it } from 'vitest';
import { findStalePages, listCaseTitles, listTitles, needsTest, readRules } from '../../tools/conformance.ts';

const rules = readRules();
const titles = listTitles();
const ids = new Set(rules.map(({ id }) => id));
const tested = new Set(titles.flatMap((title) => title.ids));

it('the pages are up to date: npx tsx tools/conformance.ts', () => {
  expect(findStalePages()).toEqual([]);
});

it('rule ids are unique, and ascend without gaps', () => {
  expect(rules.length).toBeGreaterThan(250);
  expect(ids.size).toBe(rules.length);
  const gaps = rules.filter(({ id }) => {
    const [prefix = '', number = ''] = id.split('-');
    return Number(number) > 1 && !ids.has(`${prefix}-${String(Number(number) - 1).padStart(2, '0')}`);
  });
  expect(gaps).toEqual([]);
});

it('every rule and choice has a test, or says why it has none', () => {
  expect(rules.filter((rule) => needsTest(rule) && !tested.has(rule.id)).map(({ id }) => id)).toEqual([]);
});

it('every id in a title exists', () => {
  expect(titles.length).toBeGreaterThan(250);
  expect([...tested].filter((id) => !ids.has(id))).toEqual([]);
});

it('every abuse and fault case has a test', () => {
  const cases = new Set(listCaseTitles().flatMap((title) => title.ids));
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(2, '0')}`);
  const expected = [...numbered('A', 72), 'A26b', 'A55b', ...numbered('F', 60)];
  expect(expected.filter((id) => !cases.has(id))).toEqual([]);
});
