import { beforeEach, describe, expect, it, vi } from 'vitest';
import { companies, items, subscriptions } from '../../dev/seed.ts';
import { createOrUpdateApiDiagnostic } from '../../functions/create-or-update-api-diagnostic.ts';
import { getApiDiagnostic } from '../../functions/get-api-diagnostic.ts';
import { getItem } from '../../functions/get-item.ts';
import { listStreamingJobs } from '../../functions/list-streaming-jobs.ts';
import type { Operation } from '../../lib/operation.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { putDiagnostic, putJob, type ValidRequest } from '../support/valid-requests.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const params = { companyId: companies.contoso, itemId: items.contoso.bicycle };
const headers = { authorization: `Bearer ${await stack.issueToken({})}` };

it('the upstream’s status and request id are recorded', async () => {
  await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 404 } });
  const { status, records } = await serveDirectly(getItem)({ params, headers });
  expect(status).toBe(404);
  expect(records).toEqual([expect.objectContaining({ upstreamStatus: 404, upstreamTries: 1 })]);
});

const json = { ...headers, 'content-type': 'application/json' };
const toPut = ({ values, query = '', body }: ValidRequest, subscriptionId = values['subscriptionId'] ?? '') => ({
  params: { ...values, subscriptionId },
  rawQuery: query.slice(1),
  headers: json,
  body,
});

function serveWithLimits(limits: object, operation: Operation = createOrUpdateApiDiagnostic) {
  vi.stubEnv('LIMITS', JSON.stringify({ arm: limits }));
  const grants = [{ roles: ['ApiDiagnostics.Write', 'ApiDiagnostics.Read'], resources: ['*'] }];
  vi.stubEnv('ACCESS_POLICY', JSON.stringify({ grants }));
  const served = serveDirectly(operation);
  vi.unstubAllEnvs();
  return served;
}

it('writes and reads have their own places, and a rate by subscription in any casing (P-11, P-12)', async () => {
  const room = { parallel: 8, queue: 8 };
  const one = { parallel: 1, queue: 0 };
  const places = serveWithLimits({ bulkhead: { read: room, write: one }, rate: {} });
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 400 } });
  const both = await Promise.all([places(toPut(putDiagnostic)), places(toPut(putDiagnostic))]);
  expect(both.map(({ status }) => status < 300 || status).sort()).toEqual([503, true]);
  const reads = serveWithLimits({ bulkhead: { read: one, write: room }, rate: {} }, getApiDiagnostic);
  const get = { params: putDiagnostic.values, rawQuery: putDiagnostic.query?.slice(1) ?? '', headers };
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 400 } });
  const two = await Promise.all([reads(get), reads(get)]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 503]);
  const rate = { write: { perSecond: 0.001, burst: 4 } };
  const rated = serveWithLimits({ bulkhead: { read: room, write: room }, rate });
  const put = async (subscriptionId: string) => (await rated(toPut(putDiagnostic, subscriptionId))).status;
  const { contoso, fabrikam } = subscriptions;
  for (let count = 0; count < 4; count++) expect(await put(contoso)).toBeLessThan(300);
  expect(await put(contoso.toUpperCase())).toBe(429);
  expect([403, 429]).not.toContain(await put(fabrikam));
});

it('the link to the next page is edited as well as what has secrets', async () => {
  const { subscriptionId = '', resourceGroupName = '' } = putJob.values;
  const list = { params: { subscriptionId, resourceGroupName }, rawQuery: putJob.query?.slice(1) ?? '', headers };
  const path = `/subscriptions/${subscriptionId}/resourcegroups/${resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs`;
  const nextLink = `${process.env['ARM_BASE_URL']}${path}${putJob.query}&$skipToken=2`;
  const value = [{ id: 'j', properties: { inputs: [{ properties: { sharedAccessPolicyKey: 'canary' } }] } }];
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { value, nextLink } } });
  const { status, json } = await serveDirectly(listStreamingJobs)(list);
  expect([status, new URL(json.nextLink).origin]).toEqual([200, new URL(stack.url).origin]);
  expect(JSON.stringify(json)).not.toContain('canary');
});

describe('a write whose response is lost', () => {
  const toRequest = ({ values, query = '', body }: ValidRequest, more: Readonly<Record<string, string>> = {}) => ({
    params: values,
    rawQuery: query.slice(1),
    headers: { ...headers, 'content-type': 'application/json', ...more },
    body,
  });
  const lose = (processed: boolean) =>
    stack.upstream.fault({ api: 'arm', method: 'PUT', fault: { kind: 'reset', processed } });
  const methods = async () => (await stack.upstream.calls()).map(({ method }) => method);

  it.each([true, false])('C-60 has an unknown outcome, whether it was processed or not: %s', async (processed) => {
    await lose(processed);
    const { status, headers: sent } = await serveDirectly(createOrUpdateApiDiagnostic)(toRequest(putDiagnostic));
    expect([status, sent['x-frontdesk-outcome'], await methods()]).toEqual([502, 'unknown', ['PUT']]);
  });
});
