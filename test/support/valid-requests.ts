/** One valid request per operation. Templates and bodies are taken from the specification, not from lib. */
import {
  companies,
  customers,
  items,
  managed,
  protectionUnits,
  resourceGroup,
  resources,
  restoreSessions,
  subscriptions,
} from '../../dev/seed.ts';

export type Shape = 'arm' | 'healthEvent' | 'backupRestore' | 'documentModel' | 'businessData';

export interface ValidRequest {
  readonly operation: string;
  readonly role: string;
  /** The shape of its error bodies. */
  readonly shape: Shape;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The path at Frontdesk, and below `upstreamBase` at the upstream. */
  readonly template: string;
  /** Base path at the emulator. */
  readonly upstreamBase: string;
  /** Route values, percent-encoded as sent. */
  readonly values: Readonly<Record<string, string>>;
  /** With its `?`, or empty. */
  readonly query: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly isCached?: true | undefined;
  readonly isBodyOptional?: true;
  /** A list of resources: a grant on one of them is enough. */
  readonly listsGranted?: true;
  /** Query options that it accepts. */
  readonly options?: readonly string[];
  /** Preconditions that the operation requires. */
  readonly preconditions?: Readonly<Record<string, string>>;
  /** Names of headers that only this operation sends upstream. */
  readonly upstreamHeaders?: readonly string[];
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

const read = { method: 'GET', body: undefined } as const;

const readAuthorization: ValidRequest = {
  ...putAuthorization,
  ...read,
  operation: 'getAuthorization',
  role: 'Authorizations.Read',
  values: { ...putAuthorization.values, authorizationId: managed.authorizations.connected },
};

export const listProviderAuthorizations: ValidRequest = {
  ...putAuthorization,
  ...read,
  operation: 'listAuthorizations',
  role: 'Authorizations.Read',
  template: `${SERVICE}/authorizationProviders/{authorizationProviderId}/authorizations`,
  values: { ...group, serviceName: 'gateway-shop', authorizationProviderId: managed.provider },
};

export const removeAuthorization: ValidRequest = {
  ...readAuthorization,
  method: 'DELETE',
  operation: 'deleteAuthorization',
  role: 'Authorizations.Write',
  preconditions: { 'if-match': '*' },
};

const getLoginLinks: ValidRequest = {
  ...readAuthorization,
  method: 'POST',
  operation: 'getAuthorizationLoginLinks',
  role: 'Authorizations.Write',
  template: `${putAuthorization.template}/getLoginLinks`,
  body: { postLoginRedirectUrl: 'https://portal.contoso.example/signed-in' },
};

const confirmCode: ValidRequest = {
  ...readAuthorization,
  method: 'POST',
  operation: 'confirmAuthorizationConsentCode',
  role: 'Authorizations.Write',
  template: `${putAuthorization.template}/confirmConsentCode`,
  body: { consentCode: managed.consentCode },
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

const readDiagnostic: ValidRequest = {
  ...putDiagnostic,
  ...read,
  operation: 'getApiDiagnostic',
  role: 'ApiDiagnostics.Read',
  values: { ...putDiagnostic.values, diagnosticId: managed.diagnostic },
};

const listDiagnostics: ValidRequest = {
  ...putDiagnostic,
  ...read,
  operation: 'listApiDiagnostics',
  role: 'ApiDiagnostics.Read',
  template: `${SERVICE}/apis/{apiId}/diagnostics`,
  values: { ...group, serviceName: 'gateway-shop', apiId: managed.api },
};

export const listEvents: ValidRequest = {
  operation: 'listHealthEvents',
  role: 'HealthEvents.Read',
  isCached: true,
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

export const listSubscriptionEvents: ValidRequest = {
  ...listEvents,
  operation: 'listSubscriptionHealthEvents',
  template: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
  values: { subscriptionId: subscriptions.contoso },
};

const readDetails: ValidRequest = {
  ...listEvents,
  operation: 'fetchHealthEventDetails',
  role: 'HealthEvents.ReadSensitive',
  isCached: undefined,
  method: 'POST',
  template:
    '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
  values: { subscriptionId: subscriptions.contoso, eventTrackingId: 'BIL0-FX1' },
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

export const readJob: ValidRequest = {
  ...putJob,
  ...read,
  operation: 'getStreamingJob',
  role: 'StreamingJobs.Read',
  values: { ...group, jobName: managed.jobs.created },
};

const listJobs: ValidRequest = {
  ...readJob,
  operation: 'listStreamingJobs',
  template: putJob.template.replace('/{jobName}', ''),
  values: group,
};

export const startJob: ValidRequest = {
  ...readJob,
  method: 'POST',
  operation: 'startStreamingJob',
  role: 'StreamingJobs.Operate',
  template: `${putJob.template}/start`,
  body: { outputStartMode: 'JobStartTime' },
  isBodyOptional: true,
};

const stopJob: ValidRequest = {
  ...readJob,
  method: 'POST',
  operation: 'stopStreamingJob',
  role: 'StreamingJobs.Operate',
  template: `${putJob.template}/stop`,
};

export const searchPoints: ValidRequest = {
  ...graph,
  operation: 'searchRestorePoints',
  role: 'RestorePoints.Search',
  isCached: true,
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

export const readSession: ValidRequest = {
  ...deleteSession,
  ...read,
  operation: 'getRestoreSession',
  role: 'RestoreSessions.Read',
  values: { restoreSessionBaseId: restoreSessions.active },
  upstreamHeaders: ['prefer'],
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

const listSessions: ValidRequest = {
  ...readSession,
  operation: 'listRestoreSessions',
  template: '/solutions/backupRestore/restoreSessions',
  values: {},
  options: ['$top'],
};

const listCompanies: ValidRequest = {
  ...business,
  operation: 'listCompanies',
  listsGranted: true,
  role: 'Companies.Read',
  template: '/companies',
  values: {},
  upstreamHeaders: ['prefer'],
};

const listCustomers: ValidRequest = {
  ...business,
  operation: 'listCustomers',
  role: 'Customers.Read',
  template: '/companies({companyId})/customers',
  values: { companyId: companies.contoso },
  options: ['$filter', '$orderby', '$top', '$select', '$expand'],
  upstreamHeaders: ['prefer'],
};

const listItems: ValidRequest = {
  ...listCustomers,
  operation: 'listItems',
  role: 'Items.Read',
  template: '/companies({companyId})/items',
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
  readAuthorization,
  listProviderAuthorizations,
  removeAuthorization,
  getLoginLinks,
  confirmCode,
  putDiagnostic,
  readDiagnostic,
  listDiagnostics,
  listEvents,
  listNestedEvents,
  listSubscriptionEvents,
  readDetails,
  putJob,
  readJob,
  listJobs,
  startJob,
  stopJob,
  searchPoints,
  listSessions,
  deleteSession,
  readSession,
  authorizeCopy,
  listCompanies,
  listCustomers,
  readCustomer,
  listItems,
  readItem,
];

/** Returns the request's path with these route values changed. */
export function toPath({ template, values }: ValidRequest, changed: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = { ...values, ...changed };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
}

/** For `it.each`: operation and request. */
export const eachRequest = validRequests.map((request) => [request.operation, request] as const);

/** For `it.each`: the requests with a body. */
export const eachWithBody = eachRequest.filter(([, { body }]) => body !== undefined);

let unseen = 0;

/** Returns the same request in a form that was never sent before, so that the cache cannot serve it. */
export function toUnseen(request: ValidRequest): ValidRequest {
  unseen += 1;
  if (request.role === 'HealthEvents.Read') {
    return { ...request, query: `${request.query}&$filter=${encodeURIComponent(`priority lt ${100 + unseen}`)}` };
  }
  if (request.role !== 'RestorePoints.Search') return request;
  const startDateTime = new Date(Date.UTC(2020, 0, 1) + unseen * 1000).toISOString();
  return { ...request, body: { ...request.body, protectionTimePeriod: { startDateTime } } };
}
