import { describe, expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { Authorization, AuthorizationList, LoginLinks } from '../../tools/openapi/contracts/management.ts';
import { buildAuthorization, buildAuthorizationPath, grantEverything } from '../support/builders.ts';
import { service, testList } from '../support/list-tests.ts';
import { listFailures, startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const { connected, waiting } = managed.authorizations;
const path = buildAuthorizationPath();
const connectedPath = buildAuthorizationPath({ authorizationId: connected });
const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildAuthorization(), ...call });
const ETAG = /^"[\w+/]+=*"$/;

describe('a write', () => {
  // Also S1-56, S1-57, S1-65, S1-66.
  it('creates with 201 and updates with 200, each with the resulting authorization and its ETag (S1-02, S1-10, S1-11)', async () => {
    const created = await put({});
    const updated = await put({ headers: { 'if-match': created.headers['etag'] ?? '' } });
    expect([created.status, updated.status]).toEqual([201, 200]);
    expect(updated.headers['etag']).not.toBe(created.headers['etag']);
    for (const { headers, json } of [created, updated]) {
      expect(headers['etag']).toMatch(ETAG);
      expect(Authorization.parse(json)).toMatchObject({
        id: path.split('?')[0],
        name: 'build',
        type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
        properties: {
          authorizationType: 'OAuth2',
          oauth2grantType: 'AuthorizationCode',
          status: 'Error',
          error: { code: 'Unauthenticated' },
        },
      });
    }
  });

  it('is Connected with clientId and clientSecret, reports ClientCredentials and returns only clientId (S1-12, S1-10)', async () => {
    const parameters = { clientId: 'shop', clientSecret: 'canary-secret' };
    const { json, text } = await put({ body: buildAuthorization({ parameters }) });
    expect(json.properties).toMatchObject({ status: 'Connected', oauth2grantType: 'ClientCredentials' });
    expect(json.properties.parameters).toEqual({ clientId: 'shop' });
    expect(text).not.toContain('canary-secret');
    expect((await stack.lastCall())?.body).toContain('canary-secret');
  });

  it('drops server-set members from a request and relays the rest byte for byte (S1-03, S1-04)', async () => {
    const rest =
      '"x-unknown" : [1.10, 1e2],\n  "properties":{"parameters":{"rate":0.10,"text":"\\u00e9"}, "later": null}';
    expect((await put({ body: `{ "id":"/x", ${rest}, "name" : "y","type":{"z":1} }` })).status).toBe(201);
    expect((await stack.lastCall())?.body).toBe(`{ ${rest} }`);
  });

  // What each of them may be: test/unit/contracts/path-values.test.ts.
  // Also S1-61.
  it('lists every invalid value of the URL (S1-58, S1-59, S1-60)', async () => {
    const wrong = {
      ...{ subscriptionId: 'contoso', resourceGroupName: 'g'.repeat(91), serviceName: '1shop' },
      ...{ authorizationProviderId: 'a%2Bb', authorizationId: 'a'.repeat(257) },
    };
    const { json } = await put({}, buildAuthorizationPath(wrong));
    expect(json.error.details.map(({ target }: { target: string }) => target)).toEqual(Object.keys(wrong));
  });

  // Also C-06.
  it('lists every invalid member with its path, and sends nothing upstream (S1-05, S1-06, C-01)', async () => {
    const properties = {
      authorizationType: 'Basic',
      oauth2grantType: 'Implicit',
      parameters: ['x'],
      error: { code: 1 },
    };
    const response = await put({ body: { properties } });
    expect([response.status, response.json.error.code]).toEqual([400, 'invalid_request']);
    expect(listFailures(response)).toEqual([
      'properties.authorizationType: must be OAuth2',
      'properties.oauth2grantType: must be one of AuthorizationCode, ClientCredentials',
      'properties.parameters: must be an object',
      'properties.error.code: must be a string',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('compares resource group names case-insensitively, and keeps the given case (S1-59)', async () => {
    await put({});
    const shouted = buildAuthorizationPath({ resourceGroupName: 'RG-SHOP' });
    expect((await put({ headers: { 'if-match': '*' } }, shouted)).status).toBe(200);
    expect((await stack.lastCall())?.path).toContain('/resourceGroups/RG-SHOP/');
  });

  it('needs If-Match to update: the upstream refuses an update without it (S1-63, C-15)', async () => {
    await put({});
    const { status, json, headers } = await put({});
    expect([status, json.error.code]).toEqual([400, 'IfMatchRequired']);
    expect(headers['x-frontdesk-outcome']).toBe('rejected');
  });
});

it('writes and actions take one version, reads the published ones (R-30)', async () => {
  const older = path.replace('2024-05-01', '2022-08-01');
  const written = await put({}, older);
  expect([written.status, written.json.error.message]).toEqual([400, expect.stringMatching(/supported: 2024-05-01$/)]);
  const read = await stack.send('GET', connectedPath.replace('2024-05-01', '2022-08-01'));
  expect(read.status).toBe(200);
});

describe('a read', () => {
  it('returns an authorization with its ETag, and never stores it (R-01)', async () => {
    const { status, headers, json } = await stack.send('GET', buildAuthorizationPath({ authorizationId: waiting }));
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['etag']).toMatch(ETAG);
    const properties = { status: 'Error', error: { code: 'Unauthenticated' } };
    expect(Authorization.parse(json)).toMatchObject({ name: waiting, properties });
    expect(await stack.lastCall()).toMatchObject({ method: 'GET', body: '' });
  });
});

describe('a list', () => {
  const list = `${service}/authorizationProviders/${managed.provider}/authorizations`;

  testList(stack, {
    rule: 'R-13',
    path: `${list}?api-version=2024-05-01`,
    schema: AuthorizationList,
    page: { size: 1, count: 2, total: 2 },
  });

  it('has the query of the caller, and ends with an empty nextLink (R-13)', async () => {
    const query = "?api-version=2024-05-01&$filter=startswith(name,'n')&$top=5&$skip=0";
    const { status, headers, json } = await stack.send('GET', list + query);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(json).toMatchObject({ value: [{ name: waiting }], count: 1, nextLink: '' });
    expect((await stack.lastCall())?.path).toContain(query.replace(',', '%2C'));
  });
});

describe('a deletion', () => {
  const remove = (ifMatch?: string) =>
    stack.send('DELETE', connectedPath, { headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

  it('deletes the authorization that the ETag names, and it is gone (R-05)', async () => {
    const { headers } = await stack.send('GET', connectedPath);
    const { status, text } = await remove(headers['etag']);
    expect([status, text]).toEqual([200, '']);
    expect((await stack.send('GET', connectedPath)).status).toBe(404);
    expect((await remove('*')).status).toBe(204);
  });
});

describe('a consent code', () => {
  const target = connectedPath.replace('?', '/confirmConsentCode?');
  const confirm = (consentCode: unknown) => stack.send('POST', target, { body: { consentCode } });

  it('returns 200 without a body, and the code counts once (R-07)', async () => {
    const { status, headers, text } = await confirm(managed.consentCode);
    expect([status, text]).toEqual([200, '']);
    expect(headers['etag']).toBeDefined();
    expect((await confirm(managed.consentCode)).status).toBe(400);
  });

  it('stays out of errors and the log (R-07)', async () => {
    const { status, text } = await confirm('a-code-of-somebody');
    expect(status).toBe(400);
    expect(text).toContain('***');
    expect(text + JSON.stringify(stack.log)).not.toContain('a-code-of-somebody');
  });
});

describe('login links', () => {
  const target = buildAuthorizationPath({ authorizationId: waiting }).replace('?', '/getLoginLinks?');
  const post = (postLoginRedirectUrl?: unknown) => stack.send('POST', target, { body: { postLoginRedirectUrl } });
  const PORTAL = 'https://portal.contoso.example';

  it('returns a link with an ETag; the link is stored and logged nowhere (R-06)', async () => {
    const { status, headers, json } = await post(`${PORTAL}/signed-in?from=console`);
    expect([status, headers['cache-control'], headers['content-encoding']]).toEqual([200, 'no-store', undefined]);
    expect(headers['etag']).toMatch(ETAG);
    expect(LoginLinks.parse(json).loginLink).toMatch(/^https:\/\/consent\.vendor\.example\/.*[?]data=/);
    expect(JSON.stringify(stack.log)).not.toContain('consent.vendor.example');
  });

  it.each([
    ...['', '/console', 'https://evil.example/', 'http://portal.contoso.example/', `${PORTAL}.evil.example/`],
    ...[`${PORTAL}@evil.example/`, `${PORTAL}:8443/`, `${PORTAL}\\@evil.example/`, `${PORTAL}/\nx`, ` ${PORTAL}/`],
    ...['HTTPS://portal.contoso.example/', `javascript:alert(1)//${PORTAL}/`],
  ])('leads nowhere else: %j (R-06)', async (url) => {
    const { status, json } = await post(url);
    expect([status, json.error.details?.[0]?.target]).toEqual([400, 'postLoginRedirectUrl']);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('is the only member: nobody checked another one (R-06)', async () => {
    const body = { redirectUri: `${PORTAL}/`, state: 1 };
    const { status, json } = await stack.send('POST', target, { body });
    const toDetail = (name: string) => ({
      code: 'invalid_value',
      target: name,
      message: 'is not a member of this request',
    });
    expect([status, json.error.details]).toEqual([400, ['redirectUri', 'state'].map(toDetail)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('is repeated after a lost response (R-06, R-12)', async () => {
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'reset', processed: true } });
    expect((await post()).status).toBe(200);
  });
});
