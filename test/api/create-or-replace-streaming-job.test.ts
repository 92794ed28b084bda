import { describe, expect, it } from 'vitest';
import { PROFILES } from '../../lib/profiles.ts';
import { streamingJob } from '../../tools/openapi/contracts/management.ts';
import {
  buildStreamingInput,
  buildStreamingJob,
  buildStreamingJobPath,
  buildStreamingOutput,
  grantEverything,
} from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack, type TestRequest } from '../support/stack.ts';
import { buildFullJob } from '../support/streaming-jobs.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const path = buildStreamingJobPath();
const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildStreamingJob(), ...call });
const lastCall = async () => (await stack.upstream.calls()).at(-1);
const Job = streamingJob(PROFILES.vendor.streaming);
const fullJob = JSON.stringify(buildFullJob(PROFILES.vendor.streaming));
const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

describe('document 2, Streaming job', () => {
  it('S2-01, S2-02, S2-73, S2-82 is created or replaced by a PUT that returns 200 or 201 with the job and its ETag', async () => {
    const created = await put({});
    const replaced = await put({});
    expect([created.status, replaced.status]).toEqual([201, 200]);
    for (const { headers, json } of [created, replaced]) {
      expect(headers['etag']).toMatch(guid);
      expect(() => Job.parse(json)).not.toThrow();
    }
    expect(replaced.json.properties.jobId).toBe(created.json.properties.jobId);
    expect(replaced.headers['etag']).not.toBe(created.headers['etag']);
  });

  it('S2-07, S2-22, S2-23, S2-72, S2-84, S2-85 is returned with its server-set members', async () => {
    const { json } = await put({});
    expect(json).toMatchObject({
      id: path.split('?')[0]?.replace('resourcegroups', 'resourceGroups'),
      name: 'clicks',
      type: 'Vendor.StreamAnalytics/streamingjobs',
      properties: {
        jobId: expect.stringMatching(guid),
        provisioningState: 'Succeeded',
        jobState: 'Created',
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        lastOutputEventTime: null,
        etag: expect.any(String),
      },
    });
  });

  it('S2-01, S2-25, S2-28, S2-39, S2-55, S2-81, S2-85, S2-94 carries inputs, outputs, functions and the transformation in a single call, byte for byte', async () => {
    const { status, json } = await put({ body: fullJob });
    expect(status).toBe(201);
    expect((await lastCall())?.body).toBe(fullJob);
    expect(() => Job.parse(json)).not.toThrow();
    const { inputs, outputs, functions, transformation } = json.properties;
    for (const part of [...inputs, ...outputs, ...functions, transformation]) {
      expect(part).toMatchObject({
        id: expect.stringMatching(`/${part.name}$`),
        properties: { etag: expect.any(String) },
      });
      expect(part.type).toMatch(
        /^Vendor\.StreamAnalytics\/streamingjobs\/(?:inputs|outputs|functions|transformations)$/,
      );
    }
  });

  it('S2-14, S2-15, S2-44, S2-45, S2-52, S2-57, S2-61, C-08 gets its defaults from the upstream: none is injected', async () => {
    const body = JSON.stringify(
      buildStreamingJob({
        outputs: [buildStreamingOutput({ type: 'Vendor.FunctionApp', properties: { functionAppName: 'app' } })],
        transformation: { name: 'query', properties: { query: 'select 1' } },
      }),
    );
    const { json } = await put({ body });
    expect((await lastCall())?.body).toBe(body);
    expect(json.properties).toMatchObject({ dataLocale: 'en-US', eventsLateArrivalMaxDelayInSeconds: -1 });
    expect(json.properties.transformation.properties.streamingUnits).toBe(3);
    expect(json.properties.outputs[0].properties.datasource.properties).toMatchObject({
      maxBatchCount: 100,
      maxBatchSize: 262144,
    });
  });

  it('S2-03, S2-07, S2-22, S2-23, S2-24 drops server-set members from a request, nested ones too, and relays the rest byte for byte', async () => {
    const serverSet =
      '"jobId":5,"provisioningState":"x","jobState":{},"lastOutputEventTime":null,"createdDate":[1],"etag":"y",';
    const parts = (own: string, etag: string) =>
      `"inputs":[{${own}"name":"in","properties":{${etag}"type":"Stream","serialization":{"type":"Avro"}}}],` +
      `"outputs":[{${own}"name":"out","properties":{${etag}"datasource":{"type":"New","properties":{"etag":"kept"}},"serialization":{"type":"Avro"}}}],` +
      `"functions":[{${own}"name":"fn","properties":{${etag}"type":"Scalar"}}],` +
      `"transformation":{${own}"name":"t","properties":{${etag}"query":"select 1.10"}}`;
    const job = (own: string, set: string, etag: string) =>
      `{${own} "location":"West Europe", "properties" : {${set}"sku":{"name":"Standard"},"later":1e2, ${parts(own, etag)}} }`;
    expect((await put({ body: job('"id":"/x","type":"y",', serverSet, '"etag":"z",') })).status).toBe(201);
    expect((await lastCall())?.body).toBe(job('', '', '').replace('{ ', '{'));
  });

  it('S2-10, S2-17, S2-35, C-03, C-28 relays kinds, values of open lists and members that the contract does not know unchanged', async () => {
    const body = JSON.stringify(
      buildStreamingJob({
        compatibilityLevel: '9.9',
        eventsOutOfOrderPolicy: 'Shuffle',
        inputs: [
          buildStreamingInput({ datasource: { type: 'Vendor.Queue/New', properties: { a: 1 } } }),
          buildStreamingInput({ type: 'Random', serialization: { type: 'Delta' } }),
        ],
        outputs: [buildStreamingOutput({ type: 'Vendor.Lake/New', properties: { maxWriterCount: 7 } })],
        functions: [
          { name: 'fn', properties: { type: 'Scalar', binding: { type: 'Vendor.MachineLearningServices' } } },
        ],
        later: [{ x: null }],
      }),
    );
    const { status, json } = await put({ body });
    expect(status).toBe(201);
    expect((await lastCall())?.body).toBe(body);
    expect(json.properties).toMatchObject({ compatibilityLevel: '9.9', later: [{ x: null }] });
  });

  it('S2-32, S2-54, S2-86 is returned without its secrets and otherwise complete', async () => {
    const namesIn = (text: string) => new Set(Array.from(text.matchAll(/"(\w+)":/g), ([, name]) => name));
    const answered = namesIn((await put({ body: fullJob })).text);
    const missing = [...namesIn(fullJob)].filter((name) => !answered.has(name));
    expect(missing.sort()).toEqual(['accountKey', 'apiKey', 'password', 'refreshToken', 'sharedAccessPolicyKey']);
  });
});

