import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { expectGranted, expectRefused, expectUntouched } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  listEvents,
  onePerShape,
  putAuthorization,
  putJob,
  readItem,
  searchPoints,
  toRows,
} from '../support/valid-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-policy-'));
const file = join(folder, 'policy.json');
const writePolicy = (policy: unknown) =>
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
writePolicy(accessPolicy);
afterAll(() => rmSync(folder, { recursive: true }));

const clock = createPatientClock();
const stack = await startStack({ clock, settings: { ACCESS_POLICY: file }, expectedAlerts: ['policy_invalid'] });

const OUT_OF_SCOPE = { status: 403, code: 'insufficient_scope' } as const;

/** Returns the policy without the grants to this role. */
function without(role: string) {
  const grants = accessPolicy.grants.map((grant) => ({ ...grant, roles: grant.roles.filter((held) => held !== role) }));
  return { grants: grants.filter(({ roles }) => roles.length > 0) };
}

/** Changes the policy; a second later it is in force (lib/policy/policy-source.ts). */
function changePolicy(policy: unknown): void {
  writePolicy(policy);
  clock.skip(1_000);
}

it('a removed grant ends within a second, for stored responses too (A24)', async () => {
  const warm = await expectGranted(stack, listEvents);
  expect((await expectGranted(stack, listEvents)).headers['cache-status']).toMatch(/^Frontdesk; hit/);
  changePolicy(without(listEvents.role));
  await expectUntouched(stack, async () => {
    for (const headers of [{}, { 'if-none-match': String(warm.headers['etag']) }, { 'cache-control': 'no-cache' }]) {
      const { status, json } = await sendChanged(stack, listEvents, { headers });
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'forbidden' });
    }
  });
  await expectGranted(stack, readItem);
  changePolicy(accessPolicy);
  await expectGranted(stack, listEvents);
});

it.each(toRows([putJob, searchPoints]))(
  '%s takes its route values from the route; unknown members of the body are relayed (A26b)',
  async (_, request) => {
    await stack.upstream.reset();
    const posed = Object.fromEntries(
      [...Object.keys(request.values), 'companyId', 'headers', 'url'].map((name) => [name, `posed-${name}`]),
    );
    await expectGranted(stack, request, { body: { ...request.body, ...posed } });
    const [call] = await stack.upstream.calls();
    expect(call?.path).not.toContain('posed');
    for (const value of Object.values(request.values)) expect(call?.path).toContain(value);
  },
);

// That no other header of a caller is relayed, by any operation: test/api/headers.test.ts.
it('a precondition is kept even if Connection names it (A27)', async () => {
  await stack.upstream.reset();
  const response = await sendChanged(stack, putAuthorization, {
    headers: { connection: 'if-match', 'if-match': 'some-tag' },
  });
  expect(response.status).toBe(412);
  expect((await stack.upstream.calls())[0]?.headers).toMatchObject({ 'if-match': 'some-tag' });
});

it('a refusal of access causes no upstream request, token or row, whatever the body is', async () => {
  for (const request of onePerShape) {
    await expectRefused(stack, request, {
      attacks: [
        { claims: { roles: ['None'] }, ...(request.body ? { body: '{'.repeat(70_000) } : {}) },
        { claims: { roles: ['None'] }, query: '?unknown=1' },
      ],
      ...OUT_OF_SCOPE,
    });
  }
});
