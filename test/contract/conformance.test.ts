import { expect, it } from 'vitest';
import {
  findStalePages,
  listCaseTitles,
  listTitles,
  needsTest,
  readCaseIds,
  readRules,
} from '../../tools/conformance.ts';

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

it('every abuse and fault case has a test, and every case in a title exists', () => {
  const cases = readCaseIds();
  expect(cases.length).toBeGreaterThan(135);
  const shown = new Set(listCaseTitles().flatMap((title) => title.ids));
  expect(cases.filter((id) => !shown.has(id))).toEqual([]);
  expect([...shown].filter((id) => !cases.includes(id))).toEqual([]);
});
