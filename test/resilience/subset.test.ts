/** The part of the fault matrix that is fast enough for every test run; `npm run test:all -- --project faults` runs all of it. */
import { expect, it } from 'vitest';
import { listWithoutSample, sampleOperation } from '../testbed/sample-operations.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { testMatrixCells } from './harness/matrix-cells.ts';
import { upstreamFaults } from './matrix/upstream-faults.ts';

const harness = await startHarness();
await warmUp(harness);

/** One fault for each way to handle it: retry, stale response, failure, Retry-After. */
const chosen = ['F01', 'F07', 'F13', 'F15', 'F21', 'F23', 'F26', 'F10 429 with Retry-After: 120'];
const operations = ['createOrUpdateAuthorization', 'listHealthEvents'].map(sampleOperation);

for (const id of chosen) {
  const fault = upstreamFaults.find(({ title }) => title.startsWith(id));
  if (fault) testMatrixCells(harness, fault, operations);
}

it('the fault matrix has a sample of every kind of operation', () => {
  expect(listWithoutSample()).toEqual([]);
});
