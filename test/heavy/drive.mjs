// The calls of the official JavaScript clients, over TLS. Prints a line per call, then `N of M` and what Frontdesk does not offer.
import { ApiManagementClient } from '@azure/arm-apimanagement';
import { MicrosoftResourceHealth } from '@azure/arm-resourcehealth';
import { StreamAnalyticsManagementClient } from '@azure/arm-streamanalytics';
import createDocumentClient from '@azure-rest/ai-document-intelligence';
import { BatchRequestContent, BatchResponseContent, Client, PageIterator } from '@microsoft/microsoft-graph-client';

const endpoint = process.env.FRONTDESK;
const subscription = '5ab00000-0000-4000-8000-00000000000a';
const credential = {
  getToken: async () => ({ token: process.env.TOKEN, expiresOnTimestamp: Date.now() + 3_600_000 }),
};
const options = { endpoint, credentialScopes: 'api://frontdesk/.default' };
const gateway = new ApiManagementClient(credential, subscription, options);
const health = new MicrosoftResourceHealth(credential, subscription, { ...options, apiVersion: '2025-05-01' });
const streaming = new StreamAnalyticsManagementClient(credential, subscription, options);
const documents = createDocumentClient(endpoint, credential, { credentials: { scopes: [options.credentialScopes] } });
const graph = Client.initWithMiddleware({
  baseUrl: endpoint,
  customHosts: new Set([new URL(endpoint).hostname]),
  authProvider: { getAccessToken: async () => (await credential.getToken()).token },
});

const count = async (list) => {
  let elements = 0;
  for await (const _ of list) elements += 1;
  if (elements === 0) throw new Error('The list is empty.');
};
const refused = (status, call) =>
  call.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error) => {
      if (error.statusCode !== status) throw error;
    },
  );

const [group, service, provider, api] = ['rg-shop', 'gateway-shop', 'github', 'orders'];
const authorization = [group, service, provider, 'trial'];
const diagnostic = [group, service, api, 'trial'];
const machine = `subscriptions/${subscription}/resourceGroups/rg-shop/providers/Microsoft.Compute/virtualMachines/vm-web`;
const sessions = '/solutions/backupRestore/restoreSessions';
const [draft, secondDraft] = ['5e550000-0000-4000-8000-000000000001', '5e550000-0000-4000-8000-000000000006'];
const properties = {
  authorizationType: 'OAuth2',
  oAuth2GrantType: 'ClientCredentials',
  parameters: { clientId: 'shop', clientSecret: 'secret' },
};
const job = {
  location: 'westeurope',
  sku: { name: 'Standard' },
  inputs: [
    {
      name: 'clicks',
      properties: {
        type: 'Stream',
        serialization: { type: 'Json', encoding: 'UTF8' },
        datasource: {
          type: 'Microsoft.Storage/Blob',
          storageAccounts: [{ accountName: 'shop', accountKey: 'secret' }],
          container: 'clicks',
          pathPattern: '',
        },
      },
    },
  ],
  outputs: [
    {
      name: 'sales',
      datasource: {
        type: 'Microsoft.Sql/Server/Database',
        ...{ server: 'sql-shop', database: 'orders', table: 'sales', user: 'shop', password: 'secret' },
      },
    },
  ],
  transformation: { name: 'all', streamingUnits: 1, query: 'SELECT * INTO sales FROM clicks' },
};

