import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectGranted, listRows, wideLimits } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { searchPoints, toUnseen } from '../support/valid-requests.ts';

/** A thousand by default. */
const maxRows = 10;

const stack = await startStack({ settings: { LIMITS: JSON.stringify({ ...wideLimits, cachedResponses: maxRows }) } });

it('a limited number of one caller’s searches is stored at a time; the others are still served (A72)', async () => {
  const oid = randomUUID();
  const before = await listRows(stack);
  for (let sent = 0; sent < 2 * maxRows; sent++) {
    const { headers } = await expectGranted(stack, toUnseen(searchPoints), { claims: { oid, sub: oid } });
    expect(headers['cache-status']).toBe(`Frontdesk; fwd=uri-miss${sent < maxRows ? '; stored' : ''}`);
  }
  expect(await listRows(stack)).toHaveLength(before.length + maxRows);
});
