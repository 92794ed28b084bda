import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { buildStreamingJobPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const job = buildStreamingJobPath({ jobName: managed.jobs.running });
const path = job.replace('?', '/stop?');
const readState = async () => (await stack.send('GET', job)).json.properties.jobState;

it('R-09 returns 202, and the job has stopped after a while', async () => {
  const { status, headers, text } = await stack.send('POST', path);
  expect([status, text, headers['retry-after']]).toEqual([202, '', '10']);
  expect(await readState()).toBe('Stopping');
  await stack.upstream.control('modes', { elapsedMs: 600_000 });
  expect(await readState()).toBe('Stopped');
});

it('R-09 sends no body, whatever the request has', async () => {
  await stack.send('POST', path, { body: { later: true } });
  expect((await stack.upstream.calls()).at(-1)?.body).toBe('');
});
