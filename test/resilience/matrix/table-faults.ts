/** Faults F42 to F49: the table that stores responses. */
import { refreshedResponses, successes, tableResponds } from './expectations.ts';
import type { UpstreamFault } from './types.ts';

const noEffect = {
  cold: successes(),
  stale: refreshedResponses(1),
  withinMs: 250,
};

/** A table fault only loses the shared rows: the instance's memory still serves hits. */
export const tableFaults: readonly UpstreamFault[] = [
  { id: 'F42', name: 'table refused', inject: { table: { kind: 'down' } }, ...noEffect },
  { id: 'F43', name: 'table hangs', inject: { table: { kind: 'black-hole' } }, ...noEffect, attemptSeconds: 0.5 },
  {
    id: 'F44',
    name: 'table 503 ServerBusy with Retry-After: 30',
    inject: tableResponds(503, 'ServerBusy', 30),
    ...noEffect,
  },
  { id: 'F45', name: 'table 412', inject: tableResponds(412, 'UpdateConditionNotSatisfied'), ...noEffect },
  { id: 'F46', name: 'table 413', inject: tableResponds(413, 'RequestBodyTooLarge'), ...noEffect },
  {
    id: 'F47',
    name: 'table 404 TableNotFound',
    inject: tableResponds(404, 'TableNotFound'),
    ...noEffect,
  },
  { id: 'F48', name: 'table 403', inject: tableResponds(403, 'AuthorizationFailure'), ...noEffect },
  {
    id: 'F49',
    name: 'table returns no entity',
    inject: {
      table: { kind: 'response', text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"PartitionKey"' },
    },
    ...noEffect,
  },
];
