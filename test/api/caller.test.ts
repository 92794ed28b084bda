import { expect, it } from 'vitest';
import { roles, upstreamAudiences } from '../../dev/seed.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { eachRequest, onePerShape, toRows } from '../support/valid-requests.ts';

const stack = await startStack();

it.each(toRows(onePerShape))(
  'S1-78, S2-88, S3-54 %s requires a bearer token for this API with the scope user_impersonation, and challenges (A11)',
  async (_, request) => {
    const { upstream } = stack;
    await upstream.reset();
    for (const [change, status, code, challenge] of [
      [{ token: null }, 401, 'unauthenticated', 'Bearer'],
      [{ claims: { aud: upstreamAudiences.arm } }, 401, 'invalid_token', 'Bearer error="invalid_token"'],
      [
        { claims: { scp: 'openid' } },
        403,
        'insufficient_scope',
        'Bearer error="insufficient_scope", scope="user_impersonation"',
      ],
    ] as const) {
      const { status: returned, headers, json } = await sendChanged(stack, request, change);
      expect([returned, (json.error ?? json).code, headers['www-authenticate']]).toEqual([status, code, challenge]);
    }
    expect(await upstream.calls()).toEqual([]);
  },
);

it.each(eachRequest)(
  'C-52 %s requires its role: told as a role, which no client can ask for as a scope (A11, A22)',
  async (_, request) => {
    const others = roles.filter((name) => name !== request.role);
    const { status, headers, json } = await sendChanged(stack, request, { claims: { roles: others } });
    const { code, message } = json.error ?? json;
    expect([status, code]).toEqual([403, 'insufficient_scope']);
    expect(headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", role="${request.role}"`);
    expect(message).toContain(`the app role ${request.role}`);
    expect(await stack.upstream.calls()).toEqual([]);
  },
);
