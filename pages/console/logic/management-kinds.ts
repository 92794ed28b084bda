/** The lists of resource management. */
import { at } from './changes.ts';
import { age, type Json, type Kind, time, toRemoval, toText, words } from './kind.ts';

const SUBSCRIPTION = { type: 'subscriptions', label: 'Subscription', parameter: 'subscriptionId' };
const GROUP = { type: 'resourceGroups', label: 'Resource group', parameter: 'resourceGroupName' };
const SERVICE = { type: 'service', label: 'Service', parameter: 'serviceName' };
const PROVIDER = { type: 'authorizationProviders', label: 'Provider', parameter: 'authorizationProviderId' };
const API = { type: 'apis', label: 'API', parameter: 'apiId' };

const STARTABLE = ['Created', 'Stopped', 'Failed'];
const RUNNING = ['Starting', 'Running', 'Degraded', 'Restarting', 'Scaling'];
const jobState = (row: Json) => String(at(row, 'properties.jobState') ?? 'Created');

export const JOBS: Kind = {
  id: 'streaming-jobs',
  title: 'Streaming jobs',
  summary: 'The jobs of a resource group: state, parts and query.',
  one: 'job',
  levels: [SUBSCRIPTION, GROUP],
  name: 'jobName',
  key: 'name',
  list: 'listStreamingJobs',
  read: 'getStreamingJob',
  expand: 'inputs,transformation,outputs,functions',
  write: 'createOrReplaceStreamingJob',
  ifNew: { ifNoneMatch: '*' },
  columns: [
    { title: 'Job', path: 'name' },
    {
      title: 'State',
      path: 'properties.jobState',
      tones: { Running: 'ok', Failed: 'error', Degraded: 'error', Starting: 'info', Stopping: 'info' },
    },
    { title: 'Last output', path: 'properties.lastOutputEventTime', format: age },
    { title: 'Created', path: 'properties.createdDate', format: time, isMinor: true },
    { title: 'Location', path: 'location', isMinor: true },
  ],
  facts: [
    { title: 'Provisioning', path: 'properties.provisioningState' },
    { title: 'Streaming units', path: 'properties.transformation.properties.streamingUnits' },
    { title: 'Tags', path: 'tags', format: toText },
    { title: 'Query', path: 'properties.transformation.properties.query' },
  ],
  parts: ['inputs', 'functions', 'outputs'],
  actions: [
    {
      title: 'Start',
      operation: 'startStreamingJob',
      isAllowed: (row) => STARTABLE.includes(jobState(row)),
      isDone: (row) => RUNNING.includes(jobState(row)),
      warning: 'A start takes a minute or two. A running job costs money.',
      body: {
        label: 'Output begins',
        options: [
          ['', 'when the job starts'],
          ['{"outputStartMode":"LastOutputEventTime"}', 'where it last stopped'],
        ],
      },
    },
    {
      title: 'Stop',
      operation: 'stopStreamingJob',
      isAllowed: (row) => RUNNING.includes(jobState(row)),
      isDone: (row) => !RUNNING.includes(jobState(row)),
      isDestructive: true,
      warning: 'It writes no more output until it is started again. It remembers where it stopped.',
    },
    toRemoval('deleteStreamingJob'),
  ],
  initial: {
    location: 'West Europe',
    properties: { sku: { name: 'Standard' }, inputs: [], outputs: [], functions: [] },
  },
};

const GRANTS = [
  ['ClientCredentials', 'Client credentials'],
  ['AuthorizationCode', 'Authorization code'],
] as const;

export const AUTHORIZATIONS: Kind = {
  id: 'authorizations',
  title: 'Authorizations',
  summary: 'Connections of an API gateway to identities elsewhere, and the consent that they need.',
  one: 'authorization',
  levels: [SUBSCRIPTION, GROUP, SERVICE, PROVIDER],
  name: 'authorizationId',
  key: 'name',
  list: 'listAuthorizations',
  read: 'getAuthorization',
  write: 'createOrUpdateAuthorization',
  actions: [
    toRemoval('deleteAuthorization', {
      isTagged: true,
      warning: 'Calls that use it fail from then on. Its consent goes with it: only a new sign-in brings it back.',
    }),
  ],
  steps: ['getAuthorizationLoginLinks', 'confirmAuthorizationConsentCode'],
  columns: [
    { title: 'Authorization', path: 'name' },
    { title: 'Status', path: 'properties.status', tones: { Connected: 'ok', Error: 'error' } },
    {
      title: 'Grant',
      path: 'properties.oauth2grantType',
      format: (value) => GRANTS.find(([id]) => id === value)?.[1] ?? String(value ?? ''),
    },
    { title: 'Why', path: 'properties.error.message', isWide: true },
  ],
  facts: [{ title: 'Type', path: 'properties.authorizationType' }],
  fields: [
    {
      path: 'properties.oauth2grantType',
      label: 'Grant',
      choices: GRANTS,
      hint: 'How the gateway gets its token: as itself, or after a person has signed in.',
    },
    { path: 'properties.parameters.clientId', label: 'Client id', hint: 'Of the gateway, at the provider.' },
    {
      path: 'properties.parameters.clientSecret',
      label: 'Client secret',
      isSecret: true,
      hint: 'Sent once; never stored or returned.',
    },
  ],
  initial: { properties: { authorizationType: 'OAuth2', oauth2grantType: 'ClientCredentials' } },
};

export const DIAGNOSTICS: Kind = {
  id: 'api-diagnostics',
  title: 'API diagnostics',
  summary: 'What is logged of an API, and where.',
  one: 'diagnostic',
  levels: [SUBSCRIPTION, GROUP, SERVICE, API],
  name: 'diagnosticId',
  key: 'name',
  list: 'listApiDiagnostics',
  always: { apiVersion: '2024-05-01' },
  read: 'getApiDiagnostic',
  write: 'createOrUpdateApiDiagnostic',
  actions: [toRemoval('deleteApiDiagnostic', { isTagged: true })],
  columns: [
    { title: 'Diagnostic', path: 'name' },
    { title: 'Logger', path: 'properties.loggerId' },
    {
      title: 'Sampling',
      path: 'properties.sampling.percentage',
      format: (value) => (value === undefined ? '' : `${value} %`),
    },
    { title: 'Verbosity', path: 'properties.verbosity', format: words, isMinor: true },
  ],
  facts: [
    { title: 'Always log', path: 'properties.alwaysLog', format: words },
    { title: 'Correlation', path: 'properties.httpCorrelationProtocol' },
    { title: 'Body bytes', path: 'properties.frontend.request.body.bytes' },
  ],
  fields: [
    { path: 'properties.loggerId', label: 'Logger', hint: 'For example /loggers/monitor.' },
    { path: 'properties.sampling.percentage', label: 'Sampling (%)', hint: 'Of the requests, 0 to 100.' },
    { path: 'properties.alwaysLog', label: 'Always log', hint: 'What is logged whatever the sampling says.' },
    { path: 'properties.verbosity', label: 'Verbosity' },
    { path: 'properties.httpCorrelationProtocol', label: 'Correlation' },
    { path: 'properties.frontend.request.headers', label: 'Headers to log', hint: 'Names, with commas.' },
    { path: 'properties.frontend.request.body.bytes', label: 'Body bytes to log', hint: 'At most 8192.' },
  ],
  initial: { properties: { loggerId: '/loggers/monitor', sampling: { samplingType: 'fixed', percentage: 50 } } },
};
