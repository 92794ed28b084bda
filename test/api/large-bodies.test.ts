import { expect, it } from 'vitest';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { buildEventsPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { listFailures, startStack } from '../support/stack.ts';

const MEBIBYTE = 1024 * 1024;

const stack = await startStack({
  settings: { LIMITS: JSON.stringify({ arm: { ...UPSTREAMS.arm.limits, maxResponseBytes: 6 * MEBIBYTE } }) },
});

it('a list of 5 MiB is returned where the limits say so (C-56)', async () => {
  const summary = 'x'.repeat(1_000);
  const event = (index: number) => ({ name: `e${index}`, id: `/e${index}`, type: 't', properties: { summary } });
  const text = JSON.stringify({ value: Array.from({ length: 5_000 }, (_, index) => event(index)) });
  expect(text.length).toBeGreaterThan(5 * MEBIBYTE);
  await stack.upstream.fault({ fault: { kind: 'malformed', text } });
  const response = await stack.send('GET', buildEventsPath());
  expect([response.status, response.json.value.length]).toEqual([200, 5_000]);
});

it('a hundred failing members are listed, and the list says that there may be more (C-02)', async () => {
  const inputs = Array(4_900).fill({ name: 'a' });
  const response = await stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob({ inputs }) });
  expect(response.status).toBe(400);
  const failures = listFailures(response);
  expect(failures).toHaveLength(101);
  expect(failures.slice(0, 2)).toEqual([
    'properties.inputs[0].properties: is required',
    'properties.inputs[1].properties: is required',
  ]);
  expect(failures.at(-1)).toBe('undefined: more members may be invalid; only the first 100 are listed');
});
