import { expect, it } from 'vitest';
import { upstreamAudiences } from '../../dev/seed.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { onePerShape, toRows } from '../support/valid-requests.ts';

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
