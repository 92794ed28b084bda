import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { streamingJob as toResponse } from '../../../../tools/openapi/contracts/management.ts';
import { membersOf, testBodies, withMember } from '../support.ts';
import { buildFullJob, buildInput, buildJob, buildOutput, MICROSOFT, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const response = toResponse(VENDOR);
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
    'S2-15',
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
    ['every member and kind of the live cloud', streamingJob(MICROSOFT).request, buildFullJob(MICROSOFT)],
    ['S2-01, S2-81 an empty shell; no default is filled in', request, valid],
    ['S2-81 empty arrays', request, buildJob({ inputs: [], outputs: [], functions: [] })],
    ['S2-04 tags are texts', request, { ...valid, tags: { a: '', b: 5, c: null } }, ...['b', 'c'].map(noText)],
    ['S2-12 an account', request, buildJob({ ...storage, jobStorageAccount: { accountName: 'a' } })],
    ['S2-12 none', request, buildJob(storage), account12],
    ['S2-12 null', request, buildJob({ ...storage, jobStorageAccount: null }), account12],
    ['S2-12 another policy', request, buildJob({ contentStoragePolicy: 'SystemAccount' })],
    ['S2-21 a time', request, buildJob({ ...custom, outputStartTime: '2026-03-04T05:06:07Z' })],
    ['S2-21 no time', request, buildJob(custom), time21],
    ['S2-21 null', request, buildJob({ ...custom, outputStartTime: null }), time21],
    [
      'S2-20 no time in another mode',
      request,
      buildJob({ outputStartMode: 'LastOutputEventTime', outputStartTime: null }),
    ],
    ['C-28 unknown members', request, { ...full, zones: ['1'], properties: { ...full.properties, package: null } }],
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
    ].map((one) => [`S2-36 in both places: ${JSON.stringify(one)}`, request, jobWith(one)] as const),
    ['S2-36 type is needed', request, jobWith({}), ...both('.type: is required')],
    ['S2-36 type is a text', request, jobWith({ type: 5 }), ...both('.type: must be a string')],
    ['S2-36 no text', request, jobWith('Json'), ...both(': must be an object')],
  ]);

  it.each(['Avro', 'Parquet'])('S2-95 %s has no further fields', (type) => {
    const { $defs } = z.toJSONSchema(request, { io: 'input' });
    expect(Object.keys($defs?.[`${type}SerializationRequest`]?.properties ?? {})).toEqual(['type']);
  });
});

describe('document 2, Streaming job: responses', () => {
  const stored = { id: '/subscriptions/s/job', name: 'job', properties: {} };
  const job = membersOf(response, stored);
  job.required('S2-03, S2-84', 'id name properties');
  job.types('S2-72', {
    string: 'type properties.provisioningState properties.jobState properties.etag',
    guid: 'properties.jobId',
    'date-time': 'properties.lastOutputEventTime properties.createdDate',
    int32: 'properties.transformation.properties.streamingUnits',
  });
  const account = { storageAccounts: [{ accountName: 'a', accountKey: null }] };
  const live = {
    sku: { name: 'Standard' },
    ...{ cluster: null, jobStorageAccount: null, package: null, outputStartTime: null, jobState: 'Degraded' },
    inputs: [buildInput('Stream', 'Vendor.Storage/Blob', account)],
    outputs: [
      buildOutput('Vendor.Sql/Server/Database', { server: 's', password: null, maxWriterCount: null }),
      buildOutput('Vendor.FunctionApp', { functionAppName: 'f', apiKey: null }),
    ],
    functions: [{ name: 'f', properties: { type: 'Scalar', properties: { inputs: [{ dataType: null }] } } }],
    transformation: { name: 't', properties: { query: null, streamingUnits: 3 } },
  };
  testBodies([
    ['S2-14, S2-44, S2-45, S2-52, S2-57, S2-61 no default is filled in', response, stored],
    ['S2-32, S2-54, S2-86, C-07 secrets are omitted, others may be null', response, { ...stored, properties: live }],
  ]);
});
