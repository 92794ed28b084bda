import { expect, it } from 'vitest';
import { companies, subscriptions, tenants } from '../../dev/seed.ts';
import { CompanyList } from '../../tools/openapi/contracts/business-data.ts';
import { BusinessDataError } from '../../tools/openapi/error-schemas.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const roles = ['Companies.Read', 'Customers.Read'];
const grant = (azp: string, resources: string[], granted = roles) => ({ roles: granted, clients: [azp], resources });
const stack = await startStack({
  settings: {
    ACCESS_POLICY: JSON.stringify({
      grants: [
        grant('one', [`/companies/${companies.contoso.toUpperCase()}`]),
        grant('two', [`/companies/${companies.contoso}`, `/companies/${companies.fabrikam}`]),
        grant('all', ['*']),
        grant('collection', ['/companies']),
        grant('gone', [`/companies/${companies.contoso.slice(0, -1)}`]),
        grant('similar', ['/companiesx', `/companies(${companies.contoso})`]),
        grant('other', [`/subscriptions/${subscriptions.contoso}`]),
        { ...grant('foreign', [`/companies/${companies.contoso}`]), tenants: [tenants.fabrikam] },
        grant('customers', [`/companies/${companies.contoso}`], ['Customers.Read']),
      ],
    }),
  },
});

async function get(azp: string, request: TestRequest = {}, path = '/companies') {
  return stack.send('GET', path, { ...request, token: await stack.issueToken({ azp, roles }) });
}
const namesOf = (json: { value: readonly { name: string }[] }) => json.value.map(({ name }) => name);

it.each([
  ['one', ['Contoso']],
  ['two', ['Contoso', 'Fabrikam']],
  ['all', ['Contoso', 'Fabrikam', 'Proseware']],
  ['gone', []],
  ['collection', ['Contoso', 'Fabrikam', 'Proseware']],
])('R-17 lists the companies that grants of %s cover', async (client, expected) => {
  const { status, headers, text, json } = await get(client);
  expect([status, headers['cache-control'], namesOf(json)]).toEqual([200, 'no-store', expected]);
  expect(CompanyList.parse(json)).toBeDefined();
  // An int64 that a double does not hold.
  expect(text.split('"timestamp":9007199254740993,')).toHaveLength(expected.length + 1);
});

it.each(['similar', 'other', 'foreign', 'customers', 'unknown'])(
  'R-17 refuses a caller whose grants name no company for the role: %s',
  async (client) => {
    const { status, json } = await get(client);
    expect([status, json.error.code]).toEqual([403, 'forbidden']);
    expect(BusinessDataError.parse(json)).toBeDefined();
    expect(await stack.upstream.calls()).toEqual([]);
  },
);

it('R-17 pages through what the upstream has: empty pages are left out', async () => {
  const pages: string[][] = [];
  for (let path: string | undefined = '/companies'; path; ) {
    const { status, json } = await get('one', { headers: { prefer: 'odata.maxpagesize=1' } }, path);
    expect(status).toBe(200);
    pages.push(namesOf(json));
    const next: string | undefined = json['@odata.nextLink'];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  expect(pages).toEqual([['Contoso'], []]);
});

it('R-17 hides what has no id, another one or two of them, wherever the list is in the text', async () => {
  const [own, other] = [`"id":"${companies.contoso}"`, `"id":"${companies.fabrikam}"`];
  const list = `[{},{${other}}, null,[{${own}}],"x",{${own},"a":1.10},{${own},${other}},{"ID":"x",${other}},{"id":7}]`;
  const text = `{"value":${list},"b":{"value":1},"value":[{${other}} ,{${own}}]}`;
  await stack.upstream.fault({ api: 'business', fault: { kind: 'malformed', text } });
  const response = await get('one');
  expect([response.status, response.text]).toEqual([200, `{"value":[{${own},"a":1.10}],"value":[{${own}}]}`]);
});

it.each(['?$filter=name%20eq%20%27x%27', '?$select=id', '?$top=1', '?company=Contoso'])(
  'R-17 accepts no option: %s',
  async (query) => {
    const response = await get('all', {}, `/companies${query}`);
    expect([response.status, listFailures(response)]).toEqual([
      400,
      [expect.stringContaining('is not a parameter of this operation')],
    ]);
  },
);
