import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { companies, items, subscriptions } from '../../dev/seed.ts';
import { createOrUpdateApiDiagnostic } from '../../functions/create-or-update-api-diagnostic.ts';
import { getApiDiagnostic } from '../../functions/get-api-diagnostic.ts';
import { getItem } from '../../functions/get-item.ts';
import { listStreamingJobs } from '../../functions/list-streaming-jobs.ts';
import type { Operation } from '../../lib/operation.ts';
import { runs } from '../support/runs.ts';
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
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 200 } });
  const both = await Promise.all([places(toPut(putDiagnostic)), places(toPut(putDiagnostic))]);
  expect(both.map(({ status }) => status < 300 || status).sort()).toEqual([503, true]);
  const reads = serveWithLimits({ bulkhead: { read: one, write: room }, rate: {} }, getApiDiagnostic);
  const get = { params: putDiagnostic.values, rawQuery: putDiagnostic.query?.slice(1) ?? '', headers };
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 200 } });
  const two = await Promise.all([reads(get), reads(get)]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 503]);
  const rate = { write: { perSecond: 0.001, burst: 4 } };
  const hurried = { ...createOrUpdateApiDiagnostic, timeoutMs: 1_000 };
  const rated = serveWithLimits({ bulkhead: { read: room, write: room }, rate }, hurried);
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

/** What may become of a write at the upstream: what it does, and whether its response arrives. */
const fates = [
  { isLost: false, fault: undefined },
  ...[true, false].flatMap((processed) => [
    { isLost: true, fault: { kind: 'reset', processed } },
    { isLost: true, fault: { kind: 'status', status: 500, processed } },
  ]),
  ...[true, false].flatMap((lost) => [
    { isLost: lost, fault: { kind: 'rewrite', body: { properties: { verbosity: null } }, lost } },
    { isLost: lost, fault: { kind: 'rewrite', body: { properties: { alwaysLog: 'allErrors' } }, lost } },
    { isLost: lost, fault: { kind: 'rewrite', texts: { verbosity: 'lower case' }, lost } },
  ]),
] as const;

const { loggerId } = (putDiagnostic.body as { properties: { loggerId: string } }).properties;
const step = fc.record({
  fate: fc.constantFrom(...fates),
  body: fc.constantFrom(
    { properties: { loggerId } },
    { properties: { loggerId, verbosity: 'information' } },
    { properties: { loggerId, verbosity: 'verbose', alwaysLog: 'allErrors' } },
    { properties: { loggerId, metrics: true } },
  ),
  condition: fc.constantFrom<Readonly<Record<string, string>>>({}, { 'if-match': '*' }, { 'if-match': '"gone"' }),
});

it('C-60 over histories of lost and rewritten writes: the outcome is unknown, or what the upstream itself said', async () => {
  const history = fc.array(step, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await stack.upstream.reset();
      const serve = serveDirectly(createOrUpdateApiDiagnostic);
      for (const { fate, body, condition } of steps) {
        if (fate.fault) await stack.upstream.fault({ api: 'arm', method: 'PUT', fault: fate.fault });
        const before = (await stack.upstream.calls()).length;
        const request = toPut({ ...putDiagnostic, body });
        const response = await serve({ ...request, headers: { ...request.headers, ...condition } });
        const sent = (await stack.upstream.calls()).slice(before);
        // Sent once, and nothing else is read to guess.
        expect(sent.map(({ method }) => method)).toEqual(['PUT']);
        const { 'x-frontdesk-outcome': outcome } = response.headers;
        if (fate.isLost) expect([response.status, outcome]).toEqual([502, 'unknown']);
        else
          expect([response.status, outcome]).toEqual([sent[0]?.status, response.status < 300 ? undefined : 'rejected']);
      }
    }),
    { numRuns: runs(8) },
  );
});
