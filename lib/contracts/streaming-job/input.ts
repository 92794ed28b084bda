/** The input of a streaming job: a stream, or reference data. Source: docs/specification.md#input. */
import * as z from 'zod';
import {
  type Definition,
  discriminator,
  inline,
  kinds,
  object,
  readOnly,
  requiredInRequest,
} from '../schema/resource.ts';
import { int32, refreshRate } from '../schema/scalars.ts';
import {
  blobMembers,
  dataSource,
  diagnostics,
  eventHubMembers,
  nested,
  type StreamingNames,
  secretText,
} from './shared.ts';

/** One input; `serialization` is the definition that inputs and outputs share. */
export function streamingInput(names: StreamingNames, serialization: Definition): Definition {
  const { namespace, serializationRequired } = names;
  const toKind = (kind: string, sources: Definition) =>
    object(`Streaming${kind}Input`, {
      type: discriminator(kind),
      compression: inline({ type: z.string() }),
      datasource: sources,
      diagnostics: diagnostics(),
      etag: readOnly(z.string()),
      partitionKey: z.string().describe('Key in the input data by which it is partitioned.'),
      serialization: serializationRequired ? requiredInRequest(serialization) : serialization,
    });
  const properties = kinds('type', [
    toKind('Stream', streamSources(namespace)),
    toKind('Reference', referenceSources(namespace)),
  ]);
  return object('StreamingInput', {
    ...nested,
    properties: serializationRequired ? requiredInRequest(properties) : properties,
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
      iotHubNamespace: z.string(),
      sharedAccessPolicyName: z.string(),
      sharedAccessPolicyKey: secretText,
      consumerGroupName: z.string(),
      endpoint: z.string(),
    }),
    dataSource('GatewayMessageBusStreamInput', 'GatewayMessageBus', { topic: z.string() }),
  ]);
}

function referenceSources(namespace: string): Definition {
  return kinds('type', [
    dataSource('BlobReferenceInput', `${namespace}.Storage/Blob`, blobMembers()),
    dataSource('FileReferenceInput', 'File', { path: z.string() }),
    dataSource('SqlReferenceInput', `${namespace}.Sql/Server/Database`, {
      server: z.string(),
      database: z.string(),
      table: z.string(),
      user: z.string(),
      password: secretText,
      fullSnapshotQuery: z.string(),
      deltaSnapshotQuery: z.string().describe('Fetches incremental changes.'),
      refreshRate: refreshRate.describe('How often the data is fetched.'),
      refreshType: z.enum(['Static', 'RefreshPeriodicallyWithFull', 'RefreshPeriodicallyWithDelta']),
    }),
  ]);
}
