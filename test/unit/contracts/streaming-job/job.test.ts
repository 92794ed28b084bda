import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { response as responses } from '../../../../tools/openapi/contracts/response.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName, withMember } from '../support.ts';
import { buildFullJob, buildInput, buildJob, buildOutput, MICROSOFT, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const response = streamingJob(VENDOR).compose(responses);
const job = () => buildFullJob(VENDOR);

describe('document 2, Streaming job', () => {
  it.each([VENDOR, MICROSOFT])('a job with every member and kind passes unchanged ($namespace)', (names) => {
    const sent = buildFullJob(names);
    expect(streamingJob(names).request.parse(sent)).toEqual(sent);
  });

  it('the contract of a cloud is built once', () => {
    expect(streamingJob(VENDOR)).toBe(streamingJob(VENDOR));
    expect(streamingJob(VENDOR)).not.toBe(streamingJob(MICROSOFT));
  });

  it('S2-01, S2-81 an empty shell is enough: empty arrays, or none', () => {
    expect(failuresOf(request, buildJob({ inputs: [], outputs: [], functions: [] }))).toEqual([]);
    expect(failuresOf(request, buildJob())).toEqual([]);
  });

  it('S2-06 sku is required, and its name', () => {
    expect(failuresOf(request, { properties: { sku: { name: 'Standard' } } })).toEqual([]);
    expect(failuresOf(request, { properties: {} })).toEqual(['properties.sku: is required']);
    expect(failuresOf(request, { properties: { sku: {} } })).toEqual(['properties.sku.name: is required']);
    expect(failuresOf(request, { properties: { sku: 'Standard' } })).toEqual(['properties.sku: must be an object']);
    expect(failuresOf(request, {})).toEqual(['properties: is required']);
  });

  it.each([
    ['sku.name', ['Standard']],
    ['jobType', ['Cloud', 'Edge']],
    ['contentStoragePolicy', ['JobStorageAccount', 'SystemAccount']],
    ['outputErrorPolicy', ['Stop', 'Drop']],
    ['outputStartMode', ['JobStartTime', 'CustomTime', 'LastOutputEventTime']],
  ])('S2-06, S2-08, S2-11, S2-18, S2-19 %s has only its allowed values', (at, values) => {
    expectClosedList(request, job(), `properties.${at}`, values);
  });

  it.each([
    ['compatibilityLevel', ['1.0', '1.2', '2.0']],
    ['eventsOutOfOrderPolicy', ['Drop', 'Adjust', 'Other']],
  ])('S2-10, S2-17, C-03 %s has values that are not shown: any text passes', (at, values) => {
    for (const value of values) expect(failuresOf(request, withMember(job(), `properties.${at}`, value))).toEqual([]);
    expectType(request, job(), `properties.${at}`, 'string');
  });

  it.each<[string, TypeName]>([
    ['location', 'string'],
    ['properties.dataLocale', 'string'],
    ['properties.eventsOutOfOrderMaxDelayInSeconds', 'int32'],
    ['properties.outputStartTime', 'date-time'],
  ])('S2-04, S2-14, S2-16, S2-20 %s is of type %s', (at, type) => {
    const { outputStartMode, ...properties } = job().properties;
    const valid = { ...job(), properties };
    expectType(request, valid, at, type);
  });

  it('S2-04 tags are string key/value', () => {
    expectType(request, job(), 'tags', 'object');
    expectRule(request, job(), {
      at: 'tags.key',
      inMap: true,
      accepted: ['value', ''],
      refused: [5, null],
      message: 'must be a string',
    });
  });

  it('S2-15 eventsLateArrivalMaxDelayInSeconds is an integer from -1 to 1814399', () => {
    expectRule(request, job(), {
      at: 'properties.eventsLateArrivalMaxDelayInSeconds',
      accepted: [-1, 0, 1814399],
      refused: [-2, 1814400, Number.POSITIVE_INFINITY, '5', 1.5, null],
      message: 'must be an integer between -1 and 1814399',
    });
  });

  it('S2-12 JobStorageAccount requires jobStorageAccount', () => {
    const policy = { contentStoragePolicy: 'JobStorageAccount' };
    expect(failuresOf(request, buildJob({ ...policy, jobStorageAccount: { accountName: 'a' } }))).toEqual([]);
    expect(failuresOf(request, buildJob({ contentStoragePolicy: 'SystemAccount' }))).toEqual([]);
    const failure = 'properties.jobStorageAccount: is required when contentStoragePolicy is JobStorageAccount';
    expect(failuresOf(request, buildJob(policy))).toEqual([failure]);
    expect(failuresOf(request, buildJob({ ...policy, jobStorageAccount: null }))).toEqual([failure]);
  });

  it('S2-21 CustomTime requires that outputStartTime has a value', () => {
    const mode = { outputStartMode: 'CustomTime' };
    expect(failuresOf(request, buildJob({ ...mode, outputStartTime: '2026-03-04T05:06:07Z' }))).toEqual([]);
    expect(failuresOf(request, buildJob({ outputStartMode: 'JobStartTime' }))).toEqual([]);
    const failure = 'properties.outputStartTime: is required when outputStartMode is CustomTime';
    expect(failuresOf(request, buildJob(mode))).toEqual([failure]);
    expect(failuresOf(request, buildJob({ ...mode, outputStartTime: null }))).toEqual([failure]);
  });

  it('S2-20 outputStartTime may be null: the stream starts whenever the job starts', () => {
    expect(failuresOf(request, buildJob({ outputStartTime: null }))).toEqual([]);
    expect(failuresOf(request, buildJob({ outputStartMode: 'LastOutputEventTime', outputStartTime: null }))).toEqual(
      [],
    );
  });

  it('every invalid member is reported at once, with its path, together with rules across members', () => {
    const bad = buildJob({
      eventsLateArrivalMaxDelayInSeconds: 1814400,
      contentStoragePolicy: 'JobStorageAccount',
      outputStartMode: 'CustomTime',
      inputs: [{ properties: { type: 'Stream' } }],
      outputs: [buildOutput('Vendor.Sql/Server/Database', { server: 's', database: 'd', table: 't', user: 'u' })],
      transformation: { name: 'query' },
    });
    const { error } = request.safeParse(bad);
    expect(error?.issues.map(({ path }) => path)).toEqual([
      ['properties', 'eventsLateArrivalMaxDelayInSeconds'],
      ['properties', 'inputs', 0, 'name'],
      ['properties', 'inputs', 0, 'properties', 'serialization'],
      ['properties', 'outputs', 0, 'properties', 'datasource', 'properties', 'password'],
      ['properties', 'transformation', 'properties'],
      ['properties', 'jobStorageAccount'],
      ['properties', 'outputStartTime'],
    ]);
  });

  it.each([
    'id',
    'name',
    'type',
    'properties.jobId',
    'properties.provisioningState',
    'properties.jobState',
    'properties.lastOutputEventTime',
    'properties.createdDate',
    'properties.etag',
    'properties.inputs.0.id',
    'properties.inputs.0.type',
    'properties.inputs.0.properties.etag',
    'properties.outputs.0.id',
    'properties.outputs.0.type',
    'properties.outputs.0.properties.etag',
    'properties.functions.0.id',
    'properties.functions.0.type',
    'properties.functions.0.properties.etag',
    'properties.transformation.id',
    'properties.transformation.type',
    'properties.transformation.properties.etag',
  ])('S2-03, S2-07, S2-22, S2-23, S2-24 %s is read-only: a request may have any value there', (at) => {
    for (const value of ['given', 5, null, { ill: ['typed'] }])
      expect(failuresOf(request, withMember(job(), at, value))).toEqual([]);
  });

  it.each(['identity', 'properties.cluster', 'properties.jobStorageAccount'])(
    'S2-05, S2-09, S2-13, C-28 %s has members that are not shown: any pass',
    (at) => {
      expect(failuresOf(request, withMember(job(), at, { other: { fields: [1] } }))).toEqual([]);
      expect(failuresOf(request, withMember(job(), at, 'text'))).toEqual([`${at}: must be an object`]);
    },
  );

  it('C-28 unknown members pass unchanged at every depth', () => {
    const sent = {
      ...job(),
      properties: { ...job().properties, package: null, externals: { container: 'x' } },
      zones: ['1'],
    };
    expect(request.parse(sent)).toEqual(sent);
  });

  it('S2-14, S2-15, S2-44, S2-45, S2-52, S2-57, S2-61 no default is filled in', () => {
    expect(request.parse(buildJob())).toEqual(buildJob());
    expect(response.parse({ id: 'i', name: 'n', properties: {} })).toEqual({ id: 'i', name: 'n', properties: {} });
  });
});

const STORED = { id: '/subscriptions/s/job', name: 'job', type: 'Vendor.StreamAnalytics/streamingjobs' };
const STATE = {
  jobId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  provisioningState: 'Succeeded',
  jobState: 'Created',
  lastOutputEventTime: null,
  createdDate: '2026-03-04T05:06:07.123Z',
  etag: 'd6b0a6a5',
};

describe('document 2, Streaming job: responses', () => {
  const stored = () => ({ ...STORED, ...job(), properties: { ...job().properties, ...STATE } });

  it.each<[string, TypeName]>([
    ['type', 'string'],
    ['properties.jobId', 'guid'],
    ['properties.provisioningState', 'string'],
    ['properties.jobState', 'string'],
    ['properties.lastOutputEventTime', 'date-time'],
    ['properties.createdDate', 'date-time'],
    ['properties.etag', 'string'],
    ['properties.inputs.0.properties.partitionKey', 'string'],
    ['properties.transformation.properties.streamingUnits', 'int32'],
  ])('%s is of type %s, or null', (at, type) => {
    expectType(response, stored(), at, type, true);
  });

  it('S2-72 values of states are examples', () => {
    for (const state of ['Created', 'Running', 'Degraded']) {
      expect(failuresOf(response, withMember(stored(), 'properties.jobState', state))).toEqual([]);
    }
  });

  it('S2-03, S2-84 a response has id, name and properties', () => {
    expect(failuresOf(response, stored())).toEqual([]);
    for (const name of ['id', 'name', 'properties']) {
      expect(failuresOf(response, withMember(stored(), name, undefined))).toEqual([`${name}: is required`]);
    }
  });

  it('S2-32, S2-54, S2-86, C-07 secrets are omitted and absent values may be null', () => {
    const live = {
      ...STORED,
      sku: null,
      properties: {
        ...STATE,
        sku: { name: 'Standard' },
        cluster: null,
        jobStorageAccount: null,
        package: null,
        outputStartTime: null,
        inputs: [
          buildInput('Stream', 'Vendor.Storage/Blob', { storageAccounts: [{ accountName: 'a', accountKey: null }] }),
        ],
        outputs: [
          buildOutput('Vendor.Sql/Server/Database', { server: 's', password: null, maxWriterCount: null }),
          buildOutput('Vendor.FunctionApp', { functionAppName: 'f', apiKey: null }),
        ],
        functions: [
          { name: 'f', properties: { type: 'Scalar', properties: { inputs: [{ isConfigurationParameter: null }] } } },
        ],
        transformation: { name: 't', properties: { query: null, streamingUnits: 3 } },
      },
    };
    expect(response.parse(live)).toEqual(live);
  });
});
