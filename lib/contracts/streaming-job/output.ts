/** The output of a streaming job. Source: docs/specification.md#output. */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../json-object.ts';
import {
  asDocumented,
  type Definition,
  kinds,
  type Members,
  object,
  readOnly,
  requiredBySpecification,
  requiredInRequest,
} from '../schema/resource.ts';
import { isGiven, isValue, type MemberRule, memberRule } from '../schema/rules.ts';
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
  texts,
} from './parts.ts';

/** One output; `serialization` is the definition that inputs and outputs share. */
export function streamingOutput(names: StreamingNames, serialization: Definition): Definition {
  const { namespace, functionApp, dashboard } = names;
  const datasource = kinds('type', [
    ...databases(namespace),
    ...queues(namespace),
    ...storages(namespace),
    functionAppOutput(functionApp),
    dashboardOutput(dashboard),
  ]);
  const properties = object('StreamingOutputProperties', {
    datasource: requiredInRequest(datasource),
    serialization: requiredBySpecification(serialization),
    diagnostics: diagnostics(),
    etag: readOnly(z.string()),
    sizeWindow: int32().describe('Size window to constrain output.'),
    timeWindow: z.string().describe('Time window to filter output.'),
  });
  const members = { ...nested, properties: requiredInRequest(properties) };
  return object('StreamingOutput', members, { rules: credentialRules(names) });
}

const tokenUser = texts('tokenUserDisplayName', 'tokenUserPrincipalName');

function databases(namespace: string) {
  const sql = {
    ...requireAll({ server: z.string(), database: z.string(), table: z.string() }),
    user: credential(z.string()),
    password: credential(secretText),
    authenticationMode,
  };
  return [
    dataSource('SqlDatabaseOutput', `${namespace}.Sql/Server/Database`, {
      ...sql,
      maxBatchCount: z.number().meta({ default: 10000 }),
      maxWriterCount: asDocumented(
        z.literal([0, 1]).describe('1: one writer; 0: one per query partition.'),
        z.number(),
      ),
    }),
    dataSource('SqlDataWarehouseOutput', `${namespace}.Sql/Server/DataWarehouse`, sql),
    // Publicly known; the specification only names the kind.
    dataSource('DocumentDbOutput', `${namespace}.Storage/DocumentDB`, {
      accountId: z.string(),
      accountKey: secretText,
      ...texts('database', 'collectionNamePattern', 'partitionKey', 'documentId'),
    }),
  ];
}

const SYSTEM_PROPERTIES = [
  ...['ReplyToSessionId', 'ContentType', 'To', 'Subject', 'CorrelationId', 'TimeToLive', 'PartitionKey', 'SessionId'],
  ...['ScheduledEnqueueTime', 'MessageId', 'ReplyTo', 'Label', 'ScheduledEnqueueTimeUtc'],
];

const systemPropertyName = z
  .string()
  .refine((name) => SYSTEM_PROPERTIES.includes(name))
  .meta({ enum: SYSTEM_PROPERTIES });

