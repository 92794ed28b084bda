import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { streamingJob } from '../../tools/openapi/contracts/management.ts';
import { buildStreamingInput, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';
import { VENDOR } from '../support/streaming-jobs.ts';

const stack = await startStack();

const get = (jobName: string, query = '') =>
  stack.send('GET', buildStreamingJobPath({ jobName }, `api-version=2020-03-01${query}`));

it('R-03 returns a job with its ETag, and without its parts', async () => {
  const { status, headers, json } = await get(managed.jobs.running);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(headers['etag']).toBe(json.properties.etag);
  expect(streamingJob(VENDOR).parse(json)).toMatchObject({ properties: { jobState: 'Running' } });
  for (const part of ['inputs', 'outputs', 'functions', 'transformation'])
    expect(json.properties).not.toHaveProperty(part);
});

it('R-03 returns the parts that $expand names, and no poll address', async () => {
  const inputs = [buildStreamingInput()];
  await stack.send('PUT', buildStreamingJobPath({ jobName: 'new' }), { body: buildStreamingJob({ inputs }) });
  const { status, headers, json } = await get('new', '&$expand=inputs,%20transformation');
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('azure-asyncoperation');
  expect(json.properties.inputs).toMatchObject(inputs);
  expect(json.properties).not.toHaveProperty('outputs');
  expect((await stack.upstream.calls()).at(-1)?.path).toContain('?api-version=2020-03-01&$expand=inputs%2C%20transf');
});

it.each(['', 'clusters', 'inputs,inputs', 'Inputs', 'inputs($select=id)'])(
  'R-03 accepts no other value of $expand: "%s"',
  async (value) => {
    const { status, json } = await get('new', `&$expand=${value}`);
    expect([status, json.error.details?.[0]?.target]).toEqual([400, '$expand']);
    expect(await stack.upstream.calls()).toEqual([]);
  },
);
