/**
 * Bodies with the members and kinds of the examples in the public definitions (Azure REST API specifications, 2020-03-01 and
 * 2021-10-01-preview of streaming jobs; 2017-03-01 to 2024-05-01 of API diagnostics), with values of ours.
 */
import { subscriptions } from '../../dev/seed.ts';
import { API_DIAGNOSTIC_VERSIONS } from '../../lib/contracts/api-versions.ts';
import { buildDiagnosticPath, buildStreamingJobPath } from './builders.ts';

const account = { accountName: 'shop', accountKey: 'c2hvcA==' };
const bus = { serviceBusNamespace: 'shop', sharedAccessPolicyName: 'send', sharedAccessPolicyKey: 'c2VuZA==' };
const sql = { server: 'shop', database: 'orders', table: 'totals', user: 'writer', password: 'a-password' };
const csv = { type: 'Csv', properties: { fieldDelimiter: ',', encoding: 'UTF8' } };
const json = { type: 'Json', properties: { encoding: 'UTF8' } };
const avro = { type: 'Avro', properties: {} };
const tokenUser = { refreshToken: 'token', tokenUserDisplayName: 'Ann', tokenUserPrincipalName: 'ann@contoso.example' };
const blob = {
  storageAccounts: [account],
  container: 'orders',
  pathPattern: '{date}/{time}',
  dateFormat: 'yyyy/MM/dd',
};

type Serialization = Readonly<Record<string, unknown>>;
const source = (type: string, properties: object, serialization?: Serialization) => ({
  datasource: { type, properties },
  ...(serialization && { serialization }),
});
const outputs = (list: readonly object[]) => list.map((properties, at) => ({ name: `output${at}`, properties }));
const inputs = (list: readonly object[]) => list.map((properties, at) => ({ name: `input${at}`, properties }));
const scalar = (type: string, properties: object) => ({
  name: type.split('/').at(-1),
  properties: {
    type: 'Scalar',
    properties: {
      inputs: [{ dataType: 'nvarchar(max)' }],
      output: { dataType: 'nvarchar(max)' },
      binding: { type, properties },
    },
  },
});

const shell = { sku: { name: 'Standard' }, eventsOutOfOrderPolicy: 'Drop', outputErrorPolicy: 'Drop' };
const times = {
  eventsOutOfOrderMaxDelayInSeconds: 5,
  eventsLateArrivalMaxDelayInSeconds: 16,
  compatibilityLevel: '1.0',
};
const empty = { inputs: [], outputs: [], functions: [] };
const job = (properties: object, others: object = {}) => ({
  properties: { ...shell, ...times, dataLocale: 'en-US', ...properties },
  location: 'West US',
  tags: { key1: 'one' },
  ...others,
});

const stableParts = {
  inputs: inputs([
    { type: 'Stream', ...source('Microsoft.Storage/Blob', { ...blob, sourcePartitionCount: 16 }, csv) },
    {
      type: 'Stream',
      ...source('Microsoft.ServiceBus/EventHub', { ...bus, eventHubName: 'orders', consumerGroupName: 'jobs' }, json),
    },
    {
      type: 'Stream',
      ...source('Microsoft.Devices/IotHubs', { iotHubNamespace: 'shop', endpoint: 'messages/events' }, avro),
    },
    { type: 'Stream', ...source('GatewayMessageBus', { topic: 'orders' }) },
    { type: 'Reference', ...source('Microsoft.Storage/Blob', blob, csv) },
    { type: 'Reference', ...source('File', { path: 'prices.csv' }) },
    {
      type: 'Reference',
      ...source('Microsoft.Sql/Server/Database', { ...sql, refreshType: 'Static', refreshRate: '0:5:0' }),
    },
  ]),
  outputs: outputs([
    source(
      'Microsoft.DataLake/Accounts',
      { accountName: 'shop', tenantId: 't', filePathPrefix: 'a', ...tokenUser },
      json,
    ),
    source('Microsoft.AzureFunction', { functionAppName: 'app', functionName: 'f', apiKey: null, maxBatchCount: 50 }),
    source('Microsoft.Sql/Server/Database', sql),
    source('Microsoft.Sql/Server/DataWarehouse', sql),
    source('Microsoft.Storage/Table', {
      ...account,
      ...{ table: 'totals', partitionKey: 'day', rowKey: 'id', columnsToRemove: ['raw'], batchSize: 25 },
    }),
    source('Microsoft.Storage/Blob', blob, csv),
    source('Microsoft.Storage/DocumentDB', { accountId: 'shop', accountKey: 'a2V5', database: 'db', documentId: 'id' }),
    source('Microsoft.ServiceBus/EventHub', { ...bus, eventHubName: 'totals', partitionKey: 'day' }, json),
    source('GatewayMessageBus', { topic: 'totals' }),
    source('PowerBI', { dataset: 'shop', table: 'totals', groupId: 'g', groupName: 'team', ...tokenUser }),
    source(
      'Microsoft.ServiceBus/Queue',
      {
        ...bus,
        queueName: 'q',
        propertyColumns: ['a'],
        systemPropertyColumns: { MessageId: 'id', PartitionKey: 'day' },
      },
      avro,
    ),
    source('Microsoft.ServiceBus/Topic', { ...bus, topicName: 't', propertyColumns: ['a', 'b'] }, csv),
  ]),
  functions: [
    scalar('Microsoft.StreamAnalytics/JavascriptUdf', { script: 'function (x) { return x; }' }),
    scalar('Microsoft.MachineLearning/WebService', {
      endpoint: 'https://ml.contoso.example/execute',
      apiKey: 'a2V5',
      inputs: { name: 'in', columnNames: [{ name: 'text', dataType: 'string', mapTo: 0 }] },
      outputs: [{ name: 'score', dataType: 'string' }],
      batchSize: 1000,
    }),
  ],
  transformation: { name: 'all', properties: { streamingUnits: 6, query: 'select * into [output0] from [input0]' } },
};

