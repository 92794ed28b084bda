/** Valid streaming jobs to start from. */
import type { StreamingNames } from '../../../../lib/contracts/streaming-job/shared.ts';

const GUID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const INSTANT = '2026-03-04T05:06:07Z';

export const VENDOR: StreamingNames = {
  namespace: 'Vendor',
  functionApp: 'Vendor.FunctionApp',
  dashboard: 'BiDashboard',
  serializationRequired: true,
};

export const MICROSOFT: StreamingNames = {
  namespace: 'Microsoft',
  functionApp: 'Microsoft.AzureFunction',
  dashboard: 'PowerBI',
  serializationRequired: false,
};

/** A source or a target of data, with nothing but what it needs. */
export function buildOutput(type: string, properties: Record<string, unknown>) {
  return {
    name: 'output',
    properties: { datasource: { type, properties }, serialization: { type: 'Json', properties: { encoding: 'UTF8' } } },
  };
}

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

const sharedAccess = {
  serviceBusNamespace: 'bus',
  sharedAccessPolicyName: 'policy',
  sharedAccessPolicyKey: 'key',
};

const sql = { server: 'server', database: 'database', table: 'table', user: 'user', password: 'password' };

/** Every output data source of the specification, with all its members. */
export function buildOutputs({ namespace, functionApp, dashboard }: StreamingNames) {
  const columns = { propertyColumns: ['a'], systemPropertyColumns: { MessageId: 'b', PartitionKey: 'c' } };
  const user = { tokenUserDisplayName: 'User', tokenUserPrincipalName: 'user@example.com' };
  const mode = { authenticationMode: 'ConnectionString' };
  return {
    dataLake: buildOutput(`${namespace}.DataLake/Accounts`, {
      accountName: 'lake',
      filePathPrefix: '{date}/{time}',
      refreshToken: 'token',
      tenantId: 'tenant',
      dateFormat: 'yyyy/MM/dd',
      timeFormat: 'HH',
      ...user,
      ...mode,
    }),
    functionApp: buildOutput(functionApp, {
      functionAppName: 'app',
      functionName: 'function',
      apiKey: 'key',
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
    dashboard: buildOutput(dashboard, {
      dataset: 'dataset',
      table: 'table',
      refreshToken: 'token',
      groupId: GUID,
      groupName: 'group',
      ...user,
      ...mode,
    }),
    queue: buildOutput(`${namespace}.ServiceBus/Queue`, { queueName: 'queue', ...sharedAccess, ...mode, ...columns }),
    topic: buildOutput(`${namespace}.ServiceBus/Topic`, { topicName: 'topic', ...sharedAccess, ...mode, ...columns }),
    table: buildOutput(`${namespace}.Storage/Table`, {
      accountName: 'account',
      accountKey: 'key',
      batchSize: 100,
      columnsToRemove: ['a'],
    }),
  };
}

/** A job with every member and kind that the specification describes. */
export function buildFullJob(names: StreamingNames) {
  const { namespace } = names;
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
      inputs: [
        {
          name: 'stream',
          properties: {
            type: 'Stream',
            compression: { type: 'GZip' },
            datasource: {
              type: `${namespace}.Storage/Blob`,
              properties: {
                storageAccounts: [{ accountName: 'account', accountKey: 'key' }],
                container: 'container',
                pathPattern: '{date}/{time}',
              },
            },
            partitionKey: 'id',
            serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
          },
        },
        buildInput('Reference', `${namespace}.Sql/Server/Database`, {
          ...sql,
          fullSnapshotQuery: 'select *',
          deltaSnapshotQuery: 'select *',
          refreshRate: INSTANT,
          refreshType: 'RefreshPeriodicallyWithDelta',
        }),
      ],
      outputs: Object.values(buildOutputs(names)).map((output, index) => ({ ...output, name: `output${index}` })),
      functions: [
        {
          name: 'score',
          properties: {
            type: 'Scalar',
            properties: {
              inputs: [{ dataType: 'nvarchar(max)' }],
              output: { dataType: 'nvarchar(max)' },
              binding: {
                type: `${namespace}.MachineLearning/WebService`,
                properties: {
                  endpoint: 'https://example.com/execute',
                  apiKey: 'key',
                  batchSize: 1000,
                  inputs: { name: 'input', columnNames: [{ name: 'text', dataType: 'string', mapTo: 0 }] },
                  outputs: [{ name: 'sentiment', dataType: 'string' }],
                },
              },
            },
          },
        },
      ],
      transformation: {
        name: 'query',
        properties: { query: 'select 1', streamingUnits: 3, validStreamingUnits: [1, 3] },
      },
    },
  };
}
