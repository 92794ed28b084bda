/** Valid streaming jobs to start from. */
import type { StreamingNames } from '../../lib/contracts/streaming-job/parts.ts';
import { PROFILES } from '../../lib/profiles.ts';

const INSTANT = '2026-03-04T05:06:07Z';

export const VENDOR = PROFILES.vendor;
export const MICROSOFT = PROFILES.microsoft;

/** Members with texts. */
const texts = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, `a-${name}`]));

/** An output with nothing but what it needs, and these members of its target. */
export function buildOutput(type: string, properties: Record<string, unknown>) {
  return {
    name: 'output',
    properties: { datasource: { type, properties }, serialization: { type: 'Json', properties: { encoding: 'UTF8' } } },
  };
}

/** An input with nothing but what it needs, and these members of its source. */
export function buildInput(kind: string, type: string, properties: Record<string, unknown>) {
  return {
    name: 'input',
    properties: { type: kind, datasource: { type, properties }, serialization: { type: 'Csv' } },
  };
}

/** The least that a PUT needs, with the parts given. */
export function buildJob(parts: Record<string, unknown> = {}) {
  return { location: 'westus', properties: { sku: { name: 'Standard' }, ...parts } };
}

const sql = texts('server database table user password');
const tokenUser = 'refreshToken tokenUserDisplayName tokenUserPrincipalName';

/** Every output data source of the specification, with all its members. */
export function buildOutputs({ namespace, functionApp, dashboard }: StreamingNames) {
  const mode = { authenticationMode: 'ConnectionString' };
  const bus = {
    ...texts('serviceBusNamespace sharedAccessPolicyName sharedAccessPolicyKey'),
    ...mode,
    propertyColumns: ['a'],
    systemPropertyColumns: { MessageId: 'b', PartitionKey: 'c' },
  };
  const lake = texts(`accountName filePathPrefix tenantId dateFormat timeFormat ${tokenUser}`);
  const board = texts(`dataset table groupId groupName ${tokenUser}`);
  return {
    dataLake: buildOutput(`${namespace}.DataLake/Accounts`, { ...lake, ...mode }),
    functionApp: buildOutput(functionApp, {
      ...texts('functionAppName functionName apiKey'),
      maxBatchCount: 100,
      maxBatchSize: 262144,
    }),
    sqlDatabase: buildOutput(`${namespace}.Sql/Server/Database`, {
      ...sql,
      ...mode,
      maxBatchCount: 10,
      maxWriterCount: 1,
    }),
    sqlDataWarehouse: buildOutput(`${namespace}.Sql/Server/DataWarehouse`, sql),
    dashboard: buildOutput(dashboard, { ...board, ...mode }),
    queue: buildOutput(`${namespace}.ServiceBus/Queue`, { queueName: 'queue', ...bus }),
    topic: buildOutput(`${namespace}.ServiceBus/Topic`, { topicName: 'topic', ...bus }),
    table: buildOutput(`${namespace}.Storage/Table`, {
      ...texts('accountName accountKey'),
      batchSize: 100,
      columnsToRemove: ['a'],
    }),
  };
}

function buildInputs(namespace: string) {
  const { datasource, ...stream } = buildInput('Stream', `${namespace}.Storage/Blob`, {
    storageAccounts: [texts('accountName accountKey')],
    ...texts('container pathPattern'),
  }).properties;
  return [
    {
      name: 'stream',
      properties: { ...stream, compression: { type: 'GZip' }, datasource, partitionKey: 'id' },
    },
    buildInput('Reference', `${namespace}.Sql/Server/Database`, {
      ...sql,
      ...texts('fullSnapshotQuery deltaSnapshotQuery'),
      refreshRate: INSTANT,
      refreshType: 'RefreshPeriodicallyWithDelta',
    }),
  ];
}

function buildFunction(namespace: string) {
  const inputs = { name: 'input', columnNames: [{ name: 'text', dataType: 'string', mapTo: 0 }] };
  const outputs = [{ name: 'sentiment', dataType: 'string' }];
  const properties = { endpoint: 'https://example.com/execute', apiKey: 'key', batchSize: 1000, inputs, outputs };
  const binding = { type: `${namespace}.MachineLearning/WebService`, properties };
  const text = { dataType: 'nvarchar(max)' };
  return { name: 'score', properties: { type: 'Scalar', properties: { inputs: [text], output: text, binding } } };
}

/** A job with every member and kind that the specification describes. */
export function buildFullJob(names: StreamingNames) {
  const outputs = Object.values(buildOutputs(names)).map((output, index) => ({ ...output, name: `output${index}` }));
  const query = { query: 'select 1', streamingUnits: 3, validStreamingUnits: [1, 3] };
  return {
    location: 'westus',
    tags: { key: 'value' },
    identity: { type: 'SystemAssigned' },
    properties: {
      sku: { name: 'Standard' },
      jobType: 'Cloud',
      cluster: { id: 'cluster' },
      compatibilityLevel: '1.0',
      contentStoragePolicy: 'JobStorageAccount',
      jobStorageAccount: { accountName: 'account', accountKey: 'key', authenticationMode: 'Msi' },
      dataLocale: 'en-US',
      eventsLateArrivalMaxDelayInSeconds: 5,
      eventsOutOfOrderMaxDelayInSeconds: 0,
      eventsOutOfOrderPolicy: 'Drop',
      outputErrorPolicy: 'Drop',
      outputStartMode: 'CustomTime',
      outputStartTime: INSTANT,
      inputs: buildInputs(names.namespace),
      outputs,
      functions: [buildFunction(names.namespace)],
      transformation: { name: 'query', properties: query },
    },
  };
}
