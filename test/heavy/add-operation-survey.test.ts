/** Every operation of public definitions is composed or refused with a reason (test/heavy/survey.ts, which takes 20 s). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REASONS } from '../../tools/add-operation/refusals.ts';
import { DEFINITIONS, type Row, survey } from './survey.ts';

it('every operation of public definitions is composed whole, or refused with a reason of the list', async () => {
  const rows: Row[] = [];
  for (const name of Object.keys(DEFINITIONS)) rows.push(await survey(name));
  expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
  const reasons = new Set(rows.flatMap(({ refused }) => Object.keys(refused)));
  expect([...reasons].filter((reason) => !(reason in REASONS))).toEqual([]);
  const sum = (count: (row: Row) => number) => rows.reduce((total, row) => total + count(row), 0);
  const [all, composed] = [sum(({ operations }) => operations), sum((row) => row.composed)];
  const figures = `Of ${all} operations of ${rows.length} public definitions ${composed} are composed and ${all - composed} refused.`;
  expect(readFileSync('docs/decisions.md', 'utf8').replace(/\s+/g, ' ')).toContain(figures);
}, 180_000);
