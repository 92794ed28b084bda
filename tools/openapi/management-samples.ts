/** Samples of the management API. */

import { managed, resourceGroup, subscriptions } from '../../dev/seed.ts';
import { components } from '../../dev/start/components.ts';
import { badJob, someAuthorization, someDiagnostic, someJob } from './sample-bodies.ts';
import type { OperationSample } from './samples.ts';

type Samples = Readonly<Record<string, OperationSample>>;

const group = { subscriptionId: subscriptions.contoso, resourceGroupName: resourceGroup };
const service = { ...group, serviceName: 'gateway-shop' };
/** At the origin of the local stack, so that the example works there. */
export const CONSOLE_URL = `http://127.0.0.1:${components.frontdesk.port}/console`;

const outdated = { headers: { 'if-match': '"0"' } };

const authorizations: Samples = {
  createOrUpdateAuthorization: {
    params: { ...service, authorizationProviderId: 'github', authorizationId: 'build' },
    query: { 'api-version': '2024-05-01' },
    body: someAuthorization,
    failing: [{ body: { properties: { authorizationType: 'Basic' } } }, outdated],
  },
  getAuthorization: {
    params: {
      ...service,
      authorizationProviderId: managed.provider,
      authorizationId: managed.authorizations.waiting,
    },
    query: { 'api-version': '2024-05-01' },
    failing: [{ query: {} }, { params: { ...service, authorizationProviderId: 'github', authorizationId: 'none' } }],
  },
  listAuthorizations: {
    params: { ...service, authorizationProviderId: managed.provider },
    query: { 'api-version': '2024-05-01', $top: '5' },
    failing: [{ query: { 'api-version': '2024-05-01', $top: '0' } }],
  },
  deleteAuthorization: {
    params: { ...service, authorizationProviderId: managed.provider, authorizationId: 'build' },
    query: { 'api-version': '2024-05-01' },
    headers: { 'if-match': '*' },
    failing: [{ headers: {} }],
  },
  getAuthorizationLoginLinks: {
    params: {
      ...service,
      authorizationProviderId: managed.provider,
      authorizationId: managed.authorizations.waiting,
    },
    query: { 'api-version': '2024-05-01' },
    body: { postLoginRedirectUrl: CONSOLE_URL },
    failing: [{ body: { postLoginRedirectUrl: 'https://elsewhere.example' } }],
  },
  confirmAuthorizationConsentCode: {
    params: {
      ...service,
      authorizationProviderId: managed.provider,
      authorizationId: managed.authorizations.connected,
    },
    query: { 'api-version': '2024-05-01' },
    body: { consentCode: managed.consentCode },
    failing: [{ body: { consentCode: 'another' } }],
  },
};

const diagnostics: Samples = {
  createOrUpdateApiDiagnostic: {
    params: { ...service, apiId: 'orders', diagnosticId: 'monitor' },
    query: { 'api-version': '2024-05-01' },
    body: someDiagnostic,
    failing: [{ body: { properties: { sampling: { percentage: 101 } } } }, outdated],
  },
  getApiDiagnostic: {
    params: { ...service, apiId: managed.api, diagnosticId: managed.diagnostic },
    query: { 'api-version': '2024-05-01' },
    failing: [{ query: {} }, { params: { ...service, apiId: managed.api, diagnosticId: 'none' } }],
  },
  updateApiDiagnostic: {
    params: { ...service, apiId: managed.api, diagnosticId: managed.diagnostic },
    query: { 'api-version': '2024-05-01' },
    headers: { 'if-match': '*' },
    body: { properties: { verbosity: 'error' } },
    failing: [{ headers: {} }, outdated],
  },
  deleteApiDiagnostic: {
    params: { ...service, apiId: 'orders', diagnosticId: 'monitor' },
    query: { 'api-version': '2024-05-01' },
    headers: { 'if-match': '*' },
    failing: [{ headers: {} }],
  },
  listApiDiagnostics: {
    params: { ...service, apiId: managed.api },
    query: { 'api-version': '2024-05-01' },
    failing: [{ query: {} }],
  },
};

const healthEvents = {
  query: { 'api-version': '2025-05-01' },
  failing: [{ query: { 'api-version': '2018-07-01' } }],
};

const listEventSamples = (namespace: string): Samples => ({
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
  listSubscriptionHealthEvents: {
    params: { subscriptionId: subscriptions.contoso },
    query: { ...healthEvents.query, queryStartTime: '6/1/2026' },
    failing: [{ query: { ...healthEvents.query, queryStartTime: '2026-06-01' } }],
  },
  fetchHealthEventDetails: {
    params: { subscriptionId: subscriptions.contoso, eventTrackingId: 'BIL0-FX1' },
    query: { 'api-version': '2025-05-01' },
    failing: [{ query: {} }, { params: { subscriptionId: subscriptions.contoso, eventTrackingId: 'NONE' } }],
  },
});

const listJobSamples = (namespace: string): Samples => ({
  createOrReplaceStreamingJob: {
    params: { ...group, jobName: 'clicks' },
    query: { 'api-version': '2020-03-01' },
    body: someJob(namespace),
    failing: [{ body: badJob }, { headers: { 'if-none-match': '*' } }],
  },
  getStreamingJob: {
    params: { ...group, jobName: managed.jobs.running },
    query: { 'api-version': '2020-03-01', $expand: 'inputs,outputs' },
    failing: [
      { query: { 'api-version': '2020-03-01', $expand: 'clusters' } },
      { params: { ...group, jobName: 'none' } },
    ],
  },
  listStreamingJobs: {
    params: group,
    query: { 'api-version': '2020-03-01' },
    failing: [{ query: { 'api-version': '2020-03-01', $expand: 'clusters' } }],
  },
  updateStreamingJob: {
    params: { ...group, jobName: managed.jobs.created },
    query: { 'api-version': '2020-03-01' },
    body: { properties: { outputErrorPolicy: 'Drop' } },
    failing: [{ body: { properties: { eventsLateArrivalMaxDelayInSeconds: -2 } } }, outdated],
  },
  deleteStreamingJob: {
    params: { ...group, jobName: 'clicks' },
    query: { 'api-version': '2020-03-01' },
    failing: [{ query: {} }],
  },
  listSubscriptionStreamingJobs: {
    params: { subscriptionId: subscriptions.contoso },
    query: { 'api-version': '2020-03-01', $expand: 'transformation' },
    failing: [{ query: {} }],
  },
  startStreamingJob: {
    params: { ...group, jobName: managed.jobs.created },
    query: { 'api-version': '2020-03-01' },
    body: { outputStartMode: 'JobStartTime' },
    failing: [{ body: { outputStartMode: 'CustomTime' } }, {}],
  },
  stopStreamingJob: {
    params: { ...group, jobName: managed.jobs.running },
    query: { 'api-version': '2020-03-01' },
    failing: [{ query: {} }, { params: { ...group, jobName: 'none' } }],
  },
});

/** Returns the samples by the operation's name, in the names of one cloud. */
export const listManagementSamples = (namespace: string): Samples => ({
  ...authorizations,
  ...diagnostics,
  ...listEventSamples(namespace),
  ...listJobSamples(namespace),
});
