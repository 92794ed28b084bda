import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import type { StreamingNames } from '../../../../lib/contracts/streaming-job/shared.ts';
import { failuresOf, membersOf, testBodies, withMember } from '../support.ts';
import { buildJob, buildOutput, buildOutputs, MICROSOFT, VENDOR } from './builders.ts';

type Kind = keyof ReturnType<typeof buildOutputs>;

const { request } = streamingJob(VENDOR);
const { request: live } = streamingJob(MICROSOFT);
const AT = 'properties.outputs.0';
const SOURCE = `${AT}.properties.datasource.properties`;
const EVENT_HUB = 'serviceBusNamespace sharedAccessPolicyName sharedAccessPolicyKey authenticationMode eventHubName';

const withOutput = (output: unknown) => buildJob({ outputs: [output] });
const jobWith = (kind: Kind, names: StreamingNames = VENDOR) => withOutput(buildOutputs(names)[kind]);
const sourceOf = (kind: Kind) => membersOf(request, jobWith(kind), SOURCE);

interface Expected {
  readonly required?: string;
  readonly string?: string;
  readonly more?: Readonly<Partial<Record<'number' | 'string[]' | 'object' | 'int32', string>>>;
  /** Credentials of the default mode; responses omit the secret. */
  readonly user?: string;
  readonly secret?: string;
}

const SAS = { user: 'sharedAccessPolicyName', secret: 'sharedAccessPolicyKey' };
const SQL = { required: 'server database table', user: 'user', secret: 'password' };
const COLUMNS = { 'string[]': 'propertyColumns', object: 'systemPropertyColumns' };
const TOKEN_USER = 'tokenUserDisplayName tokenUserPrincipalName';
const KINDS: Readonly<Record<Kind, Expected>> = {
  dataLake: {
    required: 'accountName filePathPrefix tenantId',
    string: `dateFormat timeFormat ${TOKEN_USER}`,
    secret: 'refreshToken',
  },
  functionApp: { string: 'functionAppName functionName apiKey', more: { number: 'maxBatchCount maxBatchSize' } },
  sqlDatabase: { ...SQL, more: { number: 'maxBatchCount' } },
  sqlDataWarehouse: SQL,
  dashboard: { required: 'dataset table', string: `groupId groupName ${TOKEN_USER}`, secret: 'refreshToken' },
  queue: { required: 'queueName serviceBusNamespace', more: COLUMNS, ...SAS },
  topic: { required: 'topicName serviceBusNamespace', more: COLUMNS, ...SAS },
  table: {
    required: 'accountName',
    string: 'table partitionKey rowKey',
    more: { int32: 'batchSize', 'string[]': 'columnsToRemove' },
    secret: 'accountKey',
  },
};

