/** One valid request for each operation, to start an abuse from: templates and contents are the specification's, not lib's. */
import type { Role } from '../../dev/personas.ts';
import {
  companies,
  customers,
  items,
  protectionUnits,
  resourceGroup,
  resources,
  restoreSessions,
  subscriptions,
} from '../../dev/seed.ts';

export type Shape = 'arm' | 'healthEvent' | 'backupRestore' | 'documentModel' | 'businessData';

export interface ValidRequest {
  readonly operation: string;
  readonly role: Role;
  /** Of its error bodies. */
  readonly shape: Shape;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Frontdesk's path, and the upstream's below its base path. */
  readonly template: string;
  /** Below the emulator's origin. */
  readonly upstreamBase: string;
  /** Route values as they are sent: percent-encoded where they need it. */
  readonly values: Readonly<Record<string, string>>;
  /** With its question mark; empty for none. */
  readonly query: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const SERVICE =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}';
const RESOURCE =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}';
const EVENTS = 'providers/Vendor.ResourceHealth/events';

const arm = { shape: 'arm', method: 'PUT', upstreamBase: '/arm' } as const;
const group = { subscriptionId: subscriptions.contoso, resourceGroupName: resourceGroup };
const graph = { shape: 'backupRestore', upstreamBase: '/graph/v1.0', values: {}, query: '' } as const;
const business = { shape: 'businessData', method: 'GET', upstreamBase: '/business/v2.0', query: '' } as const;

export const putAuthorization: ValidRequest = {
  ...arm,
  operation: 'createOrUpdateAuthorization',
  role: 'Authorizations.Write',
  template: `${SERVICE}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`,
  values: { ...group, serviceName: 'gateway-shop', authorizationProviderId: 'github', authorizationId: 'build' },
  query: '?api-version=2024-05-01',
  body: {
    properties: {
      authorizationType: 'OAuth2',
      oauth2grantType: 'ClientCredentials',
      parameters: { clientId: 'shop-client', clientSecret: 'a-client-secret-of-the-shop' },
    },
  },
};

export const putDiagnostic: ValidRequest = {
  ...arm,
  operation: 'createOrUpdateApiDiagnostic',
  role: 'ApiDiagnostics.Write',
  template: `${SERVICE}/apis/{apiId}/diagnostics/{diagnosticId}`,
  values: { ...group, serviceName: 'gateway-shop', apiId: 'orders', diagnosticId: 'monitor' },
  query: '?api-version=2019-01-01',
  body: { properties: { loggerId: '/loggers/monitor', verbosity: 'error' } },
};

export const listEvents: ValidRequest = {
  operation: 'listHealthEvents',
  role: 'HealthEvents.Read',
  shape: 'healthEvent',
  method: 'GET',
  template: `${RESOURCE}/{resourceType}/{resourceName}/${EVENTS}`,
  upstreamBase: '/arm',
  values: {
    ...group,
    resourceProviderNamespace: 'Vendor.Compute',
    resourceType: 'virtualMachines',
    resourceName: resources.virtualMachine.split('/').at(-1) as string,
  },
  query: '?api-version=2025-05-01',
};

export const listNestedEvents: ValidRequest = {
  ...listEvents,
  operation: 'listNestedHealthEvents',
  template: `${RESOURCE}/{parentType}/{parentName}/{resourceType}/{resourceName}/${EVENTS}`,
  values: {
    ...group,
    resourceProviderNamespace: 'Vendor.Sql',
    parentType: 'servers',
    parentName: 'sql-shop',
    resourceType: 'databases',
    resourceName: resources.database.split('/').at(-1) as string,
  },
};

export const putJob: ValidRequest = {
  ...arm,
  operation: 'createOrReplaceStreamingJob',
  role: 'StreamingJobs.Write',
  template:
    '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
  values: { ...group, jobName: 'clicks' },
  query: '?api-version=2020-03-01',
  body: {
    location: 'westeurope',
    tags: { team: 'shop' },
    properties: { sku: { name: 'Standard' }, inputs: [], outputs: [], functions: [] },
  },
};

export const searchPoints: ValidRequest = {
  ...graph,
  operation: 'searchRestorePoints',
  role: 'RestorePoints.Search',
  method: 'POST',
  template: '/solutions/backupRestore/restorePoints/search',
  body: {
    protectionUnitIds: [protectionUnits.shopSite],
    protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
  },
};

export const deleteSession: ValidRequest = {
  ...graph,
  operation: 'deleteRestoreSession',
  role: 'RestoreSessions.Delete',
  method: 'DELETE',
  template: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
  values: { restoreSessionBaseId: restoreSessions.draft },
};

export const authorizeCopy: ValidRequest = {
  operation: 'authorizeModelCopy',
  role: 'DocumentModels.AuthorizeCopy',
  shape: 'documentModel',
  method: 'POST',
  template: '/vendor-docs/documentModels:authorizeCopy',
  upstreamBase: '/docs',
  values: {},
  query: '?api-version=2024-11-30',
  body: { modelId: 'receipts-2026' },
};

export const readCustomer: ValidRequest = {
  ...business,
  operation: 'getCustomer',
  role: 'Customers.Read',
  template: '/companies({companyId})/customers({customerId})',
  values: { companyId: companies.contoso, customerId: customers.contoso.adatum },
};

export const readItem: ValidRequest = {
  ...business,
  operation: 'getItem',
  role: 'Items.Read',
  template: '/companies({companyId})/items({itemId})',
  values: { companyId: companies.contoso, itemId: items.contoso.bicycle },
};

export const validRequests: readonly ValidRequest[] = [
  putAuthorization,
  putDiagnostic,
  listEvents,
  listNestedEvents,
  putJob,
  searchPoints,
  deleteSession,
  authorizeCopy,
  readCustomer,
  readItem,
];

/** Answers the request's path, its route values changed as told. */
export function toPath({ template, values }: ValidRequest, changed: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = { ...values, ...changed };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
}

/** For `it.each`: the request behind its name. */
export const eachRequest = validRequests.map((request) => [request.operation, request] as const);

/** The same, of those that take content. */
export const eachWithBody = eachRequest.filter(([, { body }]) => body !== undefined);

let unseen = 0;

/** Answers the same request in a form that was never sent before: nothing is stored that could answer it. */
export function toUnseen(request: ValidRequest): ValidRequest {
  unseen += 1;
  if (request.role === 'HealthEvents.Read') {
    return { ...request, query: `${request.query}&$filter=${encodeURIComponent(`priority lt ${100 + unseen}`)}` };
  }
  if (request.role !== 'RestorePoints.Search') return request;
  const startDateTime = new Date(Date.UTC(2020, 0, 1) + unseen * 1000).toISOString();
  return { ...request, body: { ...request.body, protectionTimePeriod: { startDateTime } } };
}
