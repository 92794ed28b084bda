/** What the live cloud takes reaches it byte for byte. What it returned is taken back: read-change-write.ts. */
import { expect, it } from 'vitest';
import { buildDiagnosticPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { listFailures, startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft', settings: { OPERATIONS: 'all' } });

const toLive = (path: string) => path.replaceAll('/Vendor.', '/Microsoft.');
const put = (path: string, body: unknown) => stack.send('PUT', toLive(path), { body });

const jobs = buildStreamingJobPath({ jobName: 'values' }, 'api-version=2021-10-01-preview');
const body = (text: string) => JSON.stringify(buildStreamingJob()).replace('"sku":', `${text},"sku":`);

it.each([
  ['"compatibilityLevel":1.10', 'compatibilityLevel', '1.1'],
  ['"compatibilityLevel":"1.3"', 'compatibilityLevel', '1.3'],
  ['"eventsLateArrivalMaxDelayInSeconds":"7"', 'eventsLateArrivalMaxDelayInSeconds', 7],
  ['"jobType":"CLOUD"', 'jobType', 'Cloud'],
  ['"jobType":"Fog"', 'jobType', 'Fog'],
  ['"outputStartTime":"2026-03-04t05:06:07+0200"', 'outputStartTime', '2026-03-04t05:06:07+0200'],
])('%s is relayed as written (C-46, C-83, C-84)', async (member, name, stored) => {
  const { status, json } = await put(jobs, body(member));
  expect([status, json.properties[name]]).toEqual([200, stored]);
  expect((await stack.lastCall())?.body).toBe(body(member));
});

it("the service's own refusals reach the caller (C-83)", async () => {
  const path = buildDiagnosticPath({ diagnosticId: 'local' });
  const refused = await put(path, { properties: { loggerId: '/loggers/insights' } });
  expect([refused.status, listFailures(refused)]).toEqual([400, ['loggerId: LoggerId must not be specified.']]);
  const without = await put(buildDiagnosticPath(), { properties: {} });
  expect([without.status, listFailures(without)]).toEqual([400, ['loggerId: LoggerId is required.']]);
});