describe('document 2, Output', () => {
  const output = membersOf(request, jobWith('table'), AT);
  output.required(
    'S2-25, S2-39, S2-40',
    'name properties.datasource properties.serialization properties.datasource.type',
  );
  output.types('S2-25, S2-41', {
    'string, not empty': 'name',
    int32: 'properties.sizeWindow',
    string: 'properties.timeWindow',
  });
  output.rule('S2-39', 'properties.datasource.type', [], [5], 'must be a string');

  for (const [kind, { required = '', string = '', more = {}, secret }] of Object.entries(KINDS)) {
    const source = sourceOf(kind as Kind);
    if (required) source.required(`S2-42, S2-43, S2-45, S2-47, S2-48, S2-49, S2-50, S2-53 ${kind}`, required);
    const rules = `S2-42, S2-44, S2-45, S2-46, S2-48, S2-49, S2-50, S2-53, C-28 ${kind}`;
    source.types(rules, { string: `${required} ${string}`, ...more });
    if (secret) source.lists(`S2-38, S2-52 ${kind}`, { authenticationMode: ['Msi', 'UserToken', 'ConnectionString'] });
  }
  const liveFunction = membersOf(live, jobWith('functionApp', MICROSOFT), SOURCE);
  liveFunction.types('S2-45 of the live cloud', { string: 'functionAppName' });
  sourceOf('sqlDatabase').rule('S2-46', 'maxWriterCount', [0, 1], [2, -1, 0.5, '1', null], 'must be one of 0, 1');

  for (const [type, names] of [
    ['Vendor.Storage/Blob', 'container pathPattern dateFormat timeFormat authenticationMode blobPathPrefix'],
    ['Vendor.Storage/DocumentDB', 'accountId accountKey database collectionNamePattern partitionKey documentId'],
    ['Vendor.ServiceBus/EventHub', `${EVENT_HUB} partitionKey`],
    ['Vendor.EventHub/EventHub', `${EVENT_HUB} partitionKey`],
    ['GatewayMessageBus', 'topic'],
  ] as const)
    membersOf(request, withOutput(buildOutput(type, {})), SOURCE).types('C-28', { string: names });

  it.each<Kind>(['queue', 'topic'])('S2-51 %s: systemPropertyColumns has only the supported names', (kind) => {
    const names = [
      ...['ReplyToSessionId', 'ContentType', 'To', 'Subject', 'CorrelationId', 'TimeToLive', 'PartitionKey'],
      ...['SessionId', 'ScheduledEnqueueTime', 'MessageId', 'ReplyTo', 'Label', 'ScheduledEnqueueTimeUtc'],
    ];
    const at = `${SOURCE}.systemPropertyColumns`;
    const failures = (column: object) => failuresOf(request, withMember(jobWith(kind), at, column));
    for (const name of names) {
      expect(failures({ [name]: 'column' })).toEqual([]);
      expect(failures({ [name]: 5 })).toEqual([`${at}.${name}: must be a string`]);
    }
    for (const name of ['Other', 'messageId', 'toString'])
      expect(failures({ [name]: 'column' })).toEqual([`${at}.${name}: is not a supported name`]);
  });

  const bare = withMember(jobWith('functionApp', MICROSOFT), `${AT}.properties.serialization`, undefined);
  const noSource = `${AT}.properties.datasource: is required`;
  testBodies([
    ['S2-40 properties are required', request, withOutput({ name: 'output' }), `${AT}.properties: is required`],
    ['the live cloud needs no serialization', live, bare],
    ['the live cloud needs a data source', live, withOutput({ name: 'output', properties: {} }), noSource],
    ...['Vendor.Future/Target', 'Microsoft.Sql/Server/Database', 'constructor', '__proto__'].map(
      (type) => [`S2-39 the unknown kind ${type}`, request, withOutput(buildOutput(type, { server: 5 }))] as const,
    ),
    ['C-28 other members', request, withOutput(buildOutput('GatewayMessageBus', { another: { field: 1 } }))],
  ]);
});

const RULE = 'is required unless authenticationMode is Msi';
const credentials = [VENDOR, MICROSOFT].flatMap((names) =>
  Object.entries(KINDS).flatMap(([kind, { user, secret }]) =>
    secret ? [{ names, kind: kind as Kind, user, secret }] : [],
  ),
);

describe.each(credentials)(
  'document 2, Output: credentials of $names.namespace $kind',
  ({ names, kind, user, secret }) => {
    const failures = (job: unknown) => failuresOf(streamingJob(names).request, job);
    const job = jobWith(kind, names);
    const all = [secret, ...(user ? [user] : [])];
    const without = (value: unknown, absent?: null) =>
      all.reduce((rest, name) => withMember(rest, `${SOURCE}.${name}`, absent), value);

    it('C-44 are strings, required but in the mode Msi', () => {
      for (const name of all) {
        expect(failures(withMember(job, `${SOURCE}.${name}`, ''))).toEqual([]);
        expect(failures(withMember(job, `${SOURCE}.${name}`, 5))).toEqual([`${SOURCE}.${name}: must be a string`]);
      }
      for (const absent of [undefined, null] as const) {
        const bare = without(job, absent as null);
        for (const mode of [undefined, null, 'ConnectionString', 'UserToken']) {
          const expected = all.map((name) => `${SOURCE}.${name}: ${RULE}`);
          expect(failures(withMember(bare, `${SOURCE}.authenticationMode`, mode)).sort()).toEqual(expected.sort());
        }
        expect(failures(withMember(bare, `${SOURCE}.authenticationMode`, 'Msi'))).toEqual([]);
      }
    });

    it('C-45 of an output that a read returned, only the secret may be absent', () => {
      const read = withMember(job, `${AT}.id`, '/subscriptions/1/outputs/output');
      const expected = user ? [`${SOURCE}.${user}: ${RULE}`] : [];
      for (const absent of [undefined, null]) expect(failures(without(read, absent as null))).toEqual(expected);
    });
  },
);
