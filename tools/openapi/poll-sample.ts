/** The sample of a poll: its address comes from a write that stays pending. */
import { managed } from '../../dev/seed.ts';
import type { CompiledOperation } from '../../lib/compile-operation.ts';
import { fillPath } from '../../lib/http/path.ts';
import { changeUpstream, type Running, send } from './capture.ts';
import type { OperationSample } from './samples.ts';

/** Sends a write, which the upstream leaves pending; returns the sample of its poll. */
export async function samplePoll(
  running: Running,
  operations: readonly CompiledOperation[],
  samples: Readonly<Record<string, OperationSample>>,
): Promise<OperationSample> {
  const write = operations.find(({ name }) => name === 'createOrReplaceStreamingJob');
  const sample = write && samples[write.name];
  if (!sample) throw new Error('The write of the poll has no sample.');
  // What the emulator serves for a job that exists.
  const params = { ...sample.params, jobName: managed.jobs.running };
  const job = fillPath(write.route, params);
  const address = `${running.upstreamUrl}/arm${job}/OperationResults/1?api-version=2020-03-01`;
  await changeUpstream(running, { status: 202, headers: { location: address } });
  const token = await running.issueToken({ oid: 'getOperation', sub: 'getOperation' });
  const { status, location } = await send(running.url, write, { ...sample, params }, token);
  if (!location) throw new Error(`${write.name} is not pending: ${status}.`);
  return {
    params: { operationId: location.slice(location.lastIndexOf('/') + 1) },
    failing: [{ params: { operationId: '0'.repeat(64) } }],
    upstream: [
      { status: 200, body: { status: 'Succeeded' } },
      { status: 201, body: { properties: { provisioningState: 'Succeeded' } } },
      { status: 202, headers: { 'retry-after': '10' }, body: { status: 'InProgress' } },
      { status: 400, body: { error: { code: 'BadRequest', message: 'The query of the job is not valid.' } } },
    ],
  };
}
