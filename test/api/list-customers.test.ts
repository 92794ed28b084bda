import { describe, expect, it } from 'vitest';
import { companies, customers } from '../../dev/seed.ts';
import { CustomerList } from '../../tools/openapi/contracts/business-data.ts';
import { grantEverything } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const list = `/companies(${companies.contoso})/customers`;
const items = list.replace('customers', 'items');
const get = (query = '', request: TestRequest = {}, path = list) => stack.send('GET', path + query, request);
const lastCall = async () => (await stack.upstream.calls()).at(-1);
const toPath = (link: string) => new URL(link).pathname + new URL(link).search;
const preferring = (prefer: string) => ({ headers: { prefer } });
const namesOf = (value: readonly { displayName: string }[]) => value.map(({ displayName }) => displayName);

/** Returns the elements of all pages, and their sizes. */
async function readPages(first: string, request: TestRequest = {}) {
  const [elements, sizes]: [{ id: string }[], number[]] = [[], []];
  for (let path: string | undefined = first; path; ) {
    const { status, json } = await stack.send('GET', path, request);
    expect(status).toBe(200);
    elements.push(...json.value);
    sizes.push(json.value.length);
    path = json['@odata.nextLink'] && toPath(json['@odata.nextLink']);
  }
  return { elements, sizes };
}

describe('customers', () => {
  it('R-18, R-23 leads through all pages of 100, and asks for the size with each of them', async () => {
    const { elements, sizes } = await readPages(list);
    expect([sizes, new Set(elements.map(({ id }) => id)).size]).toEqual([[100, 100, 24], 224]);
    const calls = await stack.upstream.calls();
    expect(calls.map(({ headers }) => headers['prefer'])).toEqual(new Array(3).fill('odata.maxpagesize=100'));
    expect(calls[1]?.path).toMatch(
      /^\/business\/v2\.0\/companies\([\da-f-]+\)\/customers\?aid=FIN&\$skiptoken=[\da-f-]+$/,
    );
  });

  it.each([
    ["displayName eq 'O''Hara & Söhne, 100% + 1'", ["O'Hara & Söhne, 100% + 1"]],
    ["contains(displayName,'any(x)') or displayName eq 'Trey Research'", ['Trey Research']],
    ["displayName eq '#/?=;,(' or displayName eq 'Adatum Corporation'", ['Adatum Corporation']],
  ])('R-18, R-21 sends a filter byte for byte: %s', async (filter, expected) => {
    const query = `?$filter=${encodeURIComponent(filter)}&$orderby=number%20desc&$select=displayName`;
    const { status, json } = await get(query);
    expect([status, namesOf(json.value)]).toEqual([200, expected]);
    expect(CustomerList.parse(json)).toBeDefined();
    expect((await lastCall())?.path).toBe(`/business/v2.0${list}${query}`);
  });

  it.each([
    ["$filter=defaultDimensions/any(d:d/code%20eq%20'A')", '$filter: must not have any( or all('],
    ['$filter=x/ALL%20(d:true)', '$filter: must not have any( or all('],
    ["$filter=number%20eq%20'1", '$filter: must close its quotes and parentheses'],
    ["$filter=(number%20eq%20'1'", '$filter: must close its quotes and parentheses'],
    ["$filter=number%20eq%20'1')%20or%20(1%20eq%201", '$filter: must close its quotes and parentheses'],
    ['$filter=a%0ab', '$filter: must not contain control characters'],
    [`$filter=${'x'.repeat(2_049)}`, '$filter: must have 1 to 2048 characters'],
    ['$orderby=number%20up', '$orderby: must match'],
    ['$top=0', '$top: must be a whole number of at least 1'],
    ['$select=*', '$select: must match'],
    ['$expand=orders', '$expand: must be a comma separated list'],
    ['$expand=currency($filter=x)', '$expand: must be a comma separated list'],
    ['$skip=1', '$skip: is not a parameter of this operation'],
    ['$count=true', '$count: is not a parameter of this operation'],
    ['$schemaversion=2.1', '$schemaversion: is not a parameter of this operation'],
  ])('R-18, R-21 refuses %s, and sends nothing', async (query, message) => {
    const response = await get(`?${query}`);
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringContaining(message)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it.each([
    [list, '?company=Fabrikam', {}],
    [list, '?Company=Fabrikam', {}],
    [items, '?%63OMPANY=Fabrikam', {}],
    [list, '', { headers: { Company: 'Fabrikam' } }],
    [items, '', { headers: { company: '' } }],
    ['/companies', '', { headers: { COMPANY: 'Fabrikam' } }],
  ])('R-22 takes no company but that of the path: %s%s', async (path, query, request) => {
    expect((await get('', {}, path)).status).toBe(200);
    await stack.upstream.reset();
    const response = await get(query, request, path);
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringMatching(/^company: /i)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('R-18 takes no page token of another list, filter or size of result', async () => {
    const { json } = await get('?$top=150');
    const next = toPath(json['@odata.nextLink']);
    expect((await stack.send('GET', next)).status).toBe(200);
    await stack.upstream.reset();
    for (const wrong of [
      next.replace('customers', 'items'),
      next.replace(companies.contoso, companies.fabrikam),
      next.replace('$top=150', '$top=151'),
      `${next}&$filter=x`,
      `${next}x`,
    ]) {
      const { status, json: body } = await stack.send('GET', wrong);
      expect([status, body.error.code]).toEqual([400, 'invalid_cursor']);
    }
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('R-18 never leads to another company', async () => {
    for (const link of [
      `${stack.upstream.url}/business/v2.0${list.replace(companies.contoso, companies.fabrikam)}?$skiptoken=x`,
      `${stack.upstream.url}/business/v2.0${list}?company=Fabrikam&$skiptoken=x`,
    ]) {
      await stack.upstream.fault({ api: 'business', fault: { kind: 'patch', body: { '@odata.nextLink': link } } });
      const { status, json } = await get();
      expect([status, json.error.code]).toEqual([502, 'upstream_invalid_response']);
    }
  });

  it('R-23 returns a page of the most records with everything expanded', async () => {
    const { status, json } = await get(
      `?$expand=currency,paymentTerm,customerFinancialDetails,picture,defaultDimensions`,
      preferring('maxpagesize=1000'),
    );
    expect([status, json.value.length]).toEqual([200, 224]);
    expect(json.value.map(({ id }: { id: string }) => id)).toContain(customers.contoso.adatum);
  });
});
