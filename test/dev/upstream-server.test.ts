import { describe, expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { companies, items, managedIdentity, protectionUnits, resources, upstreamAudiences } from '../../dev/seed.ts';
import { sendRaw, startUpstreamClient } from './upstream-client.ts';

const upstream = await startUpstreamClient();
const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;

describe('authentication', () => {
  const events = `/arm${resources.database}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
  const search = '/graph/v1.0/solutions/backupRestore/restorePoints/search';
  const copy = '/docs/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30';
  const searchBody = {
    protectionUnitIds: [protectionUnits.drive],
    protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
  };
  const apis = [
    ['GET', events, undefined, 'AuthenticationFailed'],
    ['POST', search, searchBody, 'InvalidAuthenticationToken'],
    ['POST', copy, { modelId: 'm-1' }, '401'],
    ['GET', item, undefined, 'Authentication_InvalidCredentials'],
  ] as const;

  it.each(apis)(
    '%s %s accepts a token of the managed identity, and returns 401 without one',
    async (method, path, body, code) => {
      expect((await upstream.send(method, path, { body })).status).toBe(200);
      const { status, headers, json } = await upstream.send(method, path, { body, token: null });
      expect(status).toBe(401);
      expect((json.error ?? json).code).toBe(code);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
    },
  );

  it.each(apis)(
    '%s %s rejects a token for another audience, of another identity, or of a caller',
    async (method, path, body) => {
      const tokens = await Promise.all([
        issueIdentityToken('https://other.vendor.example', 60, managedIdentity.clientId),
        ...Object.values(upstreamAudiences).map((audience) => issueIdentityToken(audience, 60, 'another app')),
        ...Object.values(upstreamAudiences).map((audience) =>
          issueIdentityToken(audience, -60, managedIdentity.clientId),
        ),
      ]);
      for (const token of [...tokens, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln']) {
        expect((await upstream.send(method, path, { body, token })).status).toBe(401);
      }
    },
  );
});

describe('the calls', () => {
  it('are recorded with path, headers and body exactly as they were received', async () => {
    await upstream.send('GET', `${item}?$expand=a%2Cb%20c`, { headers: { 'If-Match': 'W/"1"' } });
    await upstream.send('POST', '/graph/v1.0/x', { body: '{ "n": 1.10 }' });
    const [first, second] = await upstream.calls();
    expect(first).toMatchObject({
      at: expect.stringMatching(/Z$/),
      api: 'business',
      method: 'GET',
      path: `${item}?$expand=a%2Cb%20c`,
      status: 200,
      headers: { 'if-match': 'W/"1"', authorization: expect.stringMatching(/^Bearer /) },
    });
    expect(second).toMatchObject({ api: 'graph', body: '{ "n": 1.10 }', status: 404 });
  });

  it.each(['/arm/a/../b//c', '/arm/%2e%2e/%2F?x=%zz', '/arm?'])('keep the path %s as it stands', async (path) => {
    await sendRaw(upstream.url, path);
    expect((await upstream.calls()).map((call) => call.path)).toEqual([path]);
  });

  it('have a null status until the response is sent', async () => {
    await upstream.fault({ fault: { kind: 'reset' } });
    await upstream.send('GET', item).catch(() => undefined);
    expect(await upstream.calls()).toEqual([expect.objectContaining({ status: null })]);
  });
});

describe('the control API', () => {
  it('describes itself', async () => {
    const { json } = await upstream.send('GET', '/_control');
    expect(json).toMatchObject({ profile: 'vendor', operations: { 'POST /_control/faults': expect.any(String) } });
  });
});

describe('the responses', () => {
  it.each([
    ['/arm/x', ['x-ms-request-id', 'x-ms-correlation-request-id', 'x-ms-routing-request-id']],
    ['/graph/v1.0/x', ['request-id', 'client-request-id', 'x-ms-ags-diagnostic']],
    ['/docs/x', ['apim-request-id', 'x-envoy-upstream-service-time']],
    ['/business/v2.0/x', ['odata-version', 'ms-correlation-x']],
  ])('of %s have its own request ids, and internal headers', async (path, names) => {
    const { status, headers } = await upstream.send('GET', path);
    expect(status).toBe(404);
    for (const name of [...names, 'server', 'set-cookie', 'x-powered-by', 'x-internal-host']) {
      expect(headers.get(name), name).toBeTruthy();
    }
  });

  it('echo the client’s request id on request', async () => {
    const id = { 'x-ms-client-request-id': 'mine' };
    expect((await upstream.send('GET', '/arm/x', { headers: id })).headers.get('x-ms-client-request-id')).toBeNull();
    const headers = { ...id, 'x-ms-return-client-request-id': 'true' };
    expect((await upstream.send('GET', '/arm/x', { headers })).headers.get('x-ms-client-request-id')).toBe('mine');
  });
});
