import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { Authorization } from '../../tools/openapi/contracts/management.ts';
import { buildAuthorization, buildAuthorizationPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const get = (authorizationId: string, query = 'api-version=2024-05-01') =>
  stack.send('GET', buildAuthorizationPath({ authorizationId }, query));

it('R-01 returns an authorization with its ETag, and never stores it', async () => {
  const { status, headers, json } = await get(managed.authorizations.waiting);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(headers['etag']).toMatch(/^[\w-]{36}$/);
  expect(Authorization.parse(json)).toMatchObject({
    name: managed.authorizations.waiting,
    properties: { status: 'Error', error: { code: 'Unauthenticated' } },
  });
  const [call] = await stack.upstream.calls();
  expect(call).toMatchObject({ method: 'GET', body: '' });
});

it('R-01 has what was written, without its secret, and the ETag with which to update it', async () => {
  const path = buildAuthorizationPath({ authorizationId: 'new' });
  const parameters = { clientId: 'shop', clientSecret: 'never-seen-again' };
  const written = await stack.send('PUT', path, { body: buildAuthorization({ parameters }) });
  const read = await stack.send('GET', path);
  expect([read.headers['etag'], read.json]).toEqual([written.headers['etag'], written.json]);
  const headers = { 'if-match': read.headers['etag'] ?? '' };
  expect((await stack.send('PUT', path, { headers, body: read.json })).status).toBe(200);
});
