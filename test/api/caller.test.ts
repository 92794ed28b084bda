import { describe, expect, it } from 'vitest';
import { roles, upstreamAudiences } from '../../dev/seed.ts';
import { everyRequest } from '../support/builders.ts';
import { startStack, type TestResponse } from '../support/stack.ts';

const stack = await startStack();

const calls = () => stack.upstream.calls();
const challengeOf = ({ headers }: TestResponse) => headers['www-authenticate'];

describe('every operation', () => {
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
});
