/** Inputs and functions of a streaming job, and what they have in common with its outputs. Source: S2-25, S2-26; docs/specification.md#input. */
import * as z from 'zod';
import { openList, writeOnly } from '../schema/annotations.ts';
import {
  asDocumented,
  change,
  type Definition,
  discriminator,
  inline,
  isRequiredInRequest,
  kinds,
  type Member,
  type Members,
  type OpenObject,
  object,
  readOnly,
  requiredBySpecification,
  requiredInRequest,
} from '../schema/resource.ts';
import { int32, refreshRate } from '../schema/scalars.ts';

/** The differences between the clouds in the contract of a streaming job. */
export interface StreamingNames {
  /** Prefix of provider, type and kind names, as in `Vendor.StreamAnalytics`. */
  readonly namespace: 'Vendor' | 'Microsoft';
  /** Kind of the function-app output. */
  readonly functionApp: string;
  /** Kind of the dashboard output. */
  readonly dashboard: string;
  /** Whether requests are checked as the live cloud reads them, and not word for word as specified. Source: C-46, C-83. */
  readonly isLive: boolean;
}

/** Returns members that are text. */
export function texts(...names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, z.string()]));
}

/** Identity of a nested resource: the caller sets only its name. */
export const nested = {
  id: readOnly(z.string().describe('Resource id.')),
  name: requiredInRequest(z.string().min(1).describe('Resource name.')),
  type: readOnly(z.string().describe('Resource type.')),
} satisfies Members;

/** The specification does not show the members; these are publicly known. */
export function diagnostics(): Definition {
  const condition = inline(texts('since', 'code', 'message'));
  return inline({ conditions: change(condition, z.array) });
}

/** How the data of an input or an output is serialized. Source: docs/specification.md#input. */
export function serialization(): Definition {
  const encoding = openList(['UTF8'], 'Encoding of input data or of written output data.');
  // The specification's spelling and the live cloud's.
  const format = z
    .enum(['lineSeparated', 'array', 'LineSeparated', 'Array'])
    .describe('One JSON object per line, or an array of objects.');
  return kinds('type', [
    object('AvroSerialization', { type: discriminator('Avro') }),
    object('ParquetSerialization', { type: discriminator('Parquet') }),
    object('CsvSerialization', {
      type: discriminator('Csv'),
      properties: inline({ fieldDelimiter: z.string(), encoding }),
    }),
    object('JsonSerialization', { type: discriminator('Json'), properties: inline({ encoding, format }) }),
  ]);
}

const AUTHENTICATION_MODES = ['Msi', 'UserToken', 'ConnectionString'] as const;

/** The ways to sign in to a data source that the specification describes. Source: S2-38. */
export const authenticationMode = z.enum(AUTHENTICATION_MODES).meta({ default: 'ConnectionString' });

/** The same for data sources whose members the specification does not show. */
const openAuthenticationMode = openList(AUTHENTICATION_MODES);

/** A secret of any data source. */
export const secretText = writeOnly(z.string());

/** A kind of data source; its `properties` are required if one of them is. */
export function dataSource(id: string, kind: string, members: Members): Definition<OpenObject> {
  const properties = inline(members);
  const isRequired = Object.values(members).some(isRequiredInRequest);
  return object(id, { type: discriminator(kind), properties: isRequired ? requiredInRequest(properties) : properties });
}

/** Members of the blob data sources; the specification shows the first three, the others are publicly known. */
export function blobMembers(): Members {
  const storageAccount = inline({ accountName: z.string(), accountKey: secretText });
  return {
    storageAccounts: change(storageAccount, z.array),
    ...texts('container', 'pathPattern', 'dateFormat', 'timeFormat'),
    authenticationMode: openAuthenticationMode,
  };
}

/** Publicly known members of the event-hub data sources. */
export const eventHubMembers: Members = {
  ...texts('serviceBusNamespace', 'sharedAccessPolicyName'),
  sharedAccessPolicyKey: secretText,
  authenticationMode: openAuthenticationMode,
  eventHubName: z.string(),
};

/** Marks all members as required in requests. */
export function requireAll(members: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Member>> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, requiredInRequest(schema)]));
}

