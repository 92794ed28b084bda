import { describe, expect, it } from 'vitest';
import { buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack } from '../support/stack.ts';
import { describeReadChangeWrite } from './read-change-write.ts';

const stack = await startStack({ profile: 'microsoft' });
const put = (path: string, body: unknown) => stack.send('PUT', path.replaceAll('/Vendor.', '/Microsoft.'), { body });

describe('read, change, write in the microsoft profile', () => {
  describeReadChangeWrite(stack, 'microsoft');

  it.each(['standard', 'STANDARD', 'Standard'])('C-46 takes the sku %s, and relays it as written', async (name) => {
    const body = JSON.stringify(buildStreamingJob({ sku: { name } }));
    const { status, json } = await put(buildStreamingJobPath(), body);
    expect([status, json.properties.sku.name]).toEqual([200, 'Standard']);
    expect((await stack.upstream.calls()).at(-1)?.body).toBe(body);
  });

  it('C-46 checks rules across members in any case', async () => {
    const job = buildStreamingJob({ contentStoragePolicy: 'jobstorageaccount', outputStartMode: 'customTIME' });
    expect(listFailures(await put(buildStreamingJobPath(), job))).toEqual([
      'properties.jobStorageAccount: is required when contentStoragePolicy is JobStorageAccount',
      'properties.outputStartTime: is required when outputStartMode is CustomTime',
    ]);
  });
});
