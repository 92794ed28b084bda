/** An example of every operation: type-checked here and run against the stack. A test compares those of the client's README with them. */
import { type FrontdeskClient, FrontdeskError } from '../../client/src/index.ts';

interface ExampleContext {
  readonly client: FrontdeskClient;
  readonly console: { log(...values: unknown[]): void };
  readonly signal: AbortSignal;
}

const subscriptionId = '5ab00000-0000-4000-8000-00000000000a';
const companyId = 'c0400000-0000-4000-8000-00000000000a';
const group = { subscriptionId, resourceGroupName: 'rg-shop' };
const gateway = { ...group, serviceName: 'gateway-shop' };
const provider = { ...gateway, authorizationProviderId: 'github' };
const diagnostic = (diagnosticId: string) => ({
  ...{ ...gateway, apiId: 'orders', diagnosticId, apiVersion: '2024-05-01' as const },
});

export async function createOrUpdateAuthorization({ client }: ExampleContext): Promise<void> {
  const authorization = {
    ...provider,
    authorizationId: 'build',
    body: { properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode' } },
  } as const;
  const { etag } = await client.createOrUpdateAuthorization(authorization);
  await client.createOrUpdateAuthorization({ ...authorization, ifMatch: etag ?? '*' });
}

export async function getAuthorization({ client, console }: ExampleContext): Promise<void> {
  const authorization = { ...provider, authorizationId: 'nightly' };
  const { body, etag } = await client.getAuthorization(authorization);
  console.log(body.properties?.status, etag);
}

export async function listAuthorizations({ client, console }: ExampleContext): Promise<void> {
  for await (const { value } of client.listAuthorizations.pages({ ...provider, $filter: "startswith(name,'n')" })) {
    for (const { name, properties } of value) console.log(name, properties?.status);
  }
}

export async function deleteAuthorization({ client }: ExampleContext): Promise<void> {
  await client.deleteAuthorization({
    ...provider,
    authorizationId: 'nightly',
    ifMatch: '*',
  });
}

export async function getAuthorizationLoginLinks({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.getAuthorizationLoginLinks({
    ...provider,
    authorizationId: 'nightly',
    body: { postLoginRedirectUrl: 'http://127.0.0.1:7071/console' },
  });
  console.log(body.loginLink);
}

export async function confirmAuthorizationConsentCode({ client }: ExampleContext): Promise<void> {
  await client.confirmAuthorizationConsentCode({
    ...provider,
    authorizationId: 'release',
    body: { consentCode: '0dec0de0-0000-4000-8000-000000000001' },
  });
}

export async function createOrUpdateApiDiagnostic({ client }: ExampleContext): Promise<void> {
  await client.createOrUpdateApiDiagnostic({
    ...diagnostic('monitor'),
    body: { properties: { loggerId: '/loggers/monitor', verbosity: 'error' } },
  });
}

export async function getApiDiagnostic({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.getApiDiagnostic(diagnostic('applicationinsights'));
  console.log(body.properties?.loggerId, body.properties?.verbosity);
}

export async function listApiDiagnostics({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.listApiDiagnostics({ ...gateway, apiId: 'orders', apiVersion: '2024-05-01' });
  for (const { name } of body.value) console.log(name);
}

export async function listHealthEvents({ client, console, signal }: ExampleContext): Promise<void> {
  const machine = {
    ...group,
    resourceProviderNamespace: 'Vendor.Compute',
    resourceType: 'virtualMachines',
    resourceName: 'vm-web',
  };
  for await (const { value } of client.listHealthEvents.pages(machine, { signal })) {
    for (const event of value) console.log(event.properties?.level, event.properties?.title);
  }
}

export async function listNestedHealthEvents({ client, console }: ExampleContext): Promise<void> {
  const database = {
    ...group,
    resourceProviderNamespace: 'Vendor.Sql',
    parentType: 'servers',
    parentName: 'sql-shop',
    resourceType: 'databases',
    resourceName: 'orders',
  };
  const first = await client.listNestedHealthEvents({ ...database, $filter: "eventType eq 'ServiceIssue'" });
  console.log(first.body?.value.length, first.cacheStatus);
  const again = await client.listNestedHealthEvents({ ...database, ifNoneMatch: '"the etag of the last response"' });
  console.log(again.status === 304 ? 'unchanged' : again.body.value.length);
}

export async function listSubscriptionHealthEvents({ client, console }: ExampleContext): Promise<void> {
  const since = { subscriptionId, queryStartTime: '6/1/2026' };
  for await (const { value } of client.listSubscriptionHealthEvents.pages(since)) console.log(value.length);
}

export async function fetchHealthEventDetails({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.fetchHealthEventDetails({ subscriptionId, eventTrackingId: 'BIL0-FX1' });
  console.log(body.properties?.title, body.properties?.summary);
}

export async function createOrReplaceStreamingJob({ client, console }: ExampleContext): Promise<void> {
  try {
    await client.createOrReplaceStreamingJob({
      subscriptionId,
      resourceGroupName: 'rg-shop',
      jobName: 'clicks',
      ifNoneMatch: '*',
      body: { location: 'West Europe', properties: { sku: { name: 'Standard' }, inputs: [], outputs: [] } },
    });
  } catch (error) {
    if (!(error instanceof FrontdeskError)) throw error;
    console.log(error.status, error.code, error.outcome, error.requestId);
    for (const { target, message } of error.details) console.log(target, message);
  }
}

export async function getStreamingJob({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.getStreamingJob({
    ...group,
    jobName: 'visits-per-page',
    $expand: ['inputs', 'outputs'],
  });
  console.log(body.properties?.jobState);
}

export async function listStreamingJobs({ client, console }: ExampleContext): Promise<void> {
  for await (const { value } of client.listStreamingJobs.pages(group)) {
    for (const { name, properties } of value) console.log(name, properties?.jobState);
  }
}

export async function startStreamingJob({ client, console }: ExampleContext): Promise<void> {
  const job = { ...group, jobName: 'orders-per-minute' };
  const started = await client.startStreamingJob(job);
  const operationId = started.headers.get('location')?.split('/').at(-1);
  if (operationId !== undefined) {
    const { status, headers } = await client.getOperation({ operationId });
    console.log(status, headers.get('retry-after'));
  }
}

export async function updateStreamingJob({ client, console }: ExampleContext): Promise<void> {
  const job = { ...group, jobName: 'orders-per-minute' };
  const { etag } = await client.getStreamingJob(job);
  const body = { properties: { outputErrorPolicy: 'Drop' } } as const;
  const updated = await client.updateStreamingJob({ ...job, body, ifMatch: etag ?? '*' });
  console.log(updated.body?.properties?.outputErrorPolicy);
}

export async function deleteStreamingJob({ client }: ExampleContext): Promise<void> {
  await client.deleteStreamingJob({ ...group, jobName: 'trial' });
}

export async function listSubscriptionStreamingJobs({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.listSubscriptionStreamingJobs({ subscriptionId });
  console.log(body.value.map(({ name }) => name));
}

export async function updateApiDiagnostic({ client }: ExampleContext): Promise<void> {
  const body = { properties: { verbosity: 'error' } } as const;
  await client.updateApiDiagnostic({ ...diagnostic('applicationinsights'), body, ifMatch: '*' });
}

export async function deleteApiDiagnostic({ client }: ExampleContext): Promise<void> {
  await client.deleteApiDiagnostic({ ...diagnostic('trial'), ifMatch: '*' });
}

export async function stopStreamingJob({ client, console }: ExampleContext): Promise<void> {
  const { status } = await client.stopStreamingJob({ ...group, jobName: 'visits-per-page' });
  console.log(status === 202 ? 'it stops' : 'it did not run');
}

export async function searchRestorePoints({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.searchRestorePoints({
    body: {
      protectionUnitIds: ['9a700000-0000-4000-8000-000000000001'],
      protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
      restorePointPreference: 'latest',
    },
  });
  for (const { restorePoint } of body.searchResults) console.log(restorePoint?.protectionDateTime);
}

export async function listRestoreSessions({ client, console }: ExampleContext): Promise<void> {
  for await (const { value } of client.listRestoreSessions.pages({})) {
    for (const { id, status } of value) console.log(id, status);
  }
}

export async function deleteRestoreSession({ client }: ExampleContext): Promise<void> {
  await client.deleteRestoreSession({ restoreSessionBaseId: '5e550000-0000-4000-8000-000000000001' });
}

export async function getRestoreSession({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.getRestoreSession({ restoreSessionBaseId: '5e550000-0000-4000-8000-000000000005' });
  console.log(body.status, body.error?.code);
}

export async function authorizeModelCopy({ client, console }: ExampleContext): Promise<void> {
  const response = await client.authorizeModelCopy({ body: { modelId: 'invoices-2026', tags: { team: 'shop' } } });
  if (response.status === 200) console.log(response.body.targetModelId, response.body.expirationDateTime);
}

export async function listCompanies({ client, console }: ExampleContext): Promise<void> {
  for await (const { value } of client.listCompanies.pages({})) {
    for (const { id, displayName } of value) console.log(id, displayName);
  }
}

export async function listCustomers({ client, console }: ExampleContext): Promise<void> {
  const $filter = "startswith(displayName,'Alpine') and blocked eq ' '";
  for await (const { value } of client.listCustomers.pages({ companyId, $filter, $select: 'number,displayName' })) {
    for (const { number, displayName } of value) console.log(number, displayName);
  }
}

export async function getCustomer({ client, console }: ExampleContext): Promise<void> {
  const customerId = 'c0500000-0000-4000-8000-0000000000a1';
  const { body } = await client.getCustomer({ companyId, customerId, $expand: ['currency', 'paymentTerm'] });
  console.log(body.displayName, body.currency);
}

export async function listItems({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.listItems({ companyId, $orderby: 'unitPrice desc', $top: 3 });
  for (const { displayName, unitPrice } of body.value) console.log(displayName, unitPrice);
}

export async function getItem({ client, console }: ExampleContext): Promise<void> {
  const { body } = await client.getItem({ companyId, itemId: '17e00000-0000-4000-8000-0000000000a1' });
  console.log(body.displayName, body.unitPrice);
}
