import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { buildStreamingJobPath } from '../support/builders.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack();

const job = buildStreamingJobPath({ jobName: managed.jobs.created });
const path = job.replace('?', '/start?');
const start = (request: TestRequest = {}) => stack.send('POST', path, request);
const readState = async () => (await stack.send('GET', job)).json.properties.jobState;
const lastBody = async () => (await stack.upstream.calls()).at(-1)?.body;

it('R-08 returns 202, and the job is running after a while', async () => {
  const before = await stack.send('GET', job);
  const { status, headers, text } = await start();
  expect([status, text, headers['retry-after']]).toEqual([202, '', '10']);
  expect([headers['x-frontdesk-outcome'], headers['cache-control']]).toEqual(['accepted', 'no-store']);
  expect(await readState()).toBe('Starting');
  await stack.upstream.control('modes', { elapsedMs: 600_000 });
  expect(await readState()).toBe('Running');
  expect((await stack.send('GET', job)).headers['etag']).not.toBe(before.headers['etag']);
});

it('R-08 ends as Failed if the job fails', async () => {
  await stack.upstream.control('modes', { jobsFail: true, elapsedMs: 0 });
  await start();
  await stack.upstream.control('modes', { elapsedMs: 600_000 });
  expect(await readState()).toBe('Failed');
});

it.each([
  [undefined, ''],
  ['{}', '{}'],
  ['{"outputStartMode": "JobStartTime"}', '{"outputStartMode": "JobStartTime"}'],
  ['{"outputStartMode":"CustomTime","outputStartTime":"2026-11-20T08:00:00Z"}', undefined],
])('R-08 the body is optional and relayed unchanged: %s', async (body, expected = body) => {
  expect((await start({ body })).status).toBe(202);
  expect(await lastBody()).toBe(expected);
});

it('R-08 a media type without a body is no body', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '0' };
  expect((await start({ headers })).status).toBe(202);
});

it.each<[string, TestRequest, number]>([
  ['CustomTime without a time', { body: { outputStartMode: 'CustomTime' } }, 400],
  ['an unknown mode', { body: { outputStartMode: 'Now' } }, 400],
  ['an unknown member', { body: { outputStartMode: 'JobStartTime', later: 1 } }, 400],
  ['a body of another media type', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
  ['If-Match', { headers: { 'if-match': '*' } }, 400],
  ['If-None-Match', { headers: { 'if-none-match': '*' } }, 400],
])('R-08 refuses %s, and sends nothing', async (_, request, expected) => {
  const { status, headers } = await start(request);
  expect([status, headers['x-frontdesk-outcome']]).toEqual([expected, 'not-sent']);
  expect(await stack.upstream.calls()).toEqual([]);
});
