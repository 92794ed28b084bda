/** The output of a streaming job. Source: spec 2, Output. */
import * as z from 'zod';
import { type Form, type Members, type OpenObject, required, serverSet } from './form.ts';
import { openUnion } from './open-union.ts';
import { int32, stringList } from './scalars.ts';
import {
  authenticationMode,
  blobMembers,
  dataSource,
  eventHubMembers,
  requireAll,
  secretText,
} from './streaming-data-source.ts';
import type { StreamingNames } from './streaming-names.ts';
import { diagnostics, nested } from './streaming-part.ts';

/** One output; `serialization` is the schema that inputs and outputs share. */
export function streamingOutput(as: Form, names: StreamingNames, serialization: z.ZodType): OpenObject {
  const { namespace, functionApp, dashboard, serializationRequired } = names;
  return as.object('StreamingOutput', {
    ...nested,
    properties: required(
      as.object('StreamingOutputProperties', {
        datasource: required(
          openUnion('type', [
            ...databases(as, namespace),
            ...queues(as, namespace),
            ...storages(as, namespace),
            functionAppOutput(as, functionApp),
            dashboardOutput(as, dashboard),
          ]),
        ),
        serialization: serializationRequired ? required(serialization) : serialization,
        diagnostics: diagnostics(as),
        etag: serverSet(z.string()),
        sizeWindow: int32().describe('Size window to constrain output.'),
        timeWindow: z.string().describe('Time window to filter output.'),
      }),
    ),
  });
}

const tokenUser = { tokenUserDisplayName: z.string(), tokenUserPrincipalName: z.string() };

function databases(as: Form, namespace: string) {
  const sql = requireAll({
    server: z.string(),
    database: z.string(),
    table: z.string(),
    user: z.string(),
    password: secretText,
  });
  return [
    dataSource(as, 'SqlDatabaseOutput', `${namespace}.Sql/Server/Database`, {
      ...sql,
      authenticationMode,
      maxBatchCount: z.number().meta({ default: 10000 }),
      maxWriterCount: z.literal([0, 1]).describe('1: a single writer; 0: one for each query partition.'),
    }),
    dataSource(as, 'SqlDataWarehouseOutput', `${namespace}.Sql/Server/DataWarehouse`, sql),
    // Publicly known; the specification only names the kind.
    dataSource(as, 'DocumentDbOutput', `${namespace}.Storage/DocumentDB`, {
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

function queues(as: Form, namespace: string) {
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
    dataSource(as, 'QueueOutput', `${namespace}.ServiceBus/Queue`, {
      queueName: required(z.string()),
      ...policy,
      ...options,
    }),
    dataSource(as, 'TopicOutput', `${namespace}.ServiceBus/Topic`, {
      topicName: required(z.string()),
      ...policy,
      ...options,
    }),
    dataSource(as, 'EventHubOutput', `${namespace}.ServiceBus/EventHub`, eventHub),
    dataSource(as, 'EventHubV2Output', `${namespace}.EventHub/EventHub`, eventHub),
    dataSource(as, 'GatewayMessageBusOutput', 'GatewayMessageBus', { topic: z.string() }),
  ];
}

function storages(as: Form, namespace: string) {
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
    dataSource(as, 'DataLakeOutput', `${namespace}.DataLake/Accounts`, dataLake),
    // The specification shows the first four members and not the kind's name; the rest is publicly known.
    dataSource(as, 'TableOutput', `${namespace}.Storage/Table`, {
      ...requireAll({ accountName: z.string(), accountKey: secretText }),
      batchSize: int32().describe('Rows written at a time.'),
      columnsToRemove: stringList.describe('Columns removed from entities if present.'),
      table: z.string(),
      partitionKey: z.string(),
      rowKey: z.string(),
    }),
    // Publicly known; the specification only names the kind.
    dataSource(as, 'BlobOutput', `${namespace}.Storage/Blob`, { ...blobMembers(as), blobPathPrefix: z.string() }),
  ];
}

function functionAppOutput(as: Form, kind: string) {
  return dataSource(as, 'FunctionAppOutput', kind, {
    functionAppName: z.string(),
    functionName: z.string(),
    apiKey: secretText.describe('For a function in another subscription.'),
    maxBatchCount: z.number().meta({ default: 100 }),
    maxBatchSize: z.number().describe('Bytes.').meta({ default: 262144 }),
  });
}

function dashboardOutput(as: Form, kind: string) {
  return dataSource(as, 'DashboardOutput', kind, {
    ...requireAll({ dataset: z.string(), table: z.string(), refreshToken: secretText }),
    groupId: z.string(),
    groupName: z.string(),
    ...tokenUser,
    authenticationMode,
  });
}
