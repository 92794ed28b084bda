import { describe, expect, it } from 'vitest';
import { roles, tenants, upstreamAudiences } from '../../dev/seed.ts';
import { everyRequest } from '../support/builders.ts';
import { startStack, type TestResponse } from '../support/stack.ts';

const stack = await startStack();

const calls = () => stack.upstream.calls();
const challengeOf = ({ headers }: TestResponse) => headers['www-authenticate'];

describe('every operation', () => {
  it.each(everyRequest)(
    '$operation serves a caller who has $role and a grant',
    async ({ role, method, path, body, headers }) => {
      const { status } = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ roles: [role] }),
      });
      expect([200, 201, 202, 204]).toContain(status);
    },
  );

  it.each(everyRequest)(
    'S3-54 $operation requires a bearer token: 401 and a challenge without an error',
    async ({ method, path, body, headers }) => {
      const response = await stack.send(method, path, { body, headers, token: null });
      expect([response.status, challengeOf(response)]).toEqual([401, 'Bearer']);
      expect((response.json.error ?? response.json).code).toBe('unauthenticated');
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    '$operation refuses a token of another audience: 401 invalid_token',
    async ({ method, path, body, headers }) => {
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ aud: upstreamAudiences.arm }),
      });
      expect([response.status, challengeOf(response)]).toEqual([401, 'Bearer error="invalid_token"']);
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    'S1-78, S2-88 $operation requires the scope user_impersonation',
    async ({ role, method, path, body, headers }) => {
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ scp: 'openid', roles: [role] }),
      });
      expect(response.status).toBe(403);
      expect(challengeOf(response)).toBe('Bearer error="insufficient_scope", scope="user_impersonation"');
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    'C-52 $operation requires the role $role: told as a role, which no client can ask for as a scope',
    async ({ role, method, path, body, headers }) => {
      const others = roles.filter((name) => name !== role);
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ roles: others }),
      });
      expect(response.status).toBe(403);
      expect(challengeOf(response)).toBe(`Bearer error="insufficient_scope", role="${role}"`);
      expect((response.json.error ?? response.json).message).toContain(`the app role ${role}`);
      expect((response.json.error ?? response.json).code).toBe('insufficient_scope');
      expect(await calls()).toEqual([]);
    },
  );

  // Fabrikam has a company of its own: test/api/list-companies.test.ts.
  it.each(everyRequest.filter(({ operation }) => operation !== 'listCompanies'))(
    '$operation is forbidden if no grant covers the resource',
    async ({ method, path, body, headers }) => {
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ tid: tenants.fabrikam }),
      });
      expect([response.status, (response.json.error ?? response.json).code]).toEqual([403, 'forbidden']);
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest.filter(({ body }) => body))(
    '$operation checks the caller before it validates the request',
    async ({ method, path }) => {
      const refused = { body: '{', headers: { 'content-type': 'text/plain' } };
      const target = `${path}${path.includes('?') ? '&' : '?'}unknown=1`;
      expect((await stack.send(method, target, { ...refused, token: null })).status).toBe(401);
      expect(
        (await stack.send(method, target, { ...refused, token: await stack.issueToken({ roles: null }) })).status,
      ).toBe(403);
    },
  );
});
