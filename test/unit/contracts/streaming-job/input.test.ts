import { describe } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { membersOf, testBodies } from '../support.ts';
import { buildInput, buildJob, MICROSOFT, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const { request: live } = streamingJob(MICROSOFT);
const AT = 'properties.inputs.0';
const SOURCE = 'properties.datasource.properties';
const EVENT_HUB =
  'serviceBusNamespace sharedAccessPolicyName sharedAccessPolicyKey authenticationMode eventHubName consumerGroupName';
const BLOB = 'container pathPattern dateFormat timeFormat authenticationMode';

const withInput = (input: unknown) => buildJob({ inputs: [input] });
const jobWith = (kind: string, type: string) => withInput(buildInput(kind, type, {}));
const inputOf = (kind: string, type: string) => membersOf(request, jobWith(kind, type), AT);
const sourceOf = (kind: string, type: string) => membersOf(request, jobWith(kind, type), `${AT}.${SOURCE}`);

describe('document 2, Input', () => {
  for (const kind of ['Stream', 'Reference']) {
    const input = inputOf(kind, 'Vendor.Storage/Blob');
    input.required(
      'S2-25, S2-28, S2-29, S2-30',
      'name properties.type properties.serialization properties.datasource.type',
    );
    input.types('S2-25', { 'string, not empty': 'name' });
    input.rule('S2-28', 'properties.type', [], [5, null], 'must be a string');
    const source = sourceOf(kind, 'Vendor.Storage/Blob');
    source.types('S2-31, S2-35, C-28', {
      string: `${BLOB} storageAccounts.0.accountName storageAccounts.0.accountKey`,
      array: 'storageAccounts',
    });
  }
  inputOf('Stream', 'Vendor.Storage/Blob').types('S2-29, C-28', {
    string: 'properties.partitionKey',
    object: 'properties.compression properties.diagnostics',
    int32: `${SOURCE}.sourcePartitionCount`,
  });

  const sql = sourceOf('Reference', 'Vendor.Sql/Server/Database');
  sql.types('S2-33', { string: 'server database table user password fullSnapshotQuery deltaSnapshotQuery' });
  sql.lists('S2-34', { refreshType: ['Static', 'RefreshPeriodicallyWithFull', 'RefreshPeriodicallyWithDelta'] });
  const spans = ['2026-03-04T05:06:07Z', '00:20:00', '1.00:00:00', '01:00:00:00', '0:05'];
  const message = 'must be an ISO 8601 date-time or a time span such as 00:20:00';
  sql.rule('S2-34', 'refreshRate', spans, ['often', '', '20', '2026-03-04'], message);
  sql.rule('S2-34', 'refreshRate', [], [5, null], 'must be a string');

  for (const [kind, type, names] of [
    ['Stream', 'Vendor.ServiceBus/EventHub', EVENT_HUB],
    ['Stream', 'Vendor.EventHub/EventHub', EVENT_HUB],
    [
      'Stream',
      'Vendor.Devices/IotHubs',
      'iotHubNamespace sharedAccessPolicyName sharedAccessPolicyKey consumerGroupName endpoint',
    ],
    ['Stream', 'GatewayMessageBus', 'topic'],
    ['Reference', 'File', 'path'],
  ] as const)
    sourceOf(kind, type).types('S2-35, C-28', { string: names });

  const blob = (namespace: string) => withInput(buildInput('Stream', `${namespace}.Storage/Blob`, { container: 5 }));
  const refused = `${AT}.${SOURCE}.container: must be a string`;
  const bare = { name: 'input', properties: { type: 'Stream', datasource: { type: 'GatewayMessageBus' } } };
  testBodies([
    ['S2-30 properties are required', request, withInput({ name: 'input' }), `${AT}.properties: is required`],
    ['S2-28 an unknown kind', request, withInput({ name: 'i', properties: { type: 'Future', datasource: 5 } })],
    ['S2-29 an unknown source', request, withInput(buildInput('Stream', 'Vendor.Future/Source', { container: 5 }))],
    ['S2-35, C-28 other members', request, withInput(buildInput('Stream', 'GatewayMessageBus', { another: [1] }))],
    ['C-28 nulls', request, withInput({ ...buildInput('Stream', 'GatewayMessageBus', {}), diagnostics: null })],
    ['the live cloud needs no serialization', live, withInput(bare)],
    ['the live cloud needs no properties', live, withInput({ name: 'input' })],
    ['the live cloud needs a name', live, withInput({}), `${AT}.name: is required`],
    ['a kind of this cloud', request, blob('Vendor'), refused],
    ['a kind of another cloud', request, blob('Microsoft')],
    ['a kind of the live cloud', live, blob('Microsoft'), refused],
  ]);
});
