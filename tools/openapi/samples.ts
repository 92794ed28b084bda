/** The requests whose responses the document shows as examples. */
import { badJob, someAuthorization, someDiagnostic, someJob, someSearch } from '../../dev/demo/samples.ts';
import {
  companies,
  customers,
  items,
  resourceGroup,
  restoreSessions,
  subscriptions,
  takenModelId,
} from '../../dev/seed.ts';

/** The parts of a request; parameters and headers by name. */
export interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface OperationSample extends Sample {
  /** Requests that fail, as changes to the sample. The document shows the first response of each status. */
  readonly failing: readonly Sample[];
}

const group = { subscriptionId: subscriptions.contoso, resourceGroupName: resourceGroup };
const service = { ...group, serviceName: 'gateway-shop' };
const outdated = { headers: { 'if-match': '"0"' } };
const unknownId = '00000000-0000-4000-8000-000000000000';

const healthEvents = {
  query: { 'api-version': '2025-05-01' },
  failing: [{ query: { 'api-version': '2018-07-01' } }],
};

const listManagementSamples = (namespace: string): Readonly<Record<string, OperationSample>> => ({
  createOrUpdateAuthorization: {
    params: { ...service, authorizationProviderId: 'github', authorizationId: 'documented' },
    query: { 'api-version': '2024-05-01' },
    body: someAuthorization,
    failing: [{ body: { properties: { authorizationType: 'Basic' } } }, outdated],
  },
  createOrUpdateApiDiagnostic: {
    params: { ...service, apiId: 'orders', diagnosticId: 'documented' },
    query: { 'api-version': '2024-05-01' },
    body: someDiagnostic,
    failing: [{ body: { properties: { sampling: { percentage: 101 } } } }, outdated],
  },
  listHealthEvents: {
    ...healthEvents,
    params: {
      ...group,
      resourceProviderNamespace: `${namespace}.Compute`,
      resourceType: 'virtualMachines',
      resourceName: 'vm-web',
    },
  },
  listNestedHealthEvents: {
    ...healthEvents,
    params: {
      ...group,
      resourceProviderNamespace: `${namespace}.Sql`,
      parentType: 'servers',
      parentName: 'sql-shop',
      resourceType: 'databases',
      resourceName: 'orders',
    },
    query: { ...healthEvents.query, $filter: "eventType eq 'ServiceIssue'" },
  },
  createOrReplaceStreamingJob: {
    params: { ...group, jobName: 'documented' },
    query: { 'api-version': '2020-03-01' },
    body: someJob(namespace),
    failing: [{ body: badJob }, { headers: { 'if-none-match': '*' } }],
  },
});

const otherSamples: Readonly<Record<string, OperationSample>> = {
  searchRestorePoints: { body: someSearch, failing: [{ body: { protectionUnitIds: [] } }] },
  deleteRestoreSession: {
    params: { restoreSessionBaseId: restoreSessions.draft },
    failing: [
      { params: { restoreSessionBaseId: restoreSessions.active } },
      { params: { restoreSessionBaseId: unknownId } },
      { query: { force: 'true' } },
    ],
  },
  authorizeModelCopy: {
    query: { 'api-version': '2024-11-30' },
    body: { modelId: 'invoices-2026', description: 'Invoices of the shop', tags: { team: 'shop' } },
    failing: [{ body: { modelId: '-' } }, { body: { modelId: takenModelId } }],
  },
  getCustomer: {
    params: { companyId: companies.contoso, customerId: customers.contoso.adatum },
    query: { $expand: 'currency,paymentTerm' },
    failing: [{ query: { $expand: 'orders' } }, { params: { companyId: companies.contoso, customerId: unknownId } }],
  },
  getItem: {
    params: { companyId: companies.contoso, itemId: items.contoso.bicycle },
    failing: [{ query: { colour: 'blue' } }, { params: { companyId: companies.contoso, itemId: unknownId } }],
  },
};

/** Returns the samples by the operation's name, in the names of one cloud. */
export const listSamples = (namespace: string): Readonly<Record<string, OperationSample>> => ({
  ...listManagementSamples(namespace),
  ...otherSamples,
});
