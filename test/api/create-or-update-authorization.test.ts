import { describe, expect, it } from 'vitest';
import { Authorization } from '../../tools/openapi/contracts/management.ts';
import { buildAuthorization, buildAuthorizationPath, grantEverything } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const path = buildAuthorizationPath();
const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildAuthorization(), ...call });
const lastCall = async () => (await stack.upstream.calls()).at(-1);

describe('document 1, Authorization', () => {
  it('S1-02, S1-56, S1-57, S1-65, S1-66 is created with 201 and updated with 200, each with the resulting authorization and its ETag', async () => {
    const created = await put({});
    const updated = await put({ headers: { 'if-match': created.headers['etag'] ?? '' } });
    expect([created.status, updated.status]).toEqual([201, 200]);
    expect(updated.headers['etag']).not.toBe(created.headers['etag']);
    for (const { headers, json } of [created, updated]) {
      expect(headers['etag']).toMatch(/^[\da-f-]{36}$/);
      expect(Authorization.parse(json)).toMatchObject({
        id: path.split('?')[0],
        name: 'build',
        type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
        properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode' },
      });
    }
  });

  it('S1-10, S1-11 is in status Error with code Unauthenticated when created with AuthorizationCode and no parameters', async () => {
    const { status, json } = await put({});
    expect(status).toBe(201);
    expect(json.properties).toMatchObject({ status: 'Error', error: { code: 'Unauthenticated' } });
  });

  it('S1-12, S1-10 is Connected with clientId and clientSecret, reports ClientCredentials and returns only clientId', async () => {
    const { json, text } = await put({
      body: buildAuthorization({ parameters: { clientId: 'shop', clientSecret: 'canary-secret' } }),
    });
    expect(json.properties).toMatchObject({ status: 'Connected', oauth2grantType: 'ClientCredentials' });
    expect(json.properties.parameters).toEqual({ clientId: 'shop' });
    expect(text).not.toContain('canary-secret');
    expect((await lastCall())?.body).toContain('canary-secret');
  });

  it('S1-03, S1-04 drops server-set members from a request and relays the rest byte for byte', async () => {
    const rest =
      '"x-unknown" : [1.10, 1e2],\n  "properties":{"parameters":{"rate":0.10,"text":"\\u00e9"}, "later": null}';
    expect((await put({ body: `{ "id":"/x", ${rest}, "name" : "y","type":{"z":1} }` })).status).toBe(201);
    expect((await lastCall())?.body).toBe(`{ ${rest} }`);
  });
});

describe('document 1, Endpoints 1, path and query', () => {
  it('S1-58, S1-59, S1-60, S1-61 lists every invalid value, and sends nothing upstream', async () => {
    const wrong = {
      subscriptionId: 'contoso',
      resourceGroupName: 'g'.repeat(91),
      serviceName: '1shop',
      authorizationProviderId: 'a%2Bb',
      authorizationId: 'a'.repeat(257),
    };
    const response = await put({}, buildAuthorizationPath(wrong, 'api-version=2019-01-01&x=1'));
    expect(response.status).toBe(400);
    expect(listFailures(response)).toEqual([
      'subscriptionId: must be a GUID',
      'resourceGroupName: must have 1 to 90 characters',
      'serviceName: must match ^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$',
      'authorizationProviderId: must match ^[^*#&+:<>?]+$',
      'authorizationId: must have 1 to 256 characters',
      'x: is not a parameter of this operation',
      'api-version: is not supported; supported: 2024-05-01',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('S1-59 compares resource group names case-insensitively, and keeps the given case', async () => {
    await put({});
    const shouted = await put(
      { headers: { 'if-match': '*' } },
      buildAuthorizationPath({ resourceGroupName: 'RG-SHOP' }),
    );
    expect(shouted.status).toBe(200);
    expect((await lastCall())?.path).toContain('/resourceGroups/RG-SHOP/');
  });

  it('S1-62, C-04 accepts the name of a query parameter in any casing', async () => {
    expect((await put({}, buildAuthorizationPath({}, 'API-Version=2024-05-01'))).status).toBe(201);
    expect((await lastCall())?.path).toMatch(/\?api-version=2024-05-01$/);
  });
});

describe('document 1, Endpoints 1, If-Match', () => {
  it('S1-63, C-15 is required when updating: the upstream refuses an update without it', async () => {
    await put({});
    const { status, json, headers } = await put({});
    expect([status, json.error.code]).toEqual([400, 'IfMatchRequired']);
    expect(headers['x-frontdesk-outcome']).toBe('rejected');
  });
});

describe('document 1, Endpoints 1, request body', () => {
  it('S1-05, S1-06, C-01, C-06 lists every invalid member with its path, and sends nothing upstream', async () => {
    const properties = {
      authorizationType: 'Basic',
      oauth2grantType: 'Implicit',
      parameters: ['clientId'],
      status: 5,
      error: { code: 1, message: 2 },
    };
    const response = await put({ body: { properties } });
    expect([response.status, response.json.error.code]).toEqual([400, 'invalid_request']);
    expect(listFailures(response)).toEqual([
      'properties.authorizationType: must be OAuth2',
      'properties.oauth2grantType: must be one of AuthorizationCode, ClientCredentials',
      'properties.parameters: must be an object',
      'properties.status: must be a string',
      'properties.error.code: must be a string',
      'properties.error.message: must be a string',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
