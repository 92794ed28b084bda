/** The output of a streaming job. Source: S2-39 to S2-54. */
import * as z from 'zod';
import { type Definition, kinds, type Members, object, readOnly, requiredInRequest } from '../schema/resource.ts';
import { int32, stringList } from '../schema/scalars.ts';
import {
  authenticationMode,
  blobMembers,
  dataSource,
  diagnostics,
  eventHubMembers,
  nested,
  requireAll,
  type StreamingNames,
  secretText,
} from './shared.ts';

/** One output; `serialization` is the definition that inputs and outputs share. */
export function streamingOutput(names: StreamingNames, serialization: Definition): Definition {
  const { namespace, functionApp, dashboard, serializationRequired } = names;
  return object('StreamingOutput', {
    ...nested,
    properties: requiredInRequest(
      object('StreamingOutputProperties', {
        datasource: requiredInRequest(
          kinds('type', [
            ...databases(namespace),
            ...queues(namespace),
            ...storages(namespace),
            functionAppOutput(functionApp),
            dashboardOutput(dashboard),
          ]),
        ),
        serialization: serializationRequired ? requiredInRequest(serialization) : serialization,
        diagnostics: diagnostics(),
        etag: readOnly(z.string()),
        sizeWindow: int32().describe('Size window to constrain output.'),
        timeWindow: z.string().describe('Time window to filter output.'),
      }),
    ),
  });
}

const tokenUser = { tokenUserDisplayName: z.string(), tokenUserPrincipalName: z.string() };

function databases(namespace: string) {
  const sql = requireAll({
    server: z.string(),
    database: z.string(),
    table: z.string(),
    user: z.string(),
    password: secretText,
  });
  return [
    dataSource('SqlDatabaseOutput', `${namespace}.Sql/Server/Database`, {
      ...sql,
      authenticationMode,
      maxBatchCount: z.number().meta({ default: 10000 }),
      maxWriterCount: z.literal([0, 1]).describe('1: a single writer; 0: one writer per query partition.'),
    }),
    dataSource('SqlDataWarehouseOutput', `${namespace}.Sql/Server/DataWarehouse`, sql),
    // Publicly known; the specification only names the kind.
    dataSource('DocumentDbOutput', `${namespace}.Storage/DocumentDB`, {
      accountId: z.string(),
      accountKey: secretText,
      database: z.string(),
      collectionNamePattern: z.string(),
      partitionKey: z.string(),
      documentId: z.string(),
    }),
  ];
}

const SYSTEM_PROPERTIES = [
  'ReplyToSessionId',
  'ContentType',
  'To',
  'Subject',
  'CorrelationId',
  'TimeToLive',
  'PartitionKey',
  'SessionId',
  'ScheduledEnqueueTime',
  'MessageId',
  'ReplyTo',
  'Label',
  'ScheduledEnqueueTimeUtc',
];

const systemPropertyName = z
  .string()
  .refine((name) => SYSTEM_PROPERTIES.includes(name))
  .meta({ enum: SYSTEM_PROPERTIES });

function queues(namespace: string) {
  const policy = requireAll({
    serviceBusNamespace: z.string(),
    sharedAccessPolicyName: z.string(),
    sharedAccessPolicyKey: secretText,
  });
  const options = {
    authenticationMode,
    propertyColumns: stringList.describe('Output columns attached as custom message properties.'),
    systemPropertyColumns: z
      .record(systemPropertyName, z.string())
      .describe('Output columns attached as system properties, by the name of the property.'),
  };
  // Publicly known; the specification only names the kinds.
  const eventHub = { ...eventHubMembers, partitionKey: z.string(), propertyColumns: stringList.nullable() };
  return [
    dataSource('QueueOutput', `${namespace}.ServiceBus/Queue`, {
      queueName: requiredInRequest(z.string()),
      ...policy,
      ...options,
    }),
    dataSource('TopicOutput', `${namespace}.ServiceBus/Topic`, {
      topicName: requiredInRequest(z.string()),
      ...policy,
      ...options,
    }),
    dataSource('EventHubOutput', `${namespace}.ServiceBus/EventHub`, eventHub),
    dataSource('EventHubV2Output', `${namespace}.EventHub/EventHub`, eventHub),
    dataSource('GatewayMessageBusOutput', 'GatewayMessageBus', { topic: z.string() }),
  ];
}

function storages(namespace: string) {
  const dataLake: Members = {
    ...requireAll({
      accountName: z.string(),
      filePathPrefix: z.string(),
      refreshToken: secretText.describe('A placeholder is recommended at creation.'),
      tenantId: z.string(),
    }),
    authenticationMode,
    dateFormat: z.string().describe('Used for {date} in filePathPrefix.'),
    timeFormat: z.string().describe('Used for {time} in filePathPrefix.'),
    ...tokenUser,
  };
  return [
    dataSource('DataLakeOutput', `${namespace}.DataLake/Accounts`, dataLake),
    // The specification shows the first four members and not the kind's name; the rest is publicly known.
    dataSource('TableOutput', `${namespace}.Storage/Table`, {
      ...requireAll({ accountName: z.string(), accountKey: secretText }),
      batchSize: int32().describe('Rows written at a time.'),
      columnsToRemove: stringList.describe('Columns removed from entities if present.'),
      table: z.string(),
      partitionKey: z.string(),
      rowKey: z.string(),
    }),
    // Publicly known; the specification only names the kind.
    dataSource('BlobOutput', `${namespace}.Storage/Blob`, { ...blobMembers(), blobPathPrefix: z.string() }),
  ];
}

function functionAppOutput(kind: string) {
  return dataSource('FunctionAppOutput', kind, {
    functionAppName: z.string(),
    functionName: z.string(),
    apiKey: secretText.describe('For a function in another subscription.'),
    maxBatchCount: z.number().meta({ default: 100 }),
    maxBatchSize: z.number().describe('Bytes.').meta({ default: 262144 }),
  });
}

function dashboardOutput(kind: string) {
  return dataSource('DashboardOutput', kind, {
    ...requireAll({ dataset: z.string(), table: z.string(), refreshToken: secretText }),
    groupId: z.string(),
    groupName: z.string(),
    ...tokenUser,
    authenticationMode,
  });
}
