/** Lists of a company's customers and items. */
import { describe, expect, it } from 'vitest';
import { companies } from '../../dev/seed.ts';
import { CustomerList, ItemList } from '../../tools/openapi/contracts/business-data.ts';
import { grantEverything } from '../support/builders.ts';
import { readPages } from '../support/list-tests.ts';
import { listFailures, startStack, type TestRequest, type TestResponse } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const list = `/companies(${companies.contoso})/customers`;
const items = list.replace('customers', 'items');
const get = (query = '', request: TestRequest = {}, path = list) => stack.send('GET', path + query, request);
const preferring = (prefer: string) => ({ headers: { prefer } });
const valuesOf = (pages: readonly TestResponse[]): Readonly<Record<string, unknown>>[] =>
  pages.flatMap(({ json }) => json.value);
const sizesOf = (pages: readonly TestResponse[]) => pages.map(({ json }) => json.value.length);

describe('customers', () => {
  it('R-18, R-23 leads through all pages of 100, and asks for the size with each of them', async () => {
    const pages = await readPages(stack, list);
    expect([sizesOf(pages), new Set(valuesOf(pages).map(({ id }) => id)).size]).toEqual([[100, 100, 24], 224]);
    const calls = await stack.upstream.calls();
    expect(calls.map(({ headers }) => headers['prefer'])).toEqual(new Array(3).fill('odata.maxpagesize=100'));
    expect(calls[1]?.path).toMatch(
      /^\/business\/v2\.0\/companies\([\da-f-]+\)\/customers\?aid=FIN&\$skiptoken=[\da-f-]+$/,
    );
  });

  it.each([
    ["displayName eq 'O''Hara & Söhne, 100% + 1'", "O'Hara & Söhne, 100% + 1"],
    ["contains(displayName,'any(x)') or displayName eq 'Trey Research'", 'Trey Research'],
    ["displayName eq '#/?=;,(' or displayName eq 'Adatum Corporation'", 'Adatum Corporation'],
  ])('R-18, R-21 sends a filter byte for byte: %s', async (filter, displayName) => {
    const query = `?$filter=${encodeURIComponent(filter)}&$orderby=number%20desc&$select=displayName`;
    const { status, json } = await get(query);
    expect([status, json.value]).toMatchObject([200, [{ displayName }]]);
    expect(CustomerList.parse(json)).toBeDefined();
    expect((await stack.lastCall())?.path).toBe(`/business/v2.0${list}${query}`);
  });

  it('C-39 a next link inside an element is relayed unchanged, and leads to the service', async () => {
    const service = `${stack.upstream.url}/business/v2.0${list}`;
    const element = { id: companies.contoso, 'dimensions@odata.nextLink': `${service}(1)/dimensions?$skiptoken=2` };
    const page = {
      '@odata.context': `${service}/$metadata`,
      value: [element],
      '@odata.nextLink': `${service}?$skiptoken=1`,
    };
    await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 200, body: page } });
    const { json } = await get();
    expect(json).toEqual({ ...page, '@odata.nextLink': expect.stringMatching(`^${stack.url}/companies`) });
  });

  it('R-18 counts, and begins later', async () => {
    const { json } = await get('?$count=true&$skip=220&$select=displayName');
    expect([json['@odata.count'], json.value.length]).toEqual([224, 4]);
    expect((await get('?$count=yes')).json.error.details).toMatchObject([{ target: '$count' }]);
  });

  it.each([
    ["$filter=defaultDimensions/any(d:d/code%20eq%20'A')", '$filter: must not have any( or all('],
    ["$filter=number%20eq%20'1')%20or%20(1%20eq%201", '$filter: must close its quotes and parentheses'],
    ['$orderby=number%20up', '$orderby: must match'],
    ['$top=0', '$top: must be a whole number of at least 1'],
    ['$select=*', '$select: must match'],
    ['$expand=currency($filter=x)', '$expand: must be a comma separated list'],
    ['$skip=-1', '$skip: must be a whole number of at least 0'],
    ['$schemaversion=2.1', '$schemaversion: is not a parameter of this operation'],
  ])('R-18, R-21 refuses %s, and sends nothing', async (query, message) => {
    const response = await get(`?${query}`);
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringContaining(message)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it.each([
    [list, '?company=Fabrikam', {}],
    [items, '?%63OMPANY=Fabrikam', {}],
    [list, '', { headers: { Company: 'Fabrikam' } }],
    [items, '', { headers: { company: '' } }],
    ['/companies', '', { headers: { COMPANY: 'Fabrikam' } }],
  ])('R-22 takes no company but that of the path: %s%s', async (path, query, request) => {
    const response = await get(query, request, path);
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringMatching(/^company: /i)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

describe('items', () => {
  it('R-19, R-23 leads through all pages with all options', async () => {
    const options = '$filter=unitPrice%20lt%20150&$orderby=unitPrice%20desc%2C%20number&$top=120';
    const first = `${items}?${options}&$select=id,number&$expand=itemCategory`;
    const pages = await readPages(stack, first, preferring('odata.maxpagesize=50'));
    const elements = valuesOf(pages);
    expect([sizesOf(pages), new Set(elements.map(({ id }) => id)).size]).toEqual([[50, 50, 20], 120]);
    expect(pages[0]?.json['@odata.nextLink']).toMatch(`${stack.url}${items}?${options}`);
    expect(ItemList.parse({ value: elements })).toBeDefined();
    expect(Object.keys(elements[119] as object)).toEqual(['@odata.etag', 'id', 'number', 'itemCategory']);
  });

  it('R-19 expands the relations of items only', async () => {
    expect((await get('?$top=1&$expand=itemCategory', {}, items)).status).toBe(200);
    const response = await get('?$expand=currency', {}, items);
    const message = '$expand: must be a comma separated list, without repetition, of itemCategory';
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringContaining(message)]);
  });
});
