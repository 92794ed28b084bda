/** Streaming jobs are written, read, listed, changed, deleted, started and stopped. */
import { describe, expect, it } from 'vitest';
import { managed, resourceGroup } from '../../dev/seed.ts';
import { streamingJob, streamingJobList } from '../../tools/openapi/contracts/management.ts';
import {
  buildDiagnosticPath,
  buildEventsPath,
  buildStreamingInput,
  buildStreamingJob,
  buildStreamingJobPath,
  grantEverything,
} from '../support/builders.ts';
import { readPages, subscription, testList } from '../support/list-tests.ts';
import { startStack, type TestRequest } from '../support/stack.ts';
import { buildFullJob, VENDOR } from '../support/streaming-jobs.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const get = (jobName: string, query = '') =>
  stack.send('GET', buildStreamingJobPath({ jobName }, `api-version=2020-03-01${query}`));
const readState = async (jobName: string) => (await get(jobName)).json.properties.jobState;
const toAction = (jobName: string, action: string) => buildStreamingJobPath({ jobName }).replace('?', `/${action}?`);
const PARTS = ['inputs', 'outputs', 'functions', 'transformation'];

describe('a read', () => {
  it('returns a job with its ETag, and without its parts (R-03)', async () => {
    const { status, headers, json } = await get(managed.jobs.running);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['etag']).toBe(json.properties.etag);
    expect(streamingJob(VENDOR).parse(json)).toMatchObject({ properties: { jobState: 'Running' } });
    expect(PARTS.filter((part) => part in json.properties)).toEqual([]);
  });

  it('returns the parts that $expand names, and no poll address (R-03)', async () => {
    const inputs = [buildStreamingInput()];
    await stack.send('PUT', buildStreamingJobPath({ jobName: 'new' }), { body: buildStreamingJob({ inputs }) });
    const { status, headers, json } = await get('new', '&$expand=inputs,%20transformation');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('azure-asyncoperation');
    expect(json.properties.inputs).toMatchObject(inputs);
    expect(json.properties).not.toHaveProperty('outputs');
    expect((await stack.lastCall())?.path).toContain('?api-version=2020-03-01&$expand=inputs%2C%20transf');
  });
});

describe('a list', () => {
  const path = `${subscription}/resourcegroups/${resourceGroup}/providers/Vendor.StreamAnalytics/streamingjobs?api-version=2020-03-01`;
  const list = (query = '') => stack.send('GET', path + query);

  testList(stack, {
    rule: 'R-15',
    path,
    schema: streamingJobList(VENDOR),
    page: { size: 1, count: 2, total: 2 },
  });

  it('has the parts that $expand names, without secrets; the tags of jobs stay (R-15)', async () => {
    const datasource = { properties: { password: 'leaked', user: 'u' } };
    const job = {
      id: '/x',
      name: 'clicks',
      tags: { password: 'a word of the caller' },
      properties: { outputs: [{ properties: { datasource } }] },
    };
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { value: [job] } } });
    const { status, text, json } = await list('&$expand=outputs');
    expect(status).toBe(200);
    expect(text).not.toContain('leaked');
    const outputs = [{ properties: { datasource: {} } }];
    expect(json.value[0]).toMatchObject({ tags: job.tags, properties: { outputs } });
    expect((await stack.lastCall())?.path).toContain('$expand=outputs');
  });
});

it('the jobs of a subscription are those of all groups, page by page (R-26)', async () => {
  const elsewhere = buildStreamingJobPath({ resourceGroupName: 'rg-other', jobName: 'trial' });
  await stack.send('PUT', elsewhere, { body: buildStreamingJob() });
  await stack.upstream.control('modes', { pageSize: 2 });
  const path = `${subscription}/providers/Vendor.StreamAnalytics/streamingjobs?api-version=2020-03-01&$expand=inputs`;
  const jobs = (await readPages(stack, path)).flatMap(({ json }) => json.value);
  expect(jobs.map(({ name }) => name).toSorted()).toEqual([...Object.values(managed.jobs), 'trial'].toSorted());
  expect(PARTS.filter((part) => part in jobs[0].properties)).toEqual(['inputs']);
});

