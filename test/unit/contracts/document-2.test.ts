import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { managementRequest } from '../../../lib/contracts/schema/live.ts';
import { streamingJob } from '../../../lib/contracts/streaming-job/job.ts';
import type { StreamingNames } from '../../../lib/contracts/streaming-job/parts.ts';
import {
  buildFullJob,
  buildInput,
  buildJob,
  buildOutput,
  buildOutputs,
  MICROSOFT,
  VENDOR,
} from '../../support/streaming-jobs.ts';
import { failuresOf, membersOf, testBodies, withMember } from './support.ts';

const live = streamingJob(MICROSOFT).compose(managementRequest);
const { request } = streamingJob(VENDOR);
const valid = buildJob();
const bus = buildJob({
  inputs: [buildInput('Stream', 'GatewayMessageBus', {})],
  outputs: [buildOutput('GatewayMessageBus', {})],
});

describe('document 2, Streaming job', () => {
  const job = membersOf(request, valid);
  job.required('S2-06', 'properties properties.sku properties.sku.name');
  job.types('S2-04, S2-06', { string: 'location', object: 'tags' });
  job.rule('S2-06', 'properties.sku', [], ['Standard'], 'must be an object');

  const properties = membersOf(request, valid, 'properties');
  properties.lists('S2-06, S2-08, S2-11, S2-18, S2-19', {
    'sku.name': ['Standard'],
    jobType: ['Cloud', 'Edge'],
    outputErrorPolicy: ['Stop', 'Drop'],
  });
  const account = buildJob({ jobStorageAccount: {}, outputStartTime: '2026-03-04T05:06:07Z' });
  membersOf(request, account, 'properties').lists('S2-11, S2-19', {
    contentStoragePolicy: ['JobStorageAccount', 'SystemAccount'],
    outputStartMode: ['JobStartTime', 'CustomTime', 'LastOutputEventTime'],
  });
  properties.types('S2-10, S2-14, S2-16, S2-17, S2-20, C-03', {
    string: 'compatibilityLevel eventsOutOfOrderPolicy dataLocale',
    int32: 'eventsOutOfOrderMaxDelayInSeconds',
    'date-time': 'outputStartTime',
  });
  properties.rule(
    'S2-15 (A53)',
    'eventsLateArrivalMaxDelayInSeconds',
    [-1, 0, 1814399],
    [-2, 1814400, Number.POSITIVE_INFINITY, '5', 1.5, null],
    'must be an integer between -1 and 1814399',
  );
  for (const name of ['identity', 'properties.cluster', 'properties.jobStorageAccount'])
    job.rule('S2-05, S2-09, S2-13, C-28', name, [{ other: { fields: [1] } }], ['text'], 'must be an object');

  const transformation = { name: 'query', properties: { query: 'select 1' } };
  const query = membersOf(request, buildJob({ transformation }), 'properties.transformation');
  query.required('S2-26, S2-56', 'name properties properties.query');
  query.types('S2-26, S2-56, S2-57', {
    'string, not empty': 'name',
    string: 'properties.query',
    int32: 'properties.streamingUnits properties.validStreamingUnits.0',
    array: 'properties.validStreamingUnits',
  });

  const account12 = 'properties.jobStorageAccount: is required when contentStoragePolicy is JobStorageAccount';
  const time21 = 'properties.outputStartTime: is required when outputStartMode is CustomTime';
  const storage = { contentStoragePolicy: 'JobStorageAccount' };
  const custom = { outputStartMode: 'CustomTime' };
  const full = buildFullJob(VENDOR);
  testBodies([
    ['every member and kind', request, full],
    ['every member and kind of the live cloud', live, buildFullJob(MICROSOFT)],
    ['the price model at the top, on the live cloud', live, { sku: { name: 'Standard' }, properties: {} }],
    ['another price model on the live cloud', live, { properties: { sku: { name: 'StandardV2', capacity: 3 } } }],
    ['a kind of a later version', live, buildJob({ outputs: [buildOutput('LakeHouse', { workspaceId: 'shop' })] })],
    ['an empty shell; no default is filled in (S2-01, S2-81)', request, valid],
    ['empty arrays (S2-81)', request, buildJob({ inputs: [], outputs: [], functions: [] })],
    ['tags are texts (S2-04)', request, { ...valid, tags: { a: '', b: 5, c: null } }, ...['b', 'c'].map(noText)],
    ['an account (S2-12)', request, buildJob({ ...storage, jobStorageAccount: { accountName: 'a' } })],
    ['none (S2-12)', request, buildJob(storage), account12],
    ['null (S2-12)', request, buildJob({ ...storage, jobStorageAccount: null }), account12],
    ['another policy (S2-12)', request, buildJob({ contentStoragePolicy: 'SystemAccount' })],
    ['a time (S2-21)', request, buildJob({ ...custom, outputStartTime: '2026-03-04T05:06:07Z' })],
    ['no time (S2-21)', request, buildJob(custom), time21],
    ['null (S2-21)', request, buildJob({ ...custom, outputStartTime: null }), time21],
    [
      'no time in another mode (S2-20)',
      request,
      buildJob({ outputStartMode: 'LastOutputEventTime', outputStartTime: null }),
    ],
    ['unknown members (C-28)', request, { ...full, zones: ['1'], properties: { ...full.properties, package: null } }],
    [
      'every invalid member is reported at once, with its path, and rules across members',
      request,
      buildJob({
        eventsLateArrivalMaxDelayInSeconds: 1814400,
        ...storage,
        ...custom,
        inputs: [{ properties: { type: 'Stream' } }],
        transformation: { name: 'query' },
      }),
      'properties.eventsLateArrivalMaxDelayInSeconds: must be an integer between -1 and 1814399',
      'properties.inputs.0.name: is required',
      'properties.inputs.0.properties.serialization: is required',
      'properties.transformation.properties: is required',
      account12,
      time21,
    ],
  ]);
});

