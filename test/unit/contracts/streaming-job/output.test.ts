import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import type { StreamingNames } from '../../../../lib/contracts/streaming-job/shared.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName, withMember } from '../support.ts';
import { buildJob, buildOutput, buildOutputs, MICROSOFT, VENDOR } from './builders.ts';

type Kind = keyof ReturnType<typeof buildOutputs>;

const { request } = streamingJob(VENDOR);
const AT = 'properties.outputs.0';
const SOURCE = `${AT}.properties.datasource.properties`;

/** Publicly known members of the event-hub data sources. */
const EVENT_HUB = [
  'serviceBusNamespace',
  'sharedAccessPolicyName',
  'sharedAccessPolicyKey',
  'authenticationMode',
  'eventHubName',
];

const withOutput = (output: unknown) => buildJob({ outputs: [output] });
const jobWith = (kind: Kind, names: StreamingNames = VENDOR) => withOutput(buildOutputs(names)[kind]);

const REQUIRED: [Kind, string[]][] = [
  ['dataLake', ['accountName', 'filePathPrefix', 'tenantId']],
  ['sqlDatabase', ['server', 'database', 'table']],
  ['sqlDataWarehouse', ['server', 'database', 'table']],
  ['dashboard', ['dataset', 'table']],
  ['queue', ['queueName', 'serviceBusNamespace']],
  ['topic', ['topicName', 'serviceBusNamespace']],
  ['table', ['accountName']],
];

