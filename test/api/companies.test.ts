import { expect, it } from 'vitest';
import { companies, subscriptions, tenants } from '../../dev/seed.ts';
import { CompanyList } from '../../tools/openapi/contracts/business-data.ts';
import { BusinessDataError } from '../../tools/openapi/error-schemas.ts';
import { namesOf, readPages } from '../support/list-tests.ts';
import { startStack } from '../support/stack.ts';

const roles = ['Companies.Read', 'Customers.Read'];
const { contoso, fabrikam } = companies;
const grant = (azp: string, resources: string[], granted = roles) => ({ roles: granted, clients: [azp], resources });
const stack = await startStack({
  settings: {
    ACCESS_POLICY: JSON.stringify({
      grants: [
        grant('one', [`/companies/${contoso.toUpperCase()}`]),
        grant('two', [`/companies/${contoso}`, `/companies/${fabrikam}`]),
        grant('all', ['*']),
        grant('collection', ['/companies']),
        grant('gone', [`/companies/${contoso.slice(0, -1)}`]),
        grant('similar', ['/companiesx', `/companies(${contoso})`]),
        grant('other', [`/subscriptions/${subscriptions.contoso}`]),
        { ...grant('foreign', [`/companies/${contoso}`]), tenants: [tenants.fabrikam] },
        grant('customers', [`/companies/${contoso}`], ['Customers.Read']),
      ],
    }),
  },
});

const tokenOf = (azp: string) => stack.issueToken({ azp, roles });
const get = async (azp: string, query = '') => stack.send('GET', `/companies${query}`, { token: await tokenOf(azp) });

it.each([
  ['one', ['Contoso']],
  ['two', ['Contoso', 'Fabrikam']],
  ['all', ['Contoso', 'Fabrikam', 'Proseware']],
  ['gone', []],
  ['collection', ['Contoso', 'Fabrikam', 'Proseware']],
])('lists the companies that grants of %s cover (R-17)', async (client, expected) => {
  const response = await get(client);
  expect([response.status, response.headers['cache-control'], namesOf(response)]).toEqual([200, 'no-store', expected]);
  expect(CompanyList.parse(response.json)).toBeDefined();
  // An int64 that a double does not hold.
  expect(response.text.split('"timestamp":9007199254740993,')).toHaveLength(expected.length + 1);
});

it.each(['similar', 'other', 'foreign', 'customers', 'unknown'])(
  'refuses a caller whose grants name no company for the role: %s (R-17)',
  async (client) => {
    const { status, json } = await get(client);
    expect([status, json.error.code]).toEqual([403, 'forbidden']);
    expect(BusinessDataError.parse(json)).toBeDefined();
    expect(await stack.upstream.calls()).toEqual([]);
  },
);

it('pages through what the upstream has: empty pages are left out (R-17)', async () => {
  const request = { token: await tokenOf('one'), headers: { prefer: 'odata.maxpagesize=1' } };
  expect((await readPages(stack, '/companies', request)).map(namesOf)).toEqual([['Contoso'], []]);
});

it('hides what has no id, another one or two of them, wherever the list is in the text (R-17)', async () => {
  const [own, other] = [`"id":"${contoso}"`, `"id":"${fabrikam}"`];
  const list = `[{},{${other}}, null,[{${own}}],"x",{${own},"a":1.10},{${own},${other}},{"ID":"x",${other}},{"id":7}]`;
  const text = `{"value":${list},"b":{"value":1},"value":[{${other}} ,{${own}}]}`;
  await stack.upstream.fault({ api: 'business', fault: { kind: 'malformed', text } });
  const response = await get('one');
  expect([response.status, response.text]).toEqual([200, `{"value":[{${own},"a":1.10}],"value":[{${own}}]}`]);
});