function queues(namespace: string) {
  const policy = {
    serviceBusNamespace: requiredInRequest(z.string()),
    sharedAccessPolicyName: credential(z.string()),
    sharedAccessPolicyKey: credential(secretText),
    authenticationMode,
  };
  const options = {
    propertyColumns: stringList.describe('Output columns attached as custom message properties.'),
    systemPropertyColumns: asDocumented(
      z
        .record(systemPropertyName, z.string())
        .describe('Output columns attached as system properties, by the name of the property.'),
      z.record(z.string(), z.unknown()),
    ),
  };
  // Publicly known; the specification only names the kinds.
  const eventHub = { ...eventHubMembers, partitionKey: z.string(), propertyColumns: stringList };
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
    ...requireAll({ accountName: z.string(), filePathPrefix: z.string(), tenantId: z.string() }),
    refreshToken: credential(secretText, 'A placeholder is recommended at creation.'),
    authenticationMode,
    dateFormat: z.string().describe('Used for {date} in filePathPrefix.'),
    timeFormat: z.string().describe('Used for {time} in filePathPrefix.'),
    ...tokenUser,
  };
  return [
    dataSource('DataLakeOutput', `${namespace}.DataLake/Accounts`, dataLake),
    // The specification shows the first four members and not the kind's name; the rest is publicly known.
    dataSource('TableOutput', `${namespace}.Storage/Table`, {
      accountName: requiredInRequest(z.string()),
      accountKey: credential(secretText),
      authenticationMode,
      batchSize: int32().describe('Rows written at a time.'),
      columnsToRemove: stringList.describe('Columns removed from entities if present.'),
      ...texts('table', 'partitionKey', 'rowKey'),
    }),
    // Publicly known; the specification only names the kind.
    dataSource('BlobOutput', `${namespace}.Storage/Blob`, { ...blobMembers(), blobPathPrefix: z.string() }),
  ];
}

function functionAppOutput(kind: string) {
  return dataSource('FunctionAppOutput', kind, {
    ...texts('functionAppName', 'functionName'),
    apiKey: secretText.describe('For a function in another subscription.'),
    maxBatchCount: z.number().meta({ default: 100 }),
    maxBatchSize: z.number().describe('Bytes.').meta({ default: 262144 }),
  });
}

function dashboardOutput(kind: string) {
  return dataSource('DashboardOutput', kind, {
    ...requireAll({ dataset: z.string(), table: z.string() }),
    refreshToken: credential(secretText),
    ...texts('groupId', 'groupName'),
    ...tokenUser,
    authenticationMode,
  });
}

/** Why a credential is refused: the job does not sign in with its managed identity. Source: docs/specification.md#output. */
const RULE = 'is required unless authenticationMode is Msi';

/** Describes a member that the default mode needs. */
function credential(schema: z.ZodString, hint = ''): z.ZodString {
  return schema.meta({ ...schema.meta(), description: `${hint} Required unless authenticationMode is Msi.`.trim() });
}

/**
 * Returns the rules of an output. One that a read returned has an id: its secrets may be absent, as responses omit them. The models
 * of official clients drop the id too, and the live service keeps the secrets that it has, so there it judges missing ones.
 */
function credentialRules({ namespace, dashboard, isLive }: StreamingNames): readonly MemberRule[] {
  const byKind = new Map<unknown, readonly string[]>([
    [`${namespace}.Sql/Server/Database`, ['user', 'password']],
    [`${namespace}.Sql/Server/DataWarehouse`, ['user', 'password']],
    [`${namespace}.ServiceBus/Queue`, ['sharedAccessPolicyName', 'sharedAccessPolicyKey']],
    [`${namespace}.ServiceBus/Topic`, ['sharedAccessPolicyName', 'sharedAccessPolicyKey']],
    [`${namespace}.DataLake/Accounts`, ['refreshToken']],
    [`${namespace}.Storage/Table`, ['accountKey']],
    [dashboard, ['refreshToken']],
  ]);
  return [...new Set([...byKind.values()].flat())].map((name) =>
    memberRule(['properties', 'datasource', 'properties', name], RULE, (output) => {
      const { type, properties } = readDatasource(output);
      if (!isJsonObject(properties) || !byKind.get(type)?.includes(name)) return true;
      if (isGiven(properties[name]) || isValue(properties['authenticationMode'], 'Msi')) return true;
      return (isGiven(output['id']) || isLive) && !NO_SECRETS.has(name);
    }),
  );
}

/** Credentials that responses do not omit. */
const NO_SECRETS = new Set(['user', 'sharedAccessPolicyName']);

function readDatasource({ properties }: JsonObject): JsonObject {
  const datasource = isJsonObject(properties) ? properties['datasource'] : undefined;
  return isJsonObject(datasource) ? datasource : {};
}