function noText(name: string): string {
  return `tags.${name}: must be a string`;
}

describe('document 2, Serialization', () => {
  const INPUT = 'properties.inputs.0.properties.serialization';
  const OUTPUT = 'properties.outputs.0.properties.serialization';
  const jobWith = (serialization: unknown) =>
    withMember(withMember(bus, INPUT, serialization), OUTPUT, structuredClone(serialization));
  const both = (failure: string) => [`${INPUT}${failure}`, `${OUTPUT}${failure}`];
  const json = membersOf(request, jobWith({ type: 'Json' }), `${OUTPUT}.properties`);
  json.lists('S2-37, C-30', { format: ['lineSeparated', 'array', 'LineSeparated', 'Array'] });
  json.types('S2-37', { string: 'encoding' });
  testBodies([
    ...[
      { type: 'Avro' },
      { type: 'Avro', properties: {} },
      { type: 'Parquet', properties: {} },
      { type: 'Csv', properties: { fieldDelimiter: ',', encoding: 'UTF8' } },
      { type: 'Csv', properties: { another: 1 } },
      { type: 'Json', properties: { encoding: 'UTF16', format: 'lineSeparated' } },
      { type: 'Delta', properties: { path: 'p' } },
    ].map((one) => [`in both places: ${JSON.stringify(one)} (S2-36)`, request, jobWith(one)] as const),
    ['type is needed (S2-36)', request, jobWith({}), ...both('.type: is required')],
    ['type is a text (S2-36)', request, jobWith({ type: 5 }), ...both('.type: must be a string')],
    ['no text (S2-36)', request, jobWith('Json'), ...both(': must be an object')],
  ]);

  it.each(['Avro', 'Parquet'])('%s has no further fields (S2-95)', (type) => {
    const { $defs } = z.toJSONSchema(request, { io: 'input' });
    expect(Object.keys($defs?.[`${type}SerializationRequest`]?.properties ?? {})).toEqual(['type']);
  });
});

