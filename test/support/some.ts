/** Calls to start from: a path and a body for each operation, with the parts that a test is about. */
import {
  companies,
  customers,
  items,
  protectionUnits,
  resourceGroup,
  resources,
  restoreSessions,
  roles,
  subscriptions,
} from '../../dev/seed.ts';

/** An ACCESS_POLICY under which every role counts everywhere, for tests of what is decided after it. */
export const grantEverything = JSON.stringify({ grants: [{ roles, resources: ['*'] }] });

/** Values by the name of their place in a path. They stand there as they are: a test encodes what it wants encoded. */
export type PathValues = Readonly<Record<string, string>>;

type Body = Readonly<Record<string, unknown>>;

const values: PathValues = {
  subscriptionId: subscriptions.contoso,
  resourceGroupName: resourceGroup,
  serviceName: 'shop',
  authorizationProviderId: 'github',
  authorizationId: 'orders',
  apiId: 'orders',
  diagnosticId: 'insights',
  jobName: 'clicks',
  restoreSessionBaseId: restoreSessions.draft,
  companyId: companies.contoso,
  customerId: customers.contoso.adatum,
  itemId: items.contoso.bicycle,
};

const group = '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers';
const service = `${group}/Vendor.ApiManagement/service/{serviceName}`;

function pathTo(template: string, usualQuery = '') {
  return (parts: PathValues = {}, query = usualQuery) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? values[name] ?? '') + (query && `?${query}`);
}

export const some = {
  authorizationPath: pathTo(
    `${service}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`,
    'api-version=2024-05-01',
  ),
  authorization: (properties: Body = {}) => ({
    properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode', ...properties },
  }),

  diagnosticPath: pathTo(`${service}/apis/{apiId}/diagnostics/{diagnosticId}`, 'api-version=2019-01-01'),
  diagnostic: (properties: Body = {}) => ({ properties: { loggerId: '/loggers/insights', ...properties } }),

  /** The events of a resource whose id is given; `query` comes behind the api-version. */
  eventsPath: (resourceUri: string = resources.virtualMachine, query = '') =>
    `${resourceUri}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01${query && `&${query}`}`,

  streamingJobPath: pathTo(
    `${group.replace('G', 'g')}/Vendor.StreamAnalytics/streamingjobs/{jobName}`,
    'api-version=2020-03-01',
  ),
  streamingJob: (properties: Body = {}) => ({
    location: 'West Europe',
    properties: { sku: { name: 'Standard' }, ...properties },
  }),
  streamingInput: (properties: Body = {}) => ({
    name: 'input',
    properties: { type: 'Stream', serialization: { type: 'Avro' }, ...properties },
  }),
  streamingOutput: (datasource: Body) => ({
    name: 'output',
    properties: { datasource, serialization: { type: 'Avro' } },
  }),

  searchPath: pathTo('/solutions/backupRestore/restorePoints/search'),
  search: (members: Body = {}) => ({
    protectionUnitIds: [protectionUnits.shopSite],
    protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
    ...members,
  }),

  sessionPath: pathTo('/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}'),

  modelCopyPath: pathTo('/vendor-docs/documentModels:authorizeCopy', 'api-version=2024-11-30'),
  modelCopy: (members: Body = {}) => ({ modelId: 'invoices', ...members }),

  customerPath: pathTo('/companies({companyId})/customers({customerId})'),
  itemPath: pathTo('/companies({companyId})/items({itemId})'),
};

/** One call of an operation that its upstream grants. */
export interface SomeCall {
  readonly operation: string;
  readonly role: (typeof roles)[number];
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One call of each operation. */
export const everyCall: readonly SomeCall[] = [
  {
    operation: 'createOrUpdateAuthorization',
    role: 'Authorizations.Write',
    method: 'PUT',
    path: some.authorizationPath(),
    body: some.authorization(),
  },
  {
    operation: 'createOrUpdateApiDiagnostic',
    role: 'ApiDiagnostics.Write',
    method: 'PUT',
    path: some.diagnosticPath(),
    body: some.diagnostic(),
  },
  { operation: 'listHealthEvents', role: 'HealthEvents.Read', method: 'GET', path: some.eventsPath() },
  {
    operation: 'listNestedHealthEvents',
    role: 'HealthEvents.Read',
    method: 'GET',
    path: some.eventsPath(resources.database),
  },
  {
    operation: 'createOrReplaceStreamingJob',
    role: 'StreamingJobs.Write',
    method: 'PUT',
    path: some.streamingJobPath(),
    body: some.streamingJob(),
  },
  {
    operation: 'searchRestorePoints',
    role: 'RestorePoints.Search',
    method: 'POST',
    path: some.searchPath(),
    body: some.search(),
  },
  { operation: 'deleteRestoreSession', role: 'RestoreSessions.Delete', method: 'DELETE', path: some.sessionPath() },
  {
    operation: 'authorizeModelCopy',
    role: 'DocumentModels.AuthorizeCopy',
    method: 'POST',
    path: some.modelCopyPath(),
    body: some.modelCopy(),
  },
  { operation: 'getCustomer', role: 'Customers.Read', method: 'GET', path: some.customerPath() },
  { operation: 'getItem', role: 'Items.Read', method: 'GET', path: some.itemPath() },
];