describe('a change of members', () => {
  const path = buildStreamingJobPath({ jobName: 'trial' });
  const patch = (body: unknown, headers = {}) => stack.send('PATCH', path, { body, headers });
  const create = () => stack.send('PUT', path, { body: buildStreamingJob() });

  it('leaves what is null or absent (R-25)', async () => {
    const { headers, json } = await create();
    const change = { tags: { team: 'shop' }, properties: { outputErrorPolicy: 'Drop', dataLocale: null } };
    const changed = await patch(change, { 'if-match': headers['etag'] });
    expect([changed.status, changed.json.tags, changed.json.properties]).toEqual([
      200,
      change.tags,
      { ...json.properties, outputErrorPolicy: 'Drop', etag: changed.headers['etag'] },
    ]);
    expect((await patch(change, { 'if-match': headers['etag'] })).status).toBe(412);
  });

  it('of a part is refused, and sends nothing (S2-27)', async () => {
    await create();
    const calls = (await stack.upstream.calls()).length;
    const { status, json } = await patch({ properties: { outputs: [], transformation: null } });
    expect([status, json.error.details]).toMatchObject([400, [{ target: 'properties.outputs' }]]);
    expect((await stack.upstream.calls()).length).toBe(calls);
    expect((await patch({ properties: { outputs: null, later: [1] }, another: 1 })).status).toBe(200);
  });

  it('is checked, has no member of the server, and its response no secret (R-25)', async () => {
    await create();
    const invalid = await patch({ properties: { jobType: 'Fog', eventsLateArrivalMaxDelayInSeconds: -2 } });
    expect(invalid.json.error.details).toMatchObject([
      { target: 'properties.jobType' },
      { target: 'properties.eventsLateArrivalMaxDelayInSeconds' },
    ]);
    const properties = { jobStorageAccount: { accountName: 'a', accountKey: 'canary' } };
    const { status, text } = await patch({ id: 'x', properties: { jobState: 'Running', ...properties } });
    expect([status, text.includes('canary')]).toEqual([200, false]);
    expect(JSON.parse((await stack.lastCall())?.body ?? '')).toEqual({ properties });
  });
});

describe('a deletion', () => {
  const remove = (jobName: string) => stack.send('DELETE', buildStreamingJobPath({ jobName }));
  const create = (jobName: string) =>
    stack.send('PUT', buildStreamingJobPath({ jobName }), { body: buildStreamingJob() });

  it('has no body; 204 where there is no job (R-24)', async () => {
    await create('trial');
    const { status, text } = await remove('trial');
    expect([status, text, (await get('trial')).status, (await remove('trial')).status]).toEqual([200, '', 404, 204]);
  });

  it('that takes time is watched at Frontdesk (R-24, C-61)', async () => {
    await create('slow-trial');
    const { status, headers } = await remove('slow-trial');
    expect([status, headers['x-frontdesk-outcome']]).toEqual([202, 'accepted']);
    const address = new URL(headers['location'] ?? '');
    const polled = await stack.send('GET', address.pathname);
    expect([address.origin, polled.status, polled.json]).toEqual([stack.url, 200, { status: 'InProgress' }]);
  });
});

describe('a start', () => {
  const { created } = managed.jobs;
  const start = (request: TestRequest = {}) => stack.send('POST', toAction(created, 'start'), request);

  it('returns 202, and the job is running after a while (R-08)', async () => {
    const before = await get(created);
    const { status, headers, text } = await start();
    expect([status, text, headers['retry-after']]).toEqual([202, '', '10']);
    expect([headers['x-frontdesk-outcome'], headers['cache-control']]).toEqual(['accepted', 'no-store']);
    expect(await readState(created)).toBe('Starting');
    await stack.upstream.control('modes', { elapsedMs: 600_000 });
    expect(await readState(created)).toBe('Running');
    expect((await get(created)).headers['etag']).not.toBe(before.headers['etag']);
  });

  it.each([
    [undefined, ''],
    ['{}', '{}'],
    ['{"outputStartMode": "JobStartTime"}', '{"outputStartMode": "JobStartTime"}'],
    ['{"outputStartMode":"CustomTime","outputStartTime":"2026-11-20T08:00:00Z"}', undefined],
  ])('the body is optional and relayed unchanged: %s (R-08)', async (body, expected = body) => {
    expect((await start({ body })).status).toBe(202);
    expect((await stack.lastCall())?.body).toBe(expected);
  });
});