describe('document 2, Input', () => {
  const AT = 'properties.inputs.0';
  const SOURCE = 'properties.datasource.properties';
  const EVENT_HUB =
    'serviceBusNamespace sharedAccessPolicyName sharedAccessPolicyKey authenticationMode eventHubName consumerGroupName';
  const BLOB = 'container pathPattern dateFormat timeFormat authenticationMode';

  const withInput = (input: unknown) => buildJob({ inputs: [input] });
  const jobWith = (kind: string, type: string) => withInput(buildInput(kind, type, {}));
  const inputOf = (kind: string, type: string) => membersOf(request, jobWith(kind, type), AT);
  const sourceOf = (kind: string, type: string) => membersOf(request, jobWith(kind, type), `${AT}.${SOURCE}`);
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

  const blob = (namespace: string) => withInput(buildInput('Stream', `${namespace}.Storage/Blob`, { container: {} }));
  const refused = `${AT}.${SOURCE}.container: must be a string`;
  const bare = { name: 'input', properties: { type: 'Stream', datasource: { type: 'GatewayMessageBus' } } };
  testBodies([
    ['properties are required (S2-30)', request, withInput({ name: 'input' }), `${AT}.properties: is required`],
    ['an unknown kind (S2-28)', request, withInput({ name: 'i', properties: { type: 'Future', datasource: 5 } })],
    ['an unknown source (S2-29)', request, withInput(buildInput('Stream', 'Vendor.Future/Source', { container: 5 }))],
    ['other members (S2-35, C-28)', request, withInput(buildInput('Stream', 'GatewayMessageBus', { another: [1] }))],
    ['nulls (C-28)', request, withInput({ ...buildInput('Stream', 'GatewayMessageBus', {}), diagnostics: null })],
    ['the live cloud needs no serialization', live, withInput(bare)],
    ['the live cloud needs no properties', live, withInput({ name: 'input' })],
    ['the live cloud needs a name', live, withInput({}), `${AT}.name: is required`],
    ['a kind of this cloud', request, blob('Vendor'), refused],
    ['a kind of another cloud', request, blob('Microsoft')],
    ['a kind of the live cloud', live, blob('Microsoft'), refused],
  ]);
});

describe('document 2, Function', () => {
  const AT = 'properties.functions.0';
  const withFunction = (properties: unknown) => buildJob({ functions: [{ name: 'score', properties }] });

  /** A machine-learning function: next to the kind, as the specification can be read, or in nested `properties`, as on the live cloud. */
  const jobWith = (nesting: string, kind = 'Scalar', namespace = 'Vendor') =>
    withMember(withFunction({ type: kind }), `${AT}.${nesting}.binding`, {
      type: `${namespace}.MachineLearning/WebService`,
      properties: {},
    });
  const one = membersOf(request, jobWith('properties'), AT);
  one.required('S2-25, S2-58', 'name properties.type');
  one.types('S2-25', { 'string, not empty': 'name' });

  for (const nesting of ['properties', 'properties.properties']) {
    for (const kind of ['Aggregate', 'Scalar'])
      membersOf(request, jobWith(nesting, kind), `${AT}.${nesting}`).types(`S2-58, C-29 ${kind}`, { object: 'output' });
    const binding = membersOf(request, jobWith(nesting), `${AT}.${nesting}.binding.properties`);
    binding.types('S2-59', {
      string:
        'endpoint apiKey inputs.name inputs.columnNames.0.name inputs.columnNames.0.dataType outputs.0.name outputs.0.dataType',
      object: 'inputs',
      array: 'inputs.columnNames outputs',
    });
    const size = 'must be an integer between 1 and 10000';
    binding.rule('S2-61', 'batchSize', [1, 1000, 10000], [0, 10001, 1.5, '5', null], size);
    const index = 'must be an integer between 0 and 2147483647';
    binding.rule('S2-60', 'inputs.columnNames.0.mapTo', [0, 2 ** 31 - 1], [-1, 0.5, '0', null, 2 ** 31], index);
  }

  const scalar = {
    type: 'Scalar',
    properties: {
      inputs: [{ dataType: 'any', isConfigurationParameter: null, other: 1 }, {}],
      output: {},
      binding: { type: 'Vendor.StreamAnalytics/JavascriptUdf', properties: { script: 'function (x) {}', other: 1 } },
    },
  };
  const later = { type: 'Vendor.MachineLearningServices', properties: { endpoint: 5 } };
  const at = `${AT}.properties.binding.properties.endpoint`;
  const bad = withMember(jobWith('properties', 'Scalar', 'Microsoft'), at, []);
  testBodies([
    ['an unknown kind (S2-58)', request, withFunction({ type: 'Window', binding: 5 })],
    ['members that are not shown (S2-62)', request, withFunction(scalar)],
    ['an unknown binding (S2-62)', request, withFunction({ type: 'Scalar', binding: later })],
    ['a binding of another cloud', request, bad],
    ['a binding of the live cloud', live, bad, `${at}: must be a string`],
  ]);
});