const kept = {};
const calls = {
  'authorization.createOrUpdate': () => gateway.authorization.createOrUpdate(...authorization, properties),
  'authorization.get': async () => {
    kept.authorization = await gateway.authorization.get(...authorization);
  },
  'authorization.createOrUpdate, with what was read': () =>
    gateway.authorization.createOrUpdate(...authorization, kept.authorization, { ifMatch: kept.authorization.eTag }),
  'authorization.createOrUpdate, outdated': () =>
    refused(412, gateway.authorization.createOrUpdate(...authorization, properties, { ifMatch: '"0"' })),
  'authorization.listByAuthorizationProvider': () =>
    count(gateway.authorization.listByAuthorizationProvider(group, service, provider)),
  'authorization.listByAuthorizationProvider, filtered': () =>
    count(gateway.authorization.listByAuthorizationProvider(group, service, provider, { filter: "name eq 'trial'" })),
  'authorizationLoginLinks.post': () =>
    gateway.authorizationLoginLinks.post(...authorization, { postLoginRedirectUrl: `${endpoint}/console` }),
  'authorization.confirmConsentCode': () =>
    refused(400, gateway.authorization.confirmConsentCode(...authorization, { consentCode: 'another' })),
  'authorization.delete': () => gateway.authorization.delete(...authorization, '*'),
  'apiDiagnostic.createOrUpdate': () =>
    gateway.apiDiagnostic.createOrUpdate(...diagnostic, { loggerId: '/loggers/insights', verbosity: 'error' }),
  'apiDiagnostic.get': async () => {
    kept.diagnostic = await gateway.apiDiagnostic.get(...diagnostic);
  },
  'apiDiagnostic.createOrUpdate, with what was read': () =>
    gateway.apiDiagnostic.createOrUpdate(...diagnostic, kept.diagnostic, { ifMatch: kept.diagnostic.eTag }),
  'apiDiagnostic.getEntityTag': async () => {
    const { eTag } = await gateway.apiDiagnostic.getEntityTag(...diagnostic);
    if (!eTag) throw new Error('It has no ETag.');
  },
  'apiDiagnostic.update': () => gateway.apiDiagnostic.update(...diagnostic, '*', { verbosity: 'verbose' }),
  'apiDiagnostic.listByService': () => count(gateway.apiDiagnostic.listByService(group, service, api)),
  'apiDiagnostic.listByService, first': () =>
    count(gateway.apiDiagnostic.listByService(group, service, api, { top: 1 })),
  'apiDiagnostic.delete': () => gateway.apiDiagnostic.delete(...diagnostic, '*'),
  'eventsOperations.listBySingleResource': () => count(health.eventsOperations.listBySingleResource(machine)),
  'eventsOperations.listBySingleResource, filtered': () =>
    count(health.eventsOperations.listBySingleResource(machine, { filter: "eventType eq 'ServiceIssue'" })),
  'eventsOperations.listBySubscriptionId': () =>
    count(health.eventsOperations.listBySubscriptionId({ queryStartTime: '6/1/2025' })),
  'eventOperations.fetchDetailsBySubscriptionIdAndTrackingId': () =>
    health.eventOperations.fetchDetailsBySubscriptionIdAndTrackingId('BIL0-FX1'),
  'streamingJobs.beginCreateOrReplace': () =>
    streaming.streamingJobs.beginCreateOrReplaceAndWait(group, 'trial', job, { ifNoneMatch: '*' }),
  'streamingJobs.beginCreateOrReplace, not again': () =>
    refused(412, streaming.streamingJobs.beginCreateOrReplaceAndWait(group, 'trial', job, { ifNoneMatch: '*' })),
  'streamingJobs.get': async () => {
    const expand = 'inputs,outputs,transformation,functions';
    kept.job = await streaming.streamingJobs.get(group, 'trial', { expand });
  },
  'streamingJobs.beginCreateOrReplace, with what was read': () =>
    streaming.streamingJobs.beginCreateOrReplaceAndWait(group, 'trial', kept.job, { ifMatch: kept.job.eTag }),
  'streamingJobs.update': () => streaming.streamingJobs.update(group, 'trial', { outputErrorPolicy: 'Drop' }),
  'streamingJobs.listByResourceGroup': () => count(streaming.streamingJobs.listByResourceGroup(group)),
  'streamingJobs.list': () => count(streaming.streamingJobs.list({ expand: 'inputs' })),
  'streamingJobs.beginStart': () => streaming.streamingJobs.beginStartAndWait(group, 'trial'),
  'streamingJobs.beginStop': () => streaming.streamingJobs.beginStopAndWait(group, 'trial'),
  'streamingJobs.beginDelete': () => streaming.streamingJobs.beginDeleteAndWait(group, 'trial'),
  'streamingJobs.get, absent': () => refused(404, streaming.streamingJobs.get(group, 'trial')),
  'documentModels:authorizeCopy': async () => {
    const { status, body } = await documents.path('/documentModels:authorizeCopy').post({ body: { modelId: 'trial' } });
    if (status !== '200') throw new Error(JSON.stringify(body));
  },
  'documentModels:authorizeCopy, of a model that exists': async () => {
    const { status } = await documents
      .path('/documentModels:authorizeCopy')
      .post({ body: { modelId: 'invoices-2025' } });
    if (status !== '409') throw new Error(status);
  },
  'restoreSessions, all pages': async () => {
    const page = await graph.api(sessions).top(2).get();
    await new PageIterator(graph, page, () => true).iterate();
  },
  'restoreSessions, one': () => graph.api(`${sessions}/${draft}`).get(),
  'restoreSessions, absent': () => refused(404, graph.api(`${sessions}/00000000-0000-4000-8000-000000000000`).get()),
  'restoreSessions, deleted': () => graph.api(`${sessions}/${draft}`).delete(),
  'restorePoints/search': () =>
    graph.api('/solutions/backupRestore/restorePoints/search').post({
      protectionUnitIds: ['9a700000-0000-4000-8000-000000000001'],
      protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
    }),
  $batch: async () => {
    const steps = [
      { id: '1', request: new Request(`${endpoint}${sessions}?$top=2`) },
      { id: '2', request: new Request(`${endpoint}${sessions}/${secondDraft}`) },
    ];
    const sent = await new BatchRequestContent(steps).getContent();
    const responses = new BatchResponseContent(await graph.api('/$batch').post(sent));
    if (responses.getResponseById('1').status !== 200) throw new Error('The first part failed.');
  },
  'eventOperations.getBySubscriptionIdAndTrackingId': () =>
    health.eventOperations.getBySubscriptionIdAndTrackingId('BIL0-FX1'),
  'inputs.createOrReplace': () => streaming.inputs.createOrReplace(group, 'visits-per-page', 'more', job.inputs[0]),
};
const notOffered = ['eventOperations.getBySubscriptionIdAndTrackingId', 'inputs.createOrReplace'];

let done = 0;
for (const [name, call] of Object.entries(calls)) {
  const failure = await call().then(
    () => undefined,
    (error) => error,
  );
  const isRefused = notOffered.includes(name) && failure?.statusCode === 404;
  if (failure === undefined || isRefused) done += 1;
  const word = isRefused ? 'not offered' : failure === undefined ? 'ok' : 'FAILED';
  console.log(
    `  ${word}  ${name}${failure && !isRefused ? `: ${failure.statusCode ?? ''} ${failure.message}`.slice(0, 300) : ''}`,
  );
}
console.log(`${done} of ${Object.keys(calls).length}; not offered: ${notOffered.join(', ')}`);
process.exitCode = done === Object.keys(calls).length ? 0 : 1;