describe('document 2, Endpoints, path and query', () => {
  it('S2-76 accepts a subscription id of any form: the upstream validates it', async () => {
    const { status, json } = await put({}, buildStreamingJobPath({ subscriptionId: 'examples' }));
    expect([status, json.error.code]).toEqual([404, 'SubscriptionNotFound']);
  });
});

describe('document 2, Endpoints, request body', () => {
  it('S2-06, S2-08, S2-11, S2-18, S2-19 lists every invalid member with its path at any depth, and sends nothing upstream', async () => {
    const sql = { type: 'Vendor.Sql/Server/Database', properties: { server: 's', maxWriterCount: 2 } };
    const binding = { type: 'Vendor.MachineLearning/WebService', properties: { batchSize: 10001 } };
    const properties = {
      jobType: 'Fog',
      contentStoragePolicy: 'JobStorageAccount',
      eventsLateArrivalMaxDelayInSeconds: 1814400,
      outputStartMode: 'CustomTime',
      outputStartTime: null,
      outputErrorPolicy: 'Ignore',
      inputs: [{ properties: { type: 'Stream' } }],
      outputs: [{ name: 'out', properties: { datasource: sql } }, { name: '' }],
      functions: [{ name: 'fn', properties: { type: 'Scalar', properties: { binding } } }],
      transformation: { properties: { streamingUnits: 1.5 } },
    };
    const response = await put({ body: { tags: { cost: 1 }, properties } });
    expect(response.status).toBe(400);
    expect(listFailures(response)).toEqual([
      'tags.cost: must be a string',
      'properties.sku: is required',
      'properties.jobType: must be one of Cloud, Edge',
      'properties.eventsLateArrivalMaxDelayInSeconds: must be an integer between -1 and 1814399',
      'properties.outputErrorPolicy: must be one of Stop, Drop',
      'properties.inputs[0].name: is required',
      'properties.inputs[0].properties.serialization: is required',
      'properties.outputs[0].properties.datasource.properties.database: is required',
      'properties.outputs[0].properties.datasource.properties.table: is required',
      'properties.outputs[0].properties.datasource.properties.maxWriterCount: must be one of 0, 1',
      'properties.outputs[0].properties.serialization: is required',
      'properties.outputs[0].properties.datasource.properties.user: is required unless authenticationMode is Msi',
      'properties.outputs[0].properties.datasource.properties.password: is required unless authenticationMode is Msi',
      'properties.outputs[1].name: must not be empty',
      'properties.outputs[1].properties: is required',
      'properties.functions[0].properties.properties.binding.properties.batchSize: must be an integer between 1 and 10000',
      'properties.transformation.name: is required',
      'properties.transformation.properties.query: is required',
      'properties.transformation.properties.streamingUnits: must be an integer between -2147483648 and 2147483647',
      'properties.jobStorageAccount: is required when contentStoragePolicy is JobStorageAccount',
      'properties.outputStartTime: is required when outputStartMode is CustomTime',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
