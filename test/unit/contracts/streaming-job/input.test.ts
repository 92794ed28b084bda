import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName, withMember } from '../support.ts';
import { buildInput, buildJob, MICROSOFT, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const AT = 'properties.inputs.0';
const SOURCE = `${AT}.properties.datasource.properties`;

const blob = { storageAccounts: [{ accountName: 'a', accountKey: 'k' }], container: 'c', pathPattern: 'p' };
const sql = {
  server: 's',
  database: 'd',
  table: 't',
  user: 'u',
  password: 'p',
  fullSnapshotQuery: 'q',
  deltaSnapshotQuery: 'q',
  refreshRate: '2026-03-04T05:06:07Z',
  refreshType: 'Static',
};

/** Publicly known members of the event-hub data sources. */
const EVENT_HUB = [
  'serviceBusNamespace',
  'sharedAccessPolicyName',
  'sharedAccessPolicyKey',
  'authenticationMode',
  'eventHubName',
];

const withInput = (input: unknown) => buildJob({ inputs: [input] });
const streamJob = () => withInput(buildInput('Stream', 'Vendor.Storage/Blob', blob));
const referenceJob = () => withInput(buildInput('Reference', 'Vendor.Sql/Server/Database', sql));

describe('document 2, Input', () => {
  it('S2-25 name is needed on PUT', () => {
    expectType(request, streamJob(), `${AT}.name`, 'string, not empty');
    expect(failuresOf(request, withMember(streamJob(), `${AT}.name`, undefined))).toEqual([`${AT}.name: is required`]);
  });

  it.each(['Stream', 'Reference'])('S2-30 serialization of a %s input is required on PUT', (kind) => {
    const job = withInput(buildInput(kind, 'Vendor.Storage/Blob', blob));
    expect(failuresOf(request, job)).toEqual([]);
    const without = withMember(job, `${AT}.properties.serialization`, undefined);
    expect(failuresOf(request, without)).toEqual([`${AT}.properties.serialization: is required`]);
    expect(failuresOf(request, withInput({ name: 'input' }))).toEqual([`${AT}.properties: is required`]);
  });

  it('serialization is not required on the live cloud', () => {
    const { request: live } = streamingJob(MICROSOFT);
    const input = { name: 'input', properties: { type: 'Stream', datasource: { type: 'GatewayMessageBus' } } };
    expect(failuresOf(live, withInput(input))).toEqual([]);
    expect(failuresOf(live, withInput({ name: 'input' }))).toEqual([]);
    expect(failuresOf(live, withInput({}))).toEqual([`${AT}.name: is required`]);
  });

  it('S2-28 the kind is selected by type: it is needed, and an unknown one passes unchanged', () => {
    const unknown = withMember(streamJob(), `${AT}.properties`, { type: 'Future', datasource: 5 });
    expect(request.parse(unknown)).toEqual(unknown);
    for (const [type, message] of [
      [undefined, 'is required'],
      [5, 'must be a string'],
      [null, 'must be a string'],
    ] as const) {
      expect(failuresOf(request, withMember(streamJob(), `${AT}.properties.type`, type))).toEqual([
        `${AT}.properties.type: ${message}`,
      ]);
    }
  });

  it('S2-29 the data source is selected by its type: it is needed, and an unknown one passes unchanged', () => {
    const unknown = withInput(buildInput('Stream', 'Vendor.Future/Source', { container: 5 }));
    expect(request.parse(unknown)).toEqual(unknown);
    const untyped = withMember(streamJob(), `${AT}.properties.datasource.type`, undefined);
    expect(failuresOf(request, untyped)).toEqual([`${AT}.properties.datasource.type: is required`]);
  });

  it.each<[string, TypeName]>([
    ['container', 'string'],
    ['pathPattern', 'string'],
    ['storageAccounts.0.accountName', 'string'],
    ['storageAccounts.0.accountKey', 'string'],
  ])('S2-31 blob data source: %s is of type %s', (at, type) => {
    expectType(request, streamJob(), `${SOURCE}.${at}`, type);
    expectType(request, withInput(buildInput('Reference', 'Vendor.Storage/Blob', blob)), `${SOURCE}.${at}`, type);
  });

  it('S2-31 blob data source: storageAccounts is an array', () => {
    expectRule(request, streamJob(), {
      at: `${SOURCE}.storageAccounts`,
      accepted: [[]],
      refused: [{}, 'a', null],
      message: 'must be an array',
    });
  });

  it.each(['server', 'database', 'table', 'user', 'password', 'fullSnapshotQuery', 'deltaSnapshotQuery'])(
    'S2-33 SQL reference data source: %s is a string, and not required',
    (name) => {
      expectType(request, referenceJob(), `${SOURCE}.${name}`, 'string');
      expect(failuresOf(request, withMember(referenceJob(), `${SOURCE}.${name}`, undefined))).toEqual([]);
    },
  );

  it('S2-34 SQL reference data source: refreshType has only its listed values', () => {
    expectClosedList(request, referenceJob(), `${SOURCE}.refreshType`, [
      'Static',
      'RefreshPeriodicallyWithFull',
      'RefreshPeriodicallyWithDelta',
    ]);
  });

  it('S2-34 SQL reference data source: refreshRate is a date-time, or the time span of public examples', () => {
    expectRule(request, referenceJob(), {
      at: `${SOURCE}.refreshRate`,
      accepted: ['2026-03-04T05:06:07Z', '00:20:00', '1.00:00:00', '01:00:00:00', '0:05'],
      refused: ['often', '', '20', '2026-03-04'],
      message: 'must be an ISO 8601 date-time or a time span such as 00:20:00',
    });
    expectRule(request, referenceJob(), {
      at: `${SOURCE}.refreshRate`,
      accepted: [],
      refused: [5, null],
      message: 'must be a string',
    });
  });

  it.each<[string, string, string[], Record<string, unknown>]>([
    ['Stream', 'Vendor.ServiceBus/EventHub', [...EVENT_HUB, 'consumerGroupName'], {}],
    ['Stream', 'Vendor.EventHub/EventHub', [...EVENT_HUB, 'consumerGroupName'], {}],
    [
      'Stream',
      'Vendor.Devices/IotHubs',
      ['iotHubNamespace', 'sharedAccessPolicyName', 'sharedAccessPolicyKey', 'consumerGroupName', 'endpoint'],
      {},
    ],
    ['Stream', 'GatewayMessageBus', ['topic'], {}],
    ['Stream', 'Vendor.Storage/Blob', ['dateFormat', 'timeFormat', 'authenticationMode'], { sourcePartitionCount: 16 }],
    ['Reference', 'Vendor.Storage/Blob', ['dateFormat', 'timeFormat', 'authenticationMode'], {}],
    ['Reference', 'File', ['path'], {}],
  ])(
    'S2-35, C-28 the members of other data sources are not shown: none is required, others pass (%s %s)',
    (kind, type, names, more) => {
      const texts = Object.fromEntries(names.map((name) => [name, 'text']));
      const job = withInput(buildInput(kind, type, { ...texts, ...more, another: [1] }));
      expect(request.parse(job)).toEqual(job);
      for (const name of names) expectType(request, job, `${SOURCE}.${name}`, 'string');
      expect(failuresOf(request, withInput(buildInput(kind, type, {})))).toEqual([]);
      expect(failuresOf(request, withMember(job, `${AT}.properties.datasource.properties`, undefined))).toEqual([]);
    },
  );

  it('sourcePartitionCount is an int32', () => {
    const job = withInput(buildInput('Stream', 'Vendor.Storage/Blob', { sourcePartitionCount: 16 }));
    expectType(request, job, `${SOURCE}.sourcePartitionCount`, 'int32');
  });

  it.each<[string, unknown]>([
    ['compression', { type: 'GZip', level: 9 }],
    ['diagnostics', { conditions: [{ since: 's', code: 'c', message: 'm' }], other: 1 }],
    ['diagnostics', null],
  ])('C-28 the members of %s are not shown: others pass', (name, value) => {
    expect(failuresOf(request, withMember(streamJob(), `${AT}.properties.${name}`, value))).toEqual([]);
  });

  it('S2-29 partitionKey is a string', () => {
    expectType(request, streamJob(), `${AT}.properties.partitionKey`, 'string');
  });

  it('the kinds have the names of the cloud', () => {
    const { request: live } = streamingJob(MICROSOFT);
    const input = (namespace: string) => withInput(buildInput('Stream', `${namespace}.Storage/Blob`, { container: 5 }));
    expect(failuresOf(request, input('Vendor'))).toEqual([`${SOURCE}.container: must be a string`]);
    expect(failuresOf(request, input('Microsoft'))).toEqual([]);
    expect(failuresOf(live, input('Microsoft'))).toEqual([`${SOURCE}.container: must be a string`]);
  });
});
