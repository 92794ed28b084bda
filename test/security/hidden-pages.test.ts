/** What a caller pays for pages that hide all that they have. */
import { expect, it } from 'vitest';
import { unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listCompanies } from '../support/valid-requests.ts';

const caller = { perSecond: 0.001, burst: 4 };
const stack = await startStack({ settings: { LIMITS: JSON.stringify({ ...JSON.parse(unlimited.LIMITS), caller }) } });
const next = `${stack.upstream.url}/business/v2.0/companies?$skiptoken=1`;

it('a caller without a call left gets the next link, not a refusal after something was sent (A80, P-25)', async () => {
  const body = { value: [{ id: 'c0400000-0000-4000-8000-000000000001' }], '@odata.nextLink': next };
  await stack.upstream.fault({ times: 9, api: 'business', fault: { kind: 'status', status: 200, body } });
  const { status, json } = await sendChanged(stack, listCompanies);
  expect([status, json.value, (await stack.upstream.calls()).length]).toEqual([200, [], 4]);
  expect(json['@odata.nextLink']).toContain(`${stack.url}/companies?`);
});