/** One input; `serialization` is the definition that inputs and outputs share. */
export function streamingInput(names: StreamingNames, serialization: Definition): Definition {
  const { namespace } = names;
  const toKind = (kind: string, sources: Definition) =>
    object(`Streaming${kind}Input`, {
      type: discriminator(kind),
      compression: inline({ type: z.string() }),
      datasource: sources,
      diagnostics: diagnostics(),
      etag: readOnly(z.string()),
      partitionKey: z.string().describe('Key in the input data by which it is partitioned.'),
      serialization: requiredBySpecification(serialization),
    });
  const properties = kinds('type', [
    toKind('Stream', streamSources(namespace)),
    toKind('Reference', referenceSources(namespace)),
  ]);
  return object('StreamingInput', {
    ...nested,
    properties: requiredBySpecification(properties),
  });
}

/** The specification shows the members of the first only. */
function streamSources(namespace: string): Definition {
  const eventHub = { ...eventHubMembers, consumerGroupName: z.string() };
  return kinds('type', [
    dataSource('BlobStreamInput', `${namespace}.Storage/Blob`, {
      ...blobMembers(),
      sourcePartitionCount: int32(),
    }),
    dataSource('EventHubStreamInput', `${namespace}.ServiceBus/EventHub`, eventHub),
    dataSource('EventHubV2StreamInput', `${namespace}.EventHub/EventHub`, eventHub),
    dataSource('IotHubStreamInput', `${namespace}.Devices/IotHubs`, {
      ...texts('iotHubNamespace', 'sharedAccessPolicyName'),
      sharedAccessPolicyKey: secretText,
      ...texts('consumerGroupName', 'endpoint'),
    }),
    dataSource('GatewayMessageBusStreamInput', 'GatewayMessageBus', { topic: z.string() }),
  ]);
}

function referenceSources(namespace: string): Definition {
  return kinds('type', [
    dataSource('BlobReferenceInput', `${namespace}.Storage/Blob`, blobMembers()),
    dataSource('FileReferenceInput', 'File', { path: z.string() }),
    dataSource('SqlReferenceInput', `${namespace}.Sql/Server/Database`, {
      ...texts('server', 'database', 'table', 'user'),
      password: secretText,
      fullSnapshotQuery: z.string(),
      deltaSnapshotQuery: z.string().describe('Fetches incremental changes.'),
      refreshRate: asDocumented(refreshRate, z.string()),
      refreshType: z.enum(['Static', 'RefreshPeriodicallyWithFull', 'RefreshPeriodicallyWithDelta']),
    }),
  ]);
}

/**
 * One function. Its inputs, output and binding are accepted next to the kind, as the specification can be read, and in a
 * nested `properties`, as the live cloud has them.
 */
export function streamingFunction(namespace: string): Definition {
  const configuration = functionConfiguration(namespace);
  const toKind = (kind: string) =>
    object(`Streaming${kind}Function`, {
      type: discriminator(kind),
      etag: readOnly(z.string()),
      ...configuration,
      properties: inline(configuration),
    });
  return object('StreamingFunction', {
    ...nested,
    properties: kinds('type', [toKind('Aggregate'), toKind('Scalar')]),
  });
}

function functionConfiguration(namespace: string): Members {
  const input = inline({ dataType: z.string(), isConfigurationParameter: z.boolean() });
  return {
    binding: functionBinding(namespace),
    // The specification does not show the members of these two; they are publicly known.
    inputs: change(input, z.array),
    output: inline({ dataType: z.string() }),
  };
}

function functionBinding(namespace: string): Definition {
  const inputColumn = inline({
    name: z.string(),
    dataType: z.string(),
    mapTo: int32(0).describe('Zero-based index of the function parameter.'),
  });
  const outputColumn = inline({ name: z.string(), dataType: z.string() });
  return kinds('type', [
    dataSource('MachineLearningBinding', `${namespace}.MachineLearning/WebService`, {
      endpoint: z.string().describe('Request-response execute endpoint.'),
      apiKey: secretText,
      batchSize: int32(1, 10000).describe('Maximum rows per request.').meta({ default: 1000 }),
      inputs: inline({ name: z.string(), columnNames: change(inputColumn, z.array) }),
      outputs: change(outputColumn, z.array),
    }),
    // Publicly known; the specification only names the kind.
    dataSource('JavaScriptBinding', `${namespace}.StreamAnalytics/JavascriptUdf`, { script: z.string() }),
  ]);
}
