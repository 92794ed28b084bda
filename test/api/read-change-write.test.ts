import { describe, expect, it } from 'vitest';
import { buildDiagnostic, buildDiagnosticPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { listFailures, startStack } from '../support/stack.ts';
import { describeReadChangeWrite } from './read-change-write.ts';

const stack = await startStack();

describe('read, change, write', () => {
  describeReadChangeWrite(stack, 'vendor');

  it('takes the values of closed lists in the case of the specification (C-46)', async () => {
    const job = await stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob({ jobType: 'cloud' }) });
    expect(listFailures(job)).toEqual(['properties.jobType: must be one of Cloud, Edge']);
    const body = buildDiagnostic({ alwaysLog: 'AllErrors' });
    const diagnostic = await stack.send('PUT', buildDiagnosticPath(), { body });
    expect(listFailures(diagnostic)).toEqual(['properties.alwaysLog: must be allErrors']);
  });
});
