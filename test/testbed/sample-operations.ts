/** The specified operations, as the fault matrix calls them. Each returns a distinct request for each sample number. */
import {
  companies,
  customers,
  items,
  protectionUnits,
  resourceGroup,
  restoreSessions,
  subscriptions,
} from '../../dev/seed.ts';
import type { ApiName } from '../../dev/upstream/calls.ts';

export type OperationId = `O${number}`;

/** Operations of one group are retried in the same way. */
export type Group = 'reads' | 'search' | 'writes' | 'deletion';

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SampleOperation {
  readonly id: OperationId;
  readonly group: Group;
  readonly api: ApiName;
  /** Status of the success. */
  readonly status: number;
  /** For all attempts together. */
  readonly deadlineMs: number;
  readonly isCached: boolean;
  /** Ids of the faults that cannot happen to it. */
  readonly skips?: readonly string[];
  /** Seconds after which a stored response may be served only if the upstream fails. */
  readonly staleAfter?: number;
  /** Requests of different samples address different resources, where the upstream has them. */
  toRequest(sample: number): SampleRequest;
}

const GROUP = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}/providers`;
export const GATEWAY = `${GROUP}/Vendor.ApiManagement/service/gateway-shop`;
export const JOBS = `/subscriptions/${subscriptions.contoso}/resourcegroups/${resourceGroup}/providers/Vendor.StreamAnalytics/streamingjobs`;
const COMPANY = `/companies(${companies.contoso})`;
// The filter keeps the list on one page: a link to a second page would have the emulator's port.
const EVENTS = "providers/Vendor.ResourceHealth/events?api-version=2025-05-01&$filter=eventType%20eq%20'ServiceIssue'";

/** Instants that differ by a millisecond are different searches. */
const FIRST_INSTANT = Date.UTC(2020, 0, 1);
const DRAFTS = [restoreSessions.draft, restoreSessions.secondDraft];

const management: readonly SampleOperation[] = [
  {
    ...{ id: 'O1', group: 'writes', api: 'arm', status: 201, deadlineMs: 30_000, isCached: false },
    toRequest: (sample) => ({
      method: 'PUT',
      path: `${GATEWAY}/authorizationProviders/github/authorizations/a${sample}?api-version=2024-05-01`,
      body: { properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode' } },
    }),
  },
  {
    ...{ id: 'O2', group: 'reads', api: 'arm', status: 200, deadlineMs: 8_000, isCached: true, staleAfter: 400 },
    toRequest: (sample) => ({
      method: 'GET',
      path: `${GROUP}/Vendor.Compute/virtualMachines/vm-${sample}/${EVENTS}`,
    }),
  },
  {
    ...{ id: 'O3', group: 'writes', api: 'arm', status: 201, deadlineMs: 60_000, isCached: false },
    toRequest: (sample) => ({
      method: 'PUT',
      path: `${JOBS}/job-${sample}?api-version=2020-03-01`,
      body: { location: 'West Europe', properties: { sku: { name: 'Standard' } } },
    }),
  },
];

const others: readonly SampleOperation[] = [
  {
    ...{ id: 'O4', group: 'search', api: 'graph', status: 200, deadlineMs: 20_000, isCached: true, staleAfter: 130 },
    toRequest: (sample) => ({
      method: 'POST',
      path: '/solutions/backupRestore/restorePoints/search',
      body: {
        protectionUnitIds: [protectionUnits.shopSite],
        protectionTimePeriod: { startDateTime: new Date(FIRST_INSTANT + sample).toISOString() },
      },
    }),
  },
  {
    ...{ id: 'O5', group: 'deletion', api: 'graph', status: 204, deadlineMs: 15_000, isCached: false },
    toRequest: (sample) => ({
      method: 'DELETE',
      path: `/solutions/backupRestore/restoreSessions/${DRAFTS[sample % DRAFTS.length]}`,
    }),
  },
  {
    ...{ id: 'O6', group: 'writes', api: 'docs', status: 200, deadlineMs: 10_000, isCached: false },
    toRequest: (sample) => ({
      method: 'POST',
      path: '/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30',
      body: { modelId: `m-${sample}` },
    }),
  },
  {
    ...{ id: 'O7', group: 'reads', api: 'business', status: 200, deadlineMs: 8_000, isCached: false },
    toRequest: () => ({ method: 'GET', path: `${COMPANY}/customers(${customers.contoso.adatum})` }),
  },
  {
    ...{ id: 'O8', group: 'reads', api: 'business', status: 200, deadlineMs: 8_000, isCached: false },
    toRequest: () => ({ method: 'GET', path: `${COMPANY}/items(${items.contoso.bicycle})` }),
  },
];

export const sampleOperations = [...management, ...others];

/** Returns the operation with this id. */
export function sampleOperation(id: OperationId): SampleOperation {
  return sampleOperations.find((operation) => operation.id === id) as SampleOperation;
}
