/** Faults F42 to F49 of the table. How long it is not called, and that it is created: test/unit/cache/table-store.test.ts. */
import { sampleOperations } from '../testbed/sample-operations.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { testMatrixCells } from './harness/matrix-cells.ts';
import { successes, tableResponds } from './matrix/expectations.ts';
import type { Injection, UpstreamFault } from './matrix/types.ts';

const harness = await startHarness();
await warmUp(harness);

/** Those that use the table, and two that do not. */
const operations = sampleOperations.filter(
  ({ id, isCached }) => isCached || id === 'getCustomer' || id === 'authorizeModelCopy',
);

const noEntity: Injection = {
  table: { kind: 'response', text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"PartitionKey"' },
};

/** A table fault only loses the shared rows: the instance's memory still serves hits. */
const tableFaults: readonly Pick<UpstreamFault, 'title' | 'inject' | 'attemptSeconds'>[] = [
  { title: 'F42 table refused', inject: { table: { kind: 'down' } } },
  { title: 'F43 table hangs', inject: { table: { kind: 'black-hole' } }, attemptSeconds: 0.5 },
  { title: 'F44 table 503 ServerBusy with Retry-After: 30', inject: tableResponds(503, 'ServerBusy', 30) },
  { title: 'F45 table 412', inject: tableResponds(412, 'UpdateConditionNotSatisfied') },
  { title: 'F46 table 413', inject: tableResponds(413, 'RequestBodyTooLarge') },
  { title: 'F47 table 404 TableNotFound', inject: tableResponds(404, 'TableNotFound') },
  { title: 'F48 table 403', inject: tableResponds(403, 'AuthorizationFailure') },
  { title: 'F49 table returns no entity', inject: noEntity },
];

for (const fault of tableFaults) {
  const noEffect = { cold: successes(), withinMs: 250 };
  testMatrixCells(harness, { ...fault, ...noEffect }, operations);
}