describe('document 2, Output', () => {
  it('S2-25 name is needed on PUT', () => {
    expectType(request, jobWith('table'), `${AT}.name`, 'string, not empty');
    expect(failuresOf(request, withMember(jobWith('table'), `${AT}.name`, undefined))).toEqual([
      `${AT}.name: is required`,
    ]);
  });

  it.each(['datasource', 'serialization'])('S2-40 %s is required on PUT', (name) => {
    const at = `${AT}.properties.${name}`;
    expect(failuresOf(request, jobWith('table'))).toEqual([]);
    expect(failuresOf(request, withMember(jobWith('table'), at, undefined))).toEqual([`${at}: is required`]);
    expect(failuresOf(request, withOutput({ name: 'output' }))).toEqual([`${AT}.properties: is required`]);
  });

  it('serialization is not required on the live cloud, a data source is', () => {
    const { request: live } = streamingJob(MICROSOFT);
    const bare = withMember(jobWith('functionApp', MICROSOFT), `${AT}.properties.serialization`, undefined);
    expect(failuresOf(live, bare)).toEqual([]);
    expect(failuresOf(live, withOutput({ name: 'output', properties: {} }))).toEqual([
      `${AT}.properties.datasource: is required`,
    ]);
  });

  it.each([
    [VENDOR, 'Vendor.DataLake/Accounts', 'dataLake'],
    [VENDOR, 'Vendor.FunctionApp', 'functionApp'],
    [VENDOR, 'Vendor.Sql/Server/Database', 'sqlDatabase'],
    [VENDOR, 'Vendor.Sql/Server/DataWarehouse', 'sqlDataWarehouse'],
    [VENDOR, 'BiDashboard', 'dashboard'],
    [VENDOR, 'Vendor.ServiceBus/Queue', 'queue'],
    [VENDOR, 'Vendor.ServiceBus/Topic', 'topic'],
    [MICROSOFT, 'Microsoft.DataLake/Accounts', 'dataLake'],
    [MICROSOFT, 'Microsoft.AzureFunction', 'functionApp'],
    [MICROSOFT, 'Microsoft.Sql/Server/Database', 'sqlDatabase'],
    [MICROSOFT, 'Microsoft.Sql/Server/DataWarehouse', 'sqlDataWarehouse'],
    [MICROSOFT, 'PowerBI', 'dashboard'],
    [MICROSOFT, 'Microsoft.ServiceBus/Queue', 'queue'],
    [MICROSOFT, 'Microsoft.ServiceBus/Topic', 'topic'],
    [MICROSOFT, 'Microsoft.Storage/Table', 'table'],
  ] as const)('$0.namespace knows the kind %s', (names, type, kind) => {
    const { request: contract } = streamingJob(names);
    const valid = jobWith(kind, names);
    expect(valid).toMatchObject({ properties: { outputs: [{ properties: { datasource: { type } } }] } });
    expect(contract.parse(valid)).toEqual(valid);
    expect(failuresOf(contract, withMember(valid, SOURCE, 'text'))).toEqual([`${SOURCE}: must be an object`]);
  });

  it('S2-39 the data source is selected by its type: it is needed, and an unknown one passes unchanged', () => {
    for (const type of ['Vendor.Future/Target', 'Microsoft.Sql/Server/Database', 'constructor', '__proto__']) {
      const unknown = withOutput(buildOutput(type, { server: 5 }));
      expect(request.parse(unknown)).toEqual(unknown);
    }
    const at = `${AT}.properties.datasource.type`;
    expect(failuresOf(request, withMember(jobWith('table'), at, undefined))).toEqual([`${at}: is required`]);
    expect(failuresOf(request, withMember(jobWith('table'), at, 5))).toEqual([`${at}: must be a string`]);
  });

  it.each(REQUIRED)(
    'S2-42, S2-43, S2-45, S2-47, S2-48, S2-49, S2-50, S2-53 %s: %s are required strings on PUT',
    (kind, names) => {
      for (const name of names) {
        expectType(request, jobWith(kind), `${SOURCE}.${name}`, 'string');
        const without = withMember(jobWith(kind), `${SOURCE}.${name}`, undefined);
        expect(failuresOf(request, without)).toEqual([`${SOURCE}.${name}: is required`]);
      }
      const empty = withMember(jobWith(kind), SOURCE, { authenticationMode: 'Msi' });
      expect(failuresOf(request, empty).sort()).toEqual(names.map((name) => `${SOURCE}.${name}: is required`).sort());
      expect(failuresOf(request, withMember(jobWith(kind), SOURCE, undefined))).toEqual([`${SOURCE}: is required`]);
    },
  );

  it.each<[Kind, string, TypeName]>([
    ['dataLake', 'dateFormat', 'string'],
    ['dataLake', 'timeFormat', 'string'],
    ['dataLake', 'tokenUserDisplayName', 'string'],
    ['dataLake', 'tokenUserPrincipalName', 'string'],
    ['functionApp', 'functionAppName', 'string'],
    ['functionApp', 'functionName', 'string'],
    ['functionApp', 'apiKey', 'string'],
    ['functionApp', 'maxBatchCount', 'number'],
    ['functionApp', 'maxBatchSize', 'number'],
    ['sqlDatabase', 'maxBatchCount', 'number'],
    ['dashboard', 'groupId', 'string'],
    ['dashboard', 'groupName', 'string'],
    ['dashboard', 'tokenUserDisplayName', 'string'],
    ['dashboard', 'tokenUserPrincipalName', 'string'],
    ['queue', 'propertyColumns', 'string[]'],
    ['queue', 'systemPropertyColumns', 'object'],
    ['topic', 'propertyColumns', 'string[]'],
    ['topic', 'systemPropertyColumns', 'object'],
    ['table', 'batchSize', 'int32'],
    ['table', 'columnsToRemove', 'string[]'],
  ])('S2-42, S2-44, S2-45, S2-46, S2-48, S2-49, S2-50, S2-53 %s: %s is optional, of type %s', (kind, name, type) => {
    expectType(request, jobWith(kind), `${SOURCE}.${name}`, type);
    expect(failuresOf(request, withMember(jobWith(kind), `${SOURCE}.${name}`, undefined))).toEqual([]);
  });

  it.each<Kind>(['dataLake', 'sqlDatabase', 'sqlDataWarehouse', 'dashboard', 'queue', 'topic', 'table'])(
    'S2-38, S2-52 %s: authenticationMode has only its listed values',
    (kind) => {
      expectClosedList(request, jobWith(kind), `${SOURCE}.authenticationMode`, [
        'Msi',
        'UserToken',
        'ConnectionString',
      ]);
    },
  );

  it('S2-46 sqlDatabase: maxWriterCount is 0 or 1', () => {
    expectRule(request, jobWith('sqlDatabase'), {
      at: `${SOURCE}.maxWriterCount`,
      accepted: [0, 1],
      refused: [2, -1, 0.5, '1', null],
      message: 'must be one of 0, 1',
    });
  });

  it.each<Kind>(['queue', 'topic'])('S2-51 %s: systemPropertyColumns has only the supported names', (kind) => {
    const names = [
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
    const at = `${SOURCE}.systemPropertyColumns`;
    for (const name of names) {
      expect(failuresOf(request, withMember(jobWith(kind), at, { [name]: 'column' }))).toEqual([]);
      expect(failuresOf(request, withMember(jobWith(kind), at, { [name]: 5 }))).toEqual([
        `${at}.${name}: must be a string`,
      ]);
    }
    for (const name of ['Other', 'messageId', 'toString']) {
      expect(failuresOf(request, withMember(jobWith(kind), at, { [name]: 'column' }))).toEqual([
        `${at}.${name}: is not a supported name`,
      ]);
    }
  });

  it('S2-41 sizeWindow is an int32 and timeWindow a string', () => {
    expectType(request, jobWith('table'), `${AT}.properties.sizeWindow`, 'int32');
    expectType(request, jobWith('table'), `${AT}.properties.timeWindow`, 'string');
  });

  it.each([
    [
      'Vendor.Storage/Blob',
      ['container', 'pathPattern', 'dateFormat', 'timeFormat', 'authenticationMode', 'blobPathPrefix'],
    ],
    [
      'Vendor.Storage/DocumentDB',
      ['accountId', 'accountKey', 'database', 'collectionNamePattern', 'partitionKey', 'documentId'],
    ],
    ['Vendor.ServiceBus/EventHub', [...EVENT_HUB, 'partitionKey']],
    ['Vendor.EventHub/EventHub', [...EVENT_HUB, 'partitionKey']],
    ['GatewayMessageBus', ['topic']],
  ])('C-28 the members of %s are not shown: none is required, others pass', (type, names) => {
    const texts = Object.fromEntries(names.map((name) => [name, 'text']));
    const job = withOutput(buildOutput(type, { ...texts, another: { field: 1 } }));
    expect(request.parse(job)).toEqual(job);
    for (const name of names) expectType(request, job, `${SOURCE}.${name}`, 'string');
    expect(failuresOf(request, withOutput(buildOutput(type, {})))).toEqual([]);
  });

  it('C-28 the remaining members of the table output are not shown: none is required, others pass', () => {
    const remaining = { accountName: 'a', accountKey: 'k', table: 't', partitionKey: 'p', rowKey: 'r', another: 1 };
    const job = withOutput(buildOutput('Vendor.Storage/Table', remaining));
    expect(failuresOf(request, job)).toEqual([]);
    for (const name of ['table', 'partitionKey', 'rowKey']) expectType(request, job, `${SOURCE}.${name}`, 'string');
  });
});
