/** The input of a streaming job: a stream, or reference data. Source: spec 2, Input. */
import * as z from 'zod';
import { type Form, kindOf, type OpenObject, required, serverSet } from './form.ts';
import { openUnion } from './open-union.ts';
import { int32, refreshRate } from './scalars.ts';
import { blobMembers, dataSource, eventHubMembers, secretText } from './streaming-data-source.ts';
import type { StreamingNames } from './streaming-names.ts';
import { diagnostics, nested } from './streaming-part.ts';

/** One input; `serialization` is the schema that inputs and outputs share. */
export function streamingInput(as: Form, names: StreamingNames, serialization: z.ZodType): OpenObject {
  const { namespace, serializationRequired } = names;
  const toKind = (kind: string, sources: z.ZodType) =>
    as.object(`Streaming${kind}Input`, {
      type: kindOf(kind),
      compression: as.inline({ type: z.string() }).nullable(),
      datasource: sources,
      diagnostics: diagnostics(as),
      etag: serverSet(z.string()),
      partitionKey: z.string().describe('Key in the input data by which it is partitioned.'),
      serialization: serializationRequired ? required(serialization) : serialization,
    });
  const properties = openUnion('type', [
    toKind('Stream', streamSources(as, namespace)),
    toKind('Reference', referenceSources(as, namespace)),
  ]);
  return as.object('StreamingInput', {
    ...nested,
    properties: serializationRequired ? required(properties) : properties,
  });
}

/** The specification shows the fields of the first alone. */
function streamSources(as: Form, namespace: string): z.ZodType {
  const eventHub = { ...eventHubMembers, consumerGroupName: z.string() };
  return openUnion('type', [
    dataSource(as, 'BlobStreamInput', `${namespace}.Storage/Blob`, {
      ...blobMembers(as),
      sourcePartitionCount: int32(),
    }),
    dataSource(as, 'EventHubStreamInput', `${namespace}.ServiceBus/EventHub`, eventHub),
    dataSource(as, 'EventHubV2StreamInput', `${namespace}.EventHub/EventHub`, eventHub),
    dataSource(as, 'IotHubStreamInput', `${namespace}.Devices/IotHubs`, {
      iotHubNamespace: z.string(),
      sharedAccessPolicyName: z.string(),
      sharedAccessPolicyKey: secretText,
      consumerGroupName: z.string(),
      endpoint: z.string(),
    }),
    dataSource(as, 'GatewayMessageBusStreamInput', 'GatewayMessageBus', { topic: z.string() }),
  ]);
}

function referenceSources(as: Form, namespace: string): z.ZodType {
  return openUnion('type', [
    dataSource(as, 'BlobReferenceInput', `${namespace}.Storage/Blob`, blobMembers(as)),
    dataSource(as, 'FileReferenceInput', 'File', { path: z.string() }),
    dataSource(as, 'SqlReferenceInput', `${namespace}.Sql/Server/Database`, {
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