it('a stop returns 202 and sends no body, whatever the request has; the job has stopped after a while (R-09)', async () => {
  const { running } = managed.jobs;
  const { status, headers, text } = await stack.send('POST', toAction(running, 'stop'), { body: { later: true } });
  expect([status, text, headers['retry-after']]).toEqual([202, '', '10']);
  expect((await stack.lastCall())?.body).toBe('');
  expect(await readState(running)).toBe('Stopping');
  await stack.upstream.control('modes', { elapsedMs: 600_000 });
  expect(await readState(running)).toBe('Stopped');
});

describe('a PUT', () => {
  const path = buildStreamingJobPath();
  const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildStreamingJob(), ...call });
  const Job = streamingJob(VENDOR);
  const fullJob = JSON.stringify(buildFullJob(VENDOR));
  const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

  // Also S2-22, S2-23, S2-72, S2-73, S2-82, S2-84, S2-85.
  it('is created or replaced by a PUT that returns 200 or 201 with the job and its ETag (S2-01, S2-02, S2-07)', async () => {
    const created = await put({});
    const replaced = await put({});
    expect([created.status, replaced.status]).toEqual([201, 200]);
    for (const { headers, json } of [created, replaced]) {
      expect(headers['etag']).toMatch(guid);
      expect(() => Job.parse(json)).not.toThrow();
    }
    expect(created.json).toMatchObject({
      id: path.split('?')[0]?.replace('resourcegroups', 'resourceGroups'),
      name: 'clicks',
      type: 'Vendor.StreamAnalytics/streamingjobs',
      properties: { jobId: expect.stringMatching(guid), provisioningState: 'Succeeded', lastOutputEventTime: null },
    });
    expect(replaced.json.properties.jobId).toBe(created.json.properties.jobId);
    expect(replaced.headers['etag']).not.toBe(created.headers['etag']);
  });

  // Also S2-39, S2-55, S2-81, S2-85, S2-94.
  it('carries inputs, outputs, functions and the transformation in a single call, byte for byte (S2-01, S2-25, S2-28)', async () => {
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

  // Also S2-22, S2-23, S2-24.
  it('drops server-set members from a request, nested ones too, and relays the rest byte for byte (S2-03, S2-07, A26)', async () => {
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

  it('is returned without its secrets and otherwise complete (S2-32, S2-54, S2-86)', async () => {
    const namesIn = (text: string) => new Set(Array.from(text.matchAll(/"(\w+)":/g), ([, name]) => name));
    const answered = namesIn((await put({ body: fullJob })).text);
    const missing = [...namesIn(fullJob)].filter((name) => !answered.has(name));
    expect(missing.sort()).toEqual(['accountKey', 'apiKey', 'password', 'refreshToken', 'sharedAccessPolicyKey']);
  });

  it('a subscription id may have any form, but not in API management (S1-69, S2-76, C-20)', async () => {
    const job = await put({}, buildStreamingJobPath({ subscriptionId: 'examples' }));
    expect([job.status, job.json.error.code]).toEqual([404, 'SubscriptionNotFound']);
    const events = await stack.send('GET', buildEventsPath('/subscriptions/x/resourceGroups/g/providers/Vendor.A/b/c'));
    expect([events.status, events.json.code]).toEqual([404, 'SubscriptionNotFound']);
    const diagnostic = await stack.send('GET', buildDiagnosticPath({ subscriptionId: 'examples' }));
    expect([diagnostic.status, diagnostic.json.error.details]).toMatchObject([400, [{ target: 'subscriptionId' }]]);
  });
});
