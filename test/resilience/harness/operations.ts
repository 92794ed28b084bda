/** The eight operations as the fault matrix calls them: each with a request of its own for every mark. */
import { restoreSessions } from '../../../dev/seed.ts';
import type { ApiName } from '../../../dev/upstream/calls.ts';
import {
  buildAuthorization,
  buildAuthorizationPath,
  buildCustomerPath,
  buildEventsPath,
  buildItemPath,
  buildModelCopy,
  buildModelCopyPath,
  buildSearch,
  buildSearchPath,
  buildSessionPath,
  buildStreamingJob,
  buildStreamingJobPath,
} from '../../support/builders.ts';

export type OperationId = 'O1' | 'O2' | 'O3' | 'O4' | 'O5' | 'O6' | 'O7' | 'O8';

/** How an operation may be repeated; the columns of reliability 3, with the deletion apart (4.1). */
export type Group = 'reads' | 'search' | 'writes' | 'deletion';

interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface SampleOperation {
  readonly id: OperationId;
  readonly group: Group;
  readonly api: ApiName;
  /** What it answers when all is well. */
  readonly status: number;
  /** Reliability 4.1, total. */
  readonly deadlineMs: number;
  readonly isCached: boolean;
  /** Seconds after which a stored reply may be used in an error only (reliability 4.4). */
  readonly staleAfter?: number;
  /** Requests of different marks ask for different things, as far as the upstream has different ones. */
  toRequest(mark: number): SampleRequest;
}

/** Instants that differ by a millisecond are different searches. */
const firstInstant = Date.UTC(2020, 0, 1);
const drafts = [restoreSessions.draft, restoreSessions.secondDraft];

export const operations: readonly SampleOperation[] = [
  {
    id: 'O1',
    group: 'writes',
    api: 'arm',
    status: 201,
    deadlineMs: 30_000,
    isCached: false,
    toRequest: (mark) => ({
      method: 'PUT',
      path: buildAuthorizationPath({ authorizationId: `a${mark}` }),
      body: buildAuthorization(),
    }),
  },
  {
    id: 'O2',
    group: 'reads',
    api: 'arm',
    status: 200,
    deadlineMs: 8_000,
    isCached: true,
    staleAfter: 400,
    // The filter keeps the list on one page: a link to the next would bear the emulator's own port.
    toRequest: (mark) => ({
      method: 'GET',
      path: buildEventsPath(
        `/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines/vm-${mark}`,
        "$filter=eventType%20eq%20'ServiceIssue'",
      ),
    }),
  },
  {
    id: 'O3',
    group: 'writes',
    api: 'arm',
    status: 201,
    deadlineMs: 60_000,
    isCached: false,
    toRequest: (mark) => ({
      method: 'PUT',
      path: buildStreamingJobPath({ jobName: `job-${mark}` }),
      body: buildStreamingJob(),
    }),
  },
  {
    id: 'O4',
    group: 'search',
    api: 'graph',
    status: 200,
    deadlineMs: 20_000,
    isCached: true,
    staleAfter: 130,
    toRequest: (mark) => ({
      method: 'POST',
      path: buildSearchPath(),
      body: buildSearch({
        protectionTimePeriod: { startDateTime: new Date(firstInstant + mark).toISOString() },
      }),
    }),
  },
  {
    id: 'O5',
    group: 'deletion',
    api: 'graph',
    status: 204,
    deadlineMs: 15_000,
    isCached: false,
    toRequest: (mark) => ({
      method: 'DELETE',
      path: buildSessionPath({ restoreSessionBaseId: drafts[mark % drafts.length] as string }),
    }),
  },
  {
    id: 'O6',
    group: 'writes',
    api: 'docs',
    status: 200,
    deadlineMs: 10_000,
    isCached: false,
    toRequest: (mark) => ({
      method: 'POST',
      path: buildModelCopyPath(),
      body: buildModelCopy({ modelId: `m-${mark}` }),
    }),
  },
  {
    id: 'O7',
    group: 'reads',
    api: 'business',
    status: 200,
    deadlineMs: 8_000,
    isCached: false,
    toRequest: () => ({ method: 'GET', path: buildCustomerPath() }),
  },
  {
    id: 'O8',
    group: 'reads',
    api: 'business',
    status: 200,
    deadlineMs: 8_000,
    isCached: false,
    toRequest: () => ({ method: 'GET', path: buildItemPath() }),
  },
];
