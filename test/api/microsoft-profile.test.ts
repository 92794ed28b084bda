import { describe, expect, it } from 'vitest';
import { restoreSessions, subscriptions } from '../../dev/seed.ts';
import { HealthEventError } from '../../tools/openapi/error-schemas.ts';
import {
  buildDiagnosticPath,
  buildEventsPath,
  buildStreamingJob,
  buildStreamingJobPath,
  everyRequest,
} from '../support/builders.ts';
import { startStack } from '../support/stack.ts';
import { toPath, toUnseen } from '../support/valid-requests.ts';
import { describeReadChangeWrite } from './read-change-write.ts';

const stack = await startStack({ profile: 'microsoft' });

/** Returns the path in the names of the live cloud (C-81). */
function toLive(path: string): string {
  return path
    .replaceAll('/Vendor.', '/Microsoft.')
    .replace('/vendor-docs/', '/documentintelligence/')
    .replace(/^\/(?=solutions|users)/, '/v1.0/')
    .replace(/^\/companies/, '/v2.0/companies');
}

const put = (path: string, body: unknown) => stack.send('PUT', toLive(path), { body });
const putJob = (body: unknown) => put(buildStreamingJobPath(), body);
const get = (path: string) => stack.send('GET', toLive(path));

describe('the microsoft profile', () => {
  it.each(everyRequest)(
    "serves $operation under the live cloud's names, and the response keeps the contract (C-81, C-82)",
    async (request) => {
      // A stored response of another test would not reach the upstream.
      const unseen = toUnseen(request);
      const { method, body, preconditions = {} } = unseen;
      const path = toPath(unseen) + unseen.query;
      // The stack compares each response with the document of the profile.
      const { status } = await stack.send(method, toLive(path), { body, headers: preconditions });
      expect([200, 201, 202, 204]).toContain(status);
      expect((await stack.lastCall())?.path.endsWith(toLive(path))).toBe(true);
    },
  );

  it("does not serve the specification's names, and says which profile this is", async () => {
    const message =
      'The path has the names of the profile vendor; this Frontdesk has the profile microsoft (CLOUD_PROFILE).';
    for (const { method, path, body, headers } of everyRequest.filter(({ path }) => toLive(path) !== path)) {
      const { status, json } = await stack.send(method, path, { body, headers });
      expect([status, json.error ?? json], path).toMatchObject([404, { code: 'route_not_found', message }]);
    }
  });

  it('refuses the id of another tenant’s resource in a body (C-57)', async () => {
    const logger = 'providers/Microsoft.ApiManagement/service/gateway-shop/loggers/monitor';
    const toBody = (id: string) => ({
      properties: { loggerId: `/subscriptions/${id}/resourceGroups/rg-shop/${logger}` },
    });
    expect((await put(buildDiagnosticPath(), toBody(subscriptions.contoso))).status).toBeLessThan(300);
    expect((await put(buildDiagnosticPath(), toBody(subscriptions.fabrikam))).status).toBe(403);
  });

  // Also C-07.
  it("accepts a created job's 200, its unquoted ETag and its nulls (S2-82, C-16, C-08)", async () => {
    const { status, headers, json } = await putJob(buildStreamingJob());
    expect(status).toBe(200);
    expect(headers['etag']).toMatch(/^[\da-f-]{36}$/);
    expect(json.properties).toMatchObject({ cluster: null, jobStorageAccount: null, package: null });
  });

  it("returns the list's own bare error, although the live cloud uses an envelope (C-33)", async () => {
    const { status, json } = await get(buildEventsPath(undefined, '$filter=nonsense'));
    expect(status).toBe(400);
    expect(HealthEventError.parse(json)).toMatchObject({ code: 'InvalidFilter' });
  });

  it('a batch at the root names whole paths, and those below the version only their own (C-73)', async () => {
    const session = `/solutions/backupRestore/restoreSessions/${restoreSessions.completed}`;
    const requests = [session, `/v1.0${session}`].map((url, id) => ({ id: `${id}`, method: 'GET', url }));
    const statuses: unknown[] = [];
    for (const prefix of ['', '/v1.0', '/v2.0']) {
      const { json } = await stack.send('POST', `${prefix}/$batch`, { body: { requests } });
      statuses.push(json.responses.map(({ status }: { status: number }) => status));
    }
    expect(statuses).toEqual([
      [404, 200],
      [200, 404],
      [404, 404],
    ]);
  });

  describeReadChangeWrite(stack, 'microsoft');
});
