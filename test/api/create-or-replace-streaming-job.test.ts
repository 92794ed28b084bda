import { expect, it } from 'vitest';
import { PROFILES } from '../../lib/profiles.ts';
import { streamingJob } from '../../tools/openapi/contracts/management.ts';
import {
  buildEventsPath,
  buildStreamingInput,
  buildStreamingJob,
  buildStreamingJobPath,
  buildStreamingOutput,
  grantEverything,
} from '../support/builders.ts';
import { listFailures, startStack, type TestRequest } from '../support/stack.ts';
import { buildFullJob } from '../support/streaming-jobs.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const path = buildStreamingJobPath();
const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildStreamingJob(), ...call });
const Job = streamingJob(PROFILES.vendor.streaming);
const fullJob = JSON.stringify(buildFullJob(PROFILES.vendor.streaming));
const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

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
  expect((await stack.lastCall())?.body).toBe(fullJob);
  expect(() => Job.parse(json)).not.toThrow();
  const { inputs, outputs, functions, transformation } = json.properties;
  for (const part of [...inputs, ...outputs, ...functions, transformation])
    expect(part).toMatchObject({
      id: expect.stringMatching(`/${part.name}$`),
      type: expect.stringMatching(
        /^Vendor\.StreamAnalytics\/streamingjobs\/(?:(?:in|out)puts|functions|transformations)$/,
      ),
      properties: { etag: expect.any(String) },
    });
});

it('S2-14, S2-15, S2-44, S2-45, S2-52, S2-57, S2-61, C-08 gets its defaults from the upstream: none is injected', async () => {
  const body = JSON.stringify(
    buildStreamingJob({
      outputs: [buildStreamingOutput({ type: 'Vendor.FunctionApp', properties: { functionAppName: 'app' } })],
      transformation: { name: 'query', properties: { query: 'select 1' } },
    }),
  );
  const { json } = await put({ body });
  expect((await stack.lastCall())?.body).toBe(body);
  expect(json.properties).toMatchObject({ dataLocale: 'en-US', eventsLateArrivalMaxDelayInSeconds: -1 });
  expect(json.properties.transformation.properties.streamingUnits).toBe(3);
  const { properties } = json.properties.outputs[0].properties.datasource;
  expect(properties).toMatchObject({ maxBatchCount: 100, maxBatchSize: 262144 });
});

it('S2-03, S2-07, S2-22, S2-23, S2-24 drops server-set members from a request, nested ones too, and relays the rest byte for byte (A26)', async () => {
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
  expect((await stack.lastCall())?.body).toBe(job('', '', '').replace('{ ', '{'));
});

it('S2-10, S2-17, S2-35, C-03, C-28 relays kinds, values of open lists and members that the contract does not know unchanged', async () => {
  const body = JSON.stringify(
    buildStreamingJob({
      compatibilityLevel: '9.9',
      inputs: [
        buildStreamingInput({ datasource: { type: 'Vendor.Queue/New', properties: { a: 1 } } }),
        buildStreamingInput({ type: 'Random', serialization: { type: 'Delta' } }),
      ],
      later: [{ x: null }],
    }),
  );
  const { status, json } = await put({ body });
  expect(status).toBe(201);
  expect((await stack.lastCall())?.body).toBe(body);
  expect(json.properties).toMatchObject({ compatibilityLevel: '9.9', later: [{ x: null }] });
});

it('S2-32, S2-54, S2-86 is returned without its secrets and otherwise complete', async () => {
  const namesIn = (text: string) => new Set(Array.from(text.matchAll(/"(\w+)":/g), ([, name]) => name));
  const answered = namesIn((await put({ body: fullJob })).text);
  const missing = [...namesIn(fullJob)].filter((name) => !answered.has(name));
  expect(missing.sort()).toEqual(['accountKey', 'apiKey', 'password', 'refreshToken', 'sharedAccessPolicyKey']);
});

it('S1-69, S2-76, C-20 a subscription id may have any form: the upstream validates it', async () => {
  const job = await put({}, buildStreamingJobPath({ subscriptionId: 'examples' }));
  expect([job.status, job.json.error.code]).toEqual([404, 'SubscriptionNotFound']);
  const events = await stack.send('GET', buildEventsPath('/subscriptions/x/resourceGroups/g/providers/Vendor.A/b/c'));
  expect([events.status, events.json.code]).toEqual([404, 'SubscriptionNotFound']);
});

it('S2-06, S2-11, S2-18 lists every invalid member with its path at any depth, and sends nothing upstream', async () => {
  const sql = {
    type: 'Vendor.Sql/Server/Database',
    properties: { database: 'd', table: 't', authenticationMode: 'Msi' },
  };
  const serialization = { type: 'Avro' };
  const properties = {
    sku: { name: 'Standard' },
    jobType: 'Fog',
    outputs: [
      { properties: { datasource: { ...sql, properties: { ...sql.properties, maxWriterCount: 2 } }, serialization } },
    ],
    transformation: { name: 't' },
  };
  const response = await put({ body: { tags: { cost: 1 }, properties } });
  expect(response.status).toBe(400);
  expect(listFailures(response)).toEqual([
    'tags.cost: must be a string',
    'properties.jobType: must be one of Cloud, Edge',
    'properties.outputs[0].name: is required',
    'properties.outputs[0].properties.datasource.properties.server: is required',
    'properties.outputs[0].properties.datasource.properties.maxWriterCount: must be one of 0, 1',
    'properties.transformation.properties: is required',
  ]);
  expect(await stack.upstream.calls()).toEqual([]);
});

const reset = { kind: 'reset' };
const failed = { kind: 'status', status: 500 };
it.each([
  ['was done', reset, true, undefined],
  ['was not done', reset, false, undefined],
  ['stored other values', reset, true, { properties: { outputErrorPolicy: 'Drop' } }],
  ['was done, and answered 500', failed, true, undefined],
  ['was not done, and answered 500', failed, false, undefined],
])(
  'C-60 a write without a response of its own is unknown, sent once and never judged: one that %s',
  async (_, fault, processed, stores) => {
    await stack.upstream.control('modes', { stores });
    await stack.upstream.fault({ api: 'arm', fault: { ...fault, processed } });
    const { status, headers } = await put({ headers: { 'if-none-match': '*' } });
    expect([status, headers['x-frontdesk-outcome']]).toEqual([502, 'unknown']);
    expect((await stack.upstream.calls()).map(({ method }) => method)).toEqual(['PUT']);
    const stored = await stack.send('GET', path);
    expect(stored.status).toBe(processed ? 200 : 404);
    if (stores) expect(stored.json).toMatchObject(stores);
  },
);