type Kind = keyof ReturnType<typeof buildOutputs>;

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
  output.rule('S2-39', 'properties.datasource.type', [], [5, { toString: 1 }], 'must be a string');

  for (const [kind, { required = '', string = '', more = {}, secret }] of Object.entries(KINDS)) {
    const source = sourceOf(kind as Kind);
    if (required) source.required(`S2-42, S2-43, S2-45, S2-47, S2-48, S2-49, S2-50, S2-53 ${kind}`, required);
    const rules = `S2-42, S2-44, S2-45, S2-46, S2-48, S2-49, S2-50, S2-53, C-28 ${kind}`;
    source.types(rules, { string: `${required} ${string}`, ...more });
    if (secret) source.lists(`S2-38, S2-52 ${kind}`, { authenticationMode: ['Msi', 'UserToken', 'ConnectionString'] });
  }
  const liveFunction = membersOf(live, jobWith('functionApp', MICROSOFT), SOURCE);
  liveFunction.rule('S2-45 of the live cloud', 'functionAppName', ['text', 5], [{}, []], 'must be a string');
  sourceOf('sqlDatabase').rule('S2-46', 'maxWriterCount', [0, 1], [2, -1, 0.5, '1', null], 'must be one of 0, 1');

  for (const [type, names] of [
    ['Vendor.Storage/Blob', 'container pathPattern dateFormat timeFormat authenticationMode blobPathPrefix'],
    ['Vendor.Storage/DocumentDB', 'accountId accountKey database collectionNamePattern partitionKey documentId'],
    ['Vendor.ServiceBus/EventHub', `${EVENT_HUB} partitionKey`],
    ['Vendor.EventHub/EventHub', `${EVENT_HUB} partitionKey`],
    ['GatewayMessageBus', 'topic'],
  ] as const)
    membersOf(request, withOutput(buildOutput(type, {})), SOURCE).types('C-28', { string: names });

  it.each<Kind>(['queue', 'topic'])('%s: systemPropertyColumns has only the supported names (S2-51)', (kind) => {
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
    ['properties are required (S2-40)', request, withOutput({ name: 'output' }), `${AT}.properties: is required`],
    ['the live cloud needs no serialization', live, bare],
    ['the live cloud needs a data source', live, withOutput({ name: 'output', properties: {} }), noSource],
    ...['Vendor.Future/Target', 'Microsoft.Sql/Server/Database', 'constructor', '__proto__'].map(
      (type) => [`the unknown kind ${type} (S2-39)`, request, withOutput(buildOutput(type, { server: 5 }))] as const,
    ),
    ['other members (C-28)', request, withOutput(buildOutput('GatewayMessageBus', { another: { field: 1 } }))],
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

    it('are strings, required but in the mode Msi, in the profile vendor also the secret (C-44, C-81, A55b)', () => {
      for (const name of all) {
        expect(failures(withMember(job, `${SOURCE}.${name}`, ''))).toEqual([]);
        expect(failures(withMember(job, `${SOURCE}.${name}`, 5))).toEqual([`${SOURCE}.${name}: must be a string`]);
      }
      for (const absent of [undefined, null] as const) {
        const bare = without(job, absent as null);
        for (const mode of [undefined, null, 'ConnectionString', 'UserToken']) {
          const required = all.filter((name) => !names.isLive || name !== secret);
          const expected = required.map((name) => `${SOURCE}.${name}: ${RULE}`);
          expect(failures(withMember(bare, `${SOURCE}.authenticationMode`, mode)).sort()).toEqual(expected.sort());
        }
        expect(failures(withMember(bare, `${SOURCE}.authenticationMode`, 'Msi'))).toEqual([]);
      }
    });

    it('of an output that a read returned, only the secret may be absent (C-45)', () => {
      const read = withMember(job, `${AT}.id`, '/subscriptions/1/outputs/output');
      const expected = user ? [`${SOURCE}.${user}: ${RULE}`] : [];
      for (const absent of [undefined, null]) expect(failures(without(read, absent as null))).toEqual(expected);
    });
  },
);
