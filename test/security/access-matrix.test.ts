/** Each operation asks for its own role on its own resource. How grants are read: test/unit/auth/grant-index.test.ts. */
import { expect, it } from 'vitest';
import { companies, roles, subscriptions, tenants } from '../../dev/seed.ts';
import { expectUntouched, readCode, unlimited } from '../support/abuse.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { eachRequest, type ValidRequest } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

const { contoso, fabrikam } = tenants;
/** The ids that grants name, and those of the other tenant. */
const IDS: Readonly<Record<string, readonly [own: string, other: string]>> = {
  subscriptionId: [subscriptions.contoso, subscriptions.fabrikam],
  companyId: [companies.contoso, companies.fabrikam],
};

/** Access is decided before the parameters: who is let in learns that there is no such one. */
const ask = async (request: ValidRequest, change: Change) =>
  readCode(await sendChanged(stack, request, { query: '?probe=1', ...change }));

it.each(eachRequest)(
  '%s is open exactly to the callers and resources that the policy names (A19 to A22)',
  async (_, request) => {
    const { role, template, listsGranted } = request;
    const [id] = Object.keys(IDS).filter((name) => template.includes(`{${name}}`));
    const [own = '', other = ''] = IDS[id ?? ''] ?? [];
    const at = (value: string): Change => (id ? { values: { [id]: value } } : {});
    const others = roles.filter((each) => each !== role);
    await expectUntouched(stack, async () => {
      for (const claims of [{}, { idtyp: 'app', scp: null }, { tid: contoso.toUpperCase() }])
        expect(await ask(request, { claims, ...at(own) })).toBe('invalid_request');
      expect(await ask(request, { claims: { roles: others } })).toBe('insufficient_scope');
      // A list of what is granted is that of every tenant with a grant.
      const foreign = await ask(request, { claims: { tid: fabrikam } });
      expect(foreign).toBe(listsGranted ? 'invalid_request' : 'forbidden');
      if (!id) return;
      expect(await ask(request, at(own.toUpperCase()))).toBe('invalid_request');
      for (const value of [other, other.toUpperCase(), `${own}0`, own.slice(0, -1)])
        expect(await ask(request, at(value)), value).toBe('forbidden');
    });
  },
);