const previewParts = {
  inputs: inputs([
    {
      type: 'Stream',
      ...source('Microsoft.EventGrid/EventSubscriptions', {
        subscriber: { type: 'Microsoft.EventHub/EventHub', properties: { ...bus, partitionCount: 16 } },
        schema: 'CloudEventSchema',
        storageAccounts: [{ ...account, authenticationMode: 'Msi' }],
        eventTypes: ['Microsoft.Storage.BlobCreated'],
      }),
    },
  ]),
  outputs: outputs([
    source('Microsoft.Kusto/clusters/databases', {
      cluster: 'https://kusto.contoso.example',
      database: 'd',
      table: 't',
    }),
    source('Microsoft.DBForPostgreSQL/servers/databases', { ...sql, maxWriterCount: 1, authenticationMode: 'Msi' }),
    source(
      'LakeHouse',
      { workspaceId: 'shop', artifactId: '{date}/{time}' },
      { type: 'Delta', properties: { deltaTablePath: 'totals', partitionColumns: ['day', 'shop'] } },
    ),
    source(
      'TridentLakeHouse',
      { workspaceId: 'shop', artifactId: '{date}' },
      { type: 'Delta', properties: { tableName: 'totals', partitionColumns: ['day', 'shop'] } },
    ),
    source(
      'Microsoft.Storage/Blob',
      { storageAccounts: [{ accountName: 'shop' }], container: 'totals' },
      { type: 'Delta', properties: { deltaTablePath: '/shop/totals', partitionColumns: ['day'] } },
    ),
    source('Microsoft.Storage/Blob', { ...blob, blobWriteMode: 'Once' }, { type: 'Parquet', properties: {} }),
  ]),
  functions: [
    scalar('Microsoft.StreamAnalytics/CLRUdf', { dllPath: 'shop', class: 'Shop.Math', method: 'Square' }),
    scalar('Microsoft.MachineLearningServices', {
      endpoint: 'https://ml.contoso.example/score',
      apiKey: 'a2V5',
      inputs: [{ name: 'data', dataType: 'array', mapTo: 0 }],
      outputs: [{ name: 'score', dataType: 'string' }],
      numberOfParallelRequests: 1,
    }),
  ],
};

const identities = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers/Microsoft.ManagedIdentity/userAssignedIdentities`;
const userAssigned = { type: 'UserAssigned', userAssignedIdentities: { [`${identities}/jobs`]: {} } };
const preview = '2021-10-01-preview';
const [standard, second] = [{ name: 'Standard' }, { name: 'StandardV2', capacity: 3 }];

const message = { headers: ['Content-type'], body: { bytes: 512 } };
const logged = { request: message, response: message };
const diagnostic = {
  alwaysLog: 'allErrors',
  loggerId: '/loggers/applicationinsights',
  sampling: { samplingType: 'fixed', percentage: 50 },
};

const jobPath = (version: string) => buildStreamingJobPath({ jobName: 'example' }, `api-version=${version}`);
const diagnosticPath = (version: string, diagnosticId = 'applicationinsights') =>
  buildDiagnosticPath({ diagnosticId }, `api-version=${version}`);

/** Each example with its path in the names of the specification. */
export const EXAMPLE_BODIES: readonly (readonly [title: string, path: string, body: object])[] = [
  ['a job shell', jobPath('2020-03-01'), job(empty)],
  ['a job with every kind', jobPath('2020-03-01'), job(stableParts)],
  ['a job shell of the preview', jobPath(preview), job(empty)],
  ['a job with every kind, of the preview', jobPath(preview), job(stableParts)],
  ['a job with the kinds of the preview', jobPath(preview), job(previewParts)],
  ['a job with an identity', jobPath(preview), job(empty, { identity: userAssigned })],
  ['a job of the second price model', jobPath(preview), { location: 'West Europe', properties: { sku: second } }],
  ['a job with its price model at the top', jobPath(preview), { location: 'w', sku: standard, properties: {} }],
  ...API_DIAGNOSTIC_VERSIONS.filter((version) => version !== 'latest').map((version) => {
    const full = { ...diagnostic, frontend: logged, backend: logged };
    const properties = version < '2018-06' ? { enabled: true } : full;
    return [`a diagnostic of ${version}`, diagnosticPath(version), { properties }] as const;
  }),
  [
    'a diagnostic without a logger',
    diagnosticPath('2024-05-01', 'local'),
    { properties: { alwaysLog: 'allErrors', sampling: { samplingType: 'fixed', percentage: 12.5 } } },
  ],
];
