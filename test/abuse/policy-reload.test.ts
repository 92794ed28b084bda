import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { expectGranted, expectRefused, expectUntouched } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, putJob, readItem } from '../support/valid-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-policy-'));
const file = join(folder, 'policy.json');
const writePolicy = (policy: unknown) =>
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
writePolicy(accessPolicy);
afterAll(() => rmSync(folder, { recursive: true }));

/** Ten times as fast: a second of Frontdesk's is a tenth here. */
const stack = await startStack({ settings: { ACCESS_POLICY: file, CLOCK_SPEED: '10' } });
const secondMs = 100;

/** The policy without what it grants to this role. */
function without(role: string) {
  const grants = accessPolicy.grants.map((grant) => ({ ...grant, roles: grant.roles.filter((held) => held !== role) }));
  return { grants: grants.filter(({ roles }) => roles.length > 0) };
}

/** A changed policy is in force within a second (lib/auth/policy-source.ts). */
const waitForStatus = (request: typeof listEvents, status: number) =>
  vi.waitFor(async () => expect((await sendChanged(stack, request)).status).toBe(status), {
    timeout: 1_500,
    interval: 100,
  });

it('A24 a grant that is taken back is gone within a second, for stored replies too', async () => {
  const warm = await expectGranted(stack, listEvents);
  expect((await expectGranted(stack, listEvents)).headers['cache-status']).toMatch(/^Frontdesk; hit/);
  writePolicy(without(listEvents.role));
  await waitForStatus(listEvents, 403);
  await expectUntouched(stack, async () => {
    for (const headers of [{}, { 'if-none-match': String(warm.headers['etag']) }, { 'cache-control': 'no-cache' }]) {
      const { status, json } = await sendChanged(stack, listEvents, { headers });
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'forbidden' });
    }
  });
  await expectGranted(stack, readItem);
  writePolicy(accessPolicy);
  await waitForStatus(listEvents, 200);
});

it.each([
  '',
  '{',
  '{}',
  '{"grants":[]}',
  '[]',
  '{"grants":[{"roles":["Items.Read"],"resources":["*"],"everyone":true}]}',
])('A24 a policy that is none (%s) changes nothing: who was granted is, and who was not is not', async (text) => {
  writePolicy(text);
  await new Promise((resolve) => setTimeout(resolve, 1.1 * secondMs));
  await expectRefused(stack, putJob, {
    attacks: [{ values: { subscriptionId: '5ab00000-0000-4000-8000-00000000000b' } }],
    status: 403,
    code: 'forbidden',
  });
});
