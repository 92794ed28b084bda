/** What the fault matrix does not show: what a fault leaves behind, and which calls a rule is for. */
import { describe, expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { companies, items, managedIdentity, restoreSessions, upstreamAudiences } from '../../dev/seed.ts';
import { startChaosProxy } from '../testbed/chaos-proxy.ts';
import { group, startUpstreamClient } from './upstream-client.ts';

const upstream = await startUpstreamClient();
const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
const session = `/graph/v1.0/solutions/backupRestore/restoreSessions/${restoreSessions.draft}`;

const job = `${group}/providers/Vendor.StreamAnalytics/streamingjobs/visits?api-version=2020-03-01`;
const sent = { location: ' West Europe ', tags: { Team: 'Web' }, properties: { sku: { name: 'Standard' } } };

describe('a server that does something else than it says', () => {
  it.each([
    [{ kind: 'status', status: 500 }, 204],
    [{ kind: 'reset', processed: false }, 204],
    [{ kind: 'reset', processed: true }, 404],
    [{ kind: 'hang', processed: true }, 404],
  ])('%j: a second deletion is %i', async (fault, status) => {
    await upstream.fault({ fault });
    const authorization = `Bearer ${await issueIdentityToken(upstreamAudiences.graph, 60, managedIdentity.clientId)}`;
    const signal = AbortSignal.timeout(300);
    const first = await fetch(upstream.url + session, { method: 'DELETE', headers: { authorization }, signal }).then(
      (response) => response.status,
      () => 'lost',
    );
    expect(first).toBe(fault.kind === 'status' ? 500 : 'lost');
    expect((await upstream.send('DELETE', session)).status).toBe(status);
  });

  it.each([false, true])('stores other values than were sent; the response is lost: %s', async (lost) => {
    const body = { tags: null, properties: { outputErrorPolicy: 'Drop' } };
    await upstream.fault({ method: 'PUT', fault: { kind: 'rewrite', body, texts: { location: 'trimmed' }, lost } });
    const written = await upstream.send('PUT', job, { body: sent }).catch(() => undefined);
    expect(written?.status).toBe(lost ? undefined : 201);
    const { json } = await upstream.send('GET', job);
    expect(json).toMatchObject({ location: 'West Europe', properties: { outputErrorPolicy: 'Drop' } });
    expect(json).not.toHaveProperty('tags');
  });

  it.each([-3600, 86_400])('dates a response %i seconds off; so does a connection', async (seconds) => {
    const proxy = await startChaosProxy();
    proxy.forwardTo(Number(new URL(upstream.url).port));
    await upstream.fault({ fault: { kind: 'misdate', seconds } });
    await proxy.injectFault({ kind: 'misdate', seconds });
    const dated = [await upstream.send('GET', item), await fetch(`http://127.0.0.1:${proxy.port}/_control/calls`)];
    await proxy.close();
    for (const { headers } of dated)
      expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - seconds * 1_000)).toBeLessThan(60_000);
  });
});

describe('the rules', () => {
  const teapot = { kind: 'status', status: 418 };
  const busy = { kind: 'status', status: 503 };

  it.each<[rules: Record<string, unknown>[], statuses: number[]]>([
    [[{ fault: teapot }], [418, 200]],
    [[{ after: 1, times: 2, fault: teapot }], [200, 418, 418, 200]],
    [
      [{ fault: teapot }, { fault: busy }],
      [418, 503, 200],
    ],
    [[{ api: 'arm' }, { method: 'PUT' }, { path: '/customers(' }].map((rule) => ({ ...rule, fault: teapot })), [200]],
    [[{ api: 'business', method: 'GET', path: 'items(', fault: teapot }], [418]],
  ])('%j apply to the calls %j', async (rules, statuses) => {
    for (const rule of rules) await upstream.fault(rule);
    for (const status of statuses) expect((await upstream.send('GET', item)).status).toBe(status);
  });

  it.each([
    [{}, 'fault'],
    [{ fault: { kind: 'explode' } }, 'fault.kind'],
    [{ fault: { kind: 'delay', ms: 1, seconds: 1 } }, 'seconds'],
    [{ fault: { kind: 'status', status: 101 } }, 'status'],
    [{ fault: { kind: 'drip', bytes: 1, ms: 1, processed: false } }, 'processed'],
    [{ api: 'azure', fault: { kind: 'hang' } }, 'api'],
    [{ time: 2, fault: { kind: 'hang' } }, 'time'],
  ])('refuse %j: one that never applies hides a bug', async (rule, named) => {
    await expect(upstream.fault(rule)).rejects.toThrow(new RegExp(`400.*${named}`));
  });
});
