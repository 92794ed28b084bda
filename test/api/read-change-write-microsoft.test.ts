import { describe, expect, it } from 'vitest';
import {
  buildAuthorization,
  buildAuthorizationPath,
  buildDiagnostic,
  buildDiagnosticPath,
  buildStreamingJob,
  buildStreamingJobPath,
  buildStreamingOutput,
} from '../support/builders.ts';
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

  it('C-46 takes the values of every closed list in any case, and no others', async () => {
    const sql = {
      type: 'Microsoft.Sql/Server/Database',
      properties: { server: 's', database: 'd', table: 't', authenticationMode: 'msi' },
    };
    const job = buildStreamingJob({
      jobType: 'CLOUD',
      outputErrorPolicy: 'drop',
      outputs: [buildStreamingOutput(sql)],
    });
    expect((await put(buildStreamingJobPath(), job)).json.error).toBeUndefined();
    const authorization = buildAuthorization({ authorizationType: 'oauth2', oauth2grantType: 'clientcredentials' });
    expect((await put(buildAuthorizationPath(), authorization)).json.error).toBeUndefined();
    const diagnostic = buildDiagnostic({ verbosity: 'Information', alwaysLog: 'AllErrors' });
    expect((await put(buildDiagnosticPath(), diagnostic)).json.error).toBeUndefined();
    expect(listFailures(await put(buildStreamingJobPath(), buildStreamingJob({ sku: { name: 'Premium' } })))).toEqual([
      'properties.sku.name: must be Standard',
    ]);
  });

  it('C-46 checks rules across members in any case', async () => {
    const job = buildStreamingJob({ contentStoragePolicy: 'jobstorageaccount', outputStartMode: 'customTIME' });
    expect(listFailures(await put(buildStreamingJobPath(), job))).toEqual([
      'properties.jobStorageAccount: is required when contentStoragePolicy is JobStorageAccount',
      'properties.outputStartTime: is required when outputStartMode is CustomTime',
    ]);
  });
});
