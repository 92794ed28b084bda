import { expect, it } from 'vitest';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { buildEventsPath, buildItemPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { listFailures, startStack } from '../support/stack.ts';

const MEBIBYTE = 1024 * 1024;

const stack = await startStack({
  settings: { LIMITS: JSON.stringify({ arm: { ...UPSTREAMS.arm.limits, maxResponseBytes: 6 * MEBIBYTE } }) },
  expectedAlerts: ['upstream_drift'],
});

const putJob = (body: unknown = buildStreamingJob()) => stack.send('PUT', buildStreamingJobPath(), { body });
const returnNext = (text: string) => stack.upstream.fault({ fault: { kind: 'malformed', text } });
/** 60,000 members in 180 KB. */
const DENSE = JSON.stringify({ value: [], many: Array(60_000).fill({}) });

it('a list of 5 MiB is returned where the limits say so (C-56)', async () => {
  const summary = 'x'.repeat(1_000);
  const event = (index: number) => ({ name: `e${index}`, id: `/e${index}`, type: 't', properties: { summary } });
  const text = JSON.stringify({ value: Array.from({ length: 5_000 }, (_, index) => event(index)) });
  expect(text.length).toBeGreaterThan(5 * MEBIBYTE);
  await returnNext(text);
  const response = await stack.send('GET', buildEventsPath());
  expect([response.status, response.json.value.length]).toEqual([200, 5_000]);
});

it('a read with very many values, or beyond the limit, is 502 (C-56)', async () => {
  await returnNext(DENSE);
  const dense = await stack.send('GET', buildItemPath());
  await stack.upstream.fault({ fault: { kind: 'big', bytes: 2 * MEBIBYTE } });
  const large = await stack.send('GET', buildItemPath());
  for (const { status, json } of [dense, large])
    expect([status, json.error.code]).toEqual([502, 'upstream_invalid_response']);
});

it.each([
  ['with very many values', { kind: 'malformed', text: DENSE }],
  ['beyond the limit, announced', { kind: 'big', bytes: 7 * MEBIBYTE }],
  ['beyond the limit, unannounced', { kind: 'big', bytes: 7 * MEBIBYTE, chunked: true }],
])('a write that succeeded is a success without a body: %s (C-56)', async (_, fault) => {
  await stack.upstream.fault({ fault });
  const { status, text, headers } = await putJob();
  expect([status, text]).toEqual([200, '']);
  expect(headers).not.toHaveProperty('x-frontdesk-outcome');
  expect(await stack.upstream.calls()).toHaveLength(1);
});

it('a hundred failing members are listed, and the list says that there may be more (C-02)', async () => {
  const inputs = Array(4_900).fill({ name: 'a' });
  const response = await putJob(buildStreamingJob({ inputs }));
  expect(response.status).toBe(400);
  const failures = listFailures(response);
  expect(failures).toHaveLength(101);
  expect(failures.slice(0, 2)).toEqual([
    'properties.inputs[0].properties: is required',
    'properties.inputs[1].properties: is required',
  ]);
  expect(failures.at(-1)).toBe('undefined: more members may be invalid; only the first 100 are listed');
});
