/** What the live cloud takes reaches it byte for byte, and what it returned is taken back. */
import { describe, expect, it } from 'vitest';
import { buildDiagnosticPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { EXAMPLE_BODIES } from '../support/example-bodies.ts';
import { listFailures, startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft', settings: { OPERATIONS: 'all' } });

const toLive = (path: string) => path.replaceAll('/Vendor.', '/Microsoft.');
const put = (path: string, body: unknown, headers = {}) => stack.send('PUT', toLive(path), { body, headers });

/** Drops what the server sets. */
function toWritable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWritable);
  if (typeof value !== 'object' || value === null) return value;
  const { id: _, etag: __, ...members } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, toWritable(member)]));
}

describe('round trips', () => {
  it.each(EXAMPLE_BODIES)('%s is written, read and written back (C-46, C-83, S2-06)', async (_, path, body) => {
    // Indented, so that any formatting of ours would show.
    const text = JSON.stringify(body, null, 2);
    const created = await put(path, text);
    expect([listFailuresOf(created), created.status < 300]).toEqual([[], true]);
    expect((await stack.lastCall())?.body).toBe(text);
    const expand = path.includes('streamingjobs') ? '&$expand=inputs,transformation,outputs,functions' : '';
    const read = await stack.send('GET', toLive(path) + expand);
    expect(read.status).toBe(200);
    const again = await put(path, read.text, { 'if-match': read.headers['etag'] });
    expect([listFailuresOf(again), again.status]).toEqual([[], 200]);
    const sent = JSON.parse((await stack.lastCall())?.body ?? '');
    const { name: __, type: ___, ...whole } = toWritable(read.json) as Record<string, unknown>;
    // Members that the server sets are dropped, everything else is as it was read.
    expect(whole).toMatchObject(sent);
    expect((await stack.send('GET', toLive(path) + expand)).json.properties.sku).toEqual(read.json.properties.sku);
  });

  const listFailuresOf = (response: Awaited<ReturnType<typeof put>>) =>
    response.status < 400 ? [] : listFailures(response);
});

describe('values', () => {
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
});
