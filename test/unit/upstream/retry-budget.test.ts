import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRetryBudget } from '../../../lib/upstream/retry-budget.ts';

function takeAll(requests: number, now = 0): number {
  const budget = createRetryBudget();
  for (let count = 0; count < requests; count++) budget.countRequest(now);
  let taken = 0;
  while (budget.take(now)) taken++;
  return taken;
}

it.each([
  [0, 3],
  [1, 3],
  [30, 3],
  [31, 3],
  [39, 3],
  [40, 4],
  [70, 7],
  [999, 99],
  [1_000, 100],
])('%i requests allow %i retries: a tenth, three at the least (reliability 4.1; G2)', (requests, retries) => {
  expect(takeAll(requests)).toBe(retries);
});

it('requests and retries of more than ten seconds ago no longer count', () => {
  const budget = createRetryBudget();
  for (let count = 0; count < 50; count++) budget.countRequest(0);
  for (let count = 0; count < 5; count++) expect(budget.take(5_000)).toBe(true);
  expect(budget.take(5_000)).toBe(false);
  // The requests are gone, the retries not yet.
  expect(budget.take(10_000)).toBe(false);
  expect(budget.take(15_000)).toBe(true);
});

it('however requests and retries come, retries stay within a tenth and the floor', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (events) => {
      const budget = createRetryBudget();
      let requests = 0;
      let retries = 0;
      for (const isRequest of events) {
        if (isRequest) {
          budget.countRequest(1_000);
          requests++;
        } else if (budget.take(1_000)) retries++;
        expect(retries).toBeLessThanOrEqual(Math.max(3, requests / 10));
      }
    }),
  );
});
