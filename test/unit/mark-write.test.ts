/** What a caller reads after its own write, over instances with one table. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { authorizeModelCopy } from '../../functions/authorize-model-copy.ts';
import { createOrReplaceStreamingJob } from '../../functions/create-or-replace-streaming-job.ts';
import { getStreamingJob } from '../../functions/get-streaming-job.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { operations } from '../../functions/operations.ts';
import { mayWrite } from '../../lib/auth/access-policy.ts';
import type { Operation } from '../../lib/operation.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { serveBy, serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { putJob } from '../support/valid-requests.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const operator = { authorization: `Bearer ${await stack.issueToken({})}` };
const reader = { authorization: `Bearer ${await stack.issueToken({ roles: ['HealthEvents.Read'] })}` };
let count = 0;

const miss = 'Frontdesk; fwd=uri-miss; stored';
const hit = expect.stringMatching(/^Frontdesk; hit; ttl=/);

/** Three instances over one table: one writes a job, two list its events. */
function start(jobName = `job-${count++}`) {
  const group = { subscriptionId: subscriptions.contoso, resourceGroupName: 'rg-shop' };
  const write = serveDirectly(createOrReplaceStreamingJob);
  const [one, other] = [serveDirectly(listHealthEvents), serveDirectly(listHealthEvents)];
  const list = (serve: typeof one, headers = operator, name = jobName) =>
    serve({
      params: {
        ...group,
        resourceProviderNamespace: 'Vendor.StreamAnalytics',
        resourceType: 'streamingjobs',
        resourceName: name,
      },
      rawQuery: 'api-version=2025-05-01',
      headers,
    }).then(({ headers }) => headers['cache-status']);
  const put = () =>
    write({
      params: { ...group, jobName },
      rawQuery: 'api-version=2020-03-01',
      headers: { ...operator, 'content-type': 'application/json' },
      body: putJob.body,
    });
  const get = () =>
    serveDirectly(getStreamingJob)({
      params: { ...group, jobName },
      rawQuery: 'api-version=2020-03-01',
      headers: operator,
    });
  return { one, other, list, put, get };
}

it('a caller that has written reads nothing that was stored before, on any instance; a read marks nothing (P-28)', async () => {
  const { one, other, list, put, get } = start();
  expect([await list(one), await list(one)]).toEqual([miss, hit]);
  await vi.waitFor(async () => expect(await list(other)).toEqual(hit), 20_000);
  expect((await put()).status).toBeLessThan(300);
  expect(await list(one)).toBe(miss);
  expect((await get()).status).toBe(200);
  expect(await list(one)).toEqual(hit);
  const again = start('another');
  expect(await again.list(again.one, operator)).toBe(miss);
});

it('so does one whose write has an unknown outcome; a rejected write leaves what is stored', async () => {
  const { one, list, put } = start();
  await list(one);
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 409, body: { error: { code: 'Busy' } } } });
  expect((await put()).status).toBe(409);
  expect(await list(one)).toEqual(hit);
  await stack.upstream.fault({ api: 'arm', times: 9, fault: { kind: 'status', status: 500 } });
  const { headers } = await put();
  expect(headers['x-frontdesk-outcome']).toBe('unknown');
  await stack.upstream.reset();
  expect(await list(one)).toBe(miss);
});

it('callers that cannot write share what is fresh, and another resource stays stored', async () => {
  const { one, list, put } = start();
  const beside = start();
  expect([await list(one, reader), await list(one, reader)]).toEqual([miss, hit]);
  expect(await beside.list(one, operator, 'beside')).toBe(miss);
  await put();
  expect(await list(one, reader)).toEqual(hit);
  expect(await beside.list(one, operator, 'beside')).toEqual(hit);
});

it('a write marks its resource; one that changes nothing marks nothing, and neither does a read', async () => {
  const services = createServices(readSettings(), systemClock, () => {});
  onTestFinished(services.close);
  const markOf = async ({ upstream, path }: Operation, params: Readonly<Record<string, string>> = {}) => {
    const resource = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
    return services.writeMarks.read(services.upstreams[upstream].baseUrl, resource, 0);
  };
  const headers = { ...operator, 'content-type': 'application/json' };
  const copy = { params: {}, rawQuery: 'api-version=2024-11-30', headers, body: { modelId: 'm-1' } };
  expect((await serveBy(services, authorizeModelCopy)(copy)).status).toBe(200);
  expect(await markOf(authorizeModelCopy)).toBe('');
  const params = { subscriptionId: subscriptions.contoso, resourceGroupName: 'rg-shop', jobName: 'marked' };
  const job = { params, rawQuery: 'api-version=2020-03-01', headers, body: putJob.body };
  await serveBy(services, getStreamingJob)({ params, rawQuery: job.rawQuery, headers });
  expect(await markOf(createOrReplaceStreamingJob, params)).toBe('');
  expect((await serveBy(services, createOrReplaceStreamingJob)(job)).status).toBe(201);
  expect(await markOf(createOrReplaceStreamingJob, params)).not.toBe('');
});

it('every role of a write counts as one, and no role of a stored read', () => {
  for (const { access, attempts, cache } of operations) {
    if (attempts.idempotency !== 'safe') expect(mayWrite([access.role])).toBe(true);
    if (cache) expect(mayWrite([access.role])).toBe(false);
  }
});
