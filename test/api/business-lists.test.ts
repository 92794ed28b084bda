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
  it('leads through all pages of 100, and asks for the size with each of them (R-18, R-23)', async () => {
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
  ])('sends a filter byte for byte: %s (R-18, R-21)', async (filter, displayName) => {
    const query = `?$filter=${encodeURIComponent(filter)}&$orderby=number%20desc&$select=displayName`;
    const { status, json } = await get(query);
    expect([status, json.value]).toMatchObject([200, [{ displayName }]]);
    expect(CustomerList.parse(json)).toBeDefined();
    expect((await stack.lastCall())?.path).toBe(`/business/v2.0${list}${query}`);
  });

  it('a next link inside an element is relayed unchanged, and leads to the service (C-39)', async () => {
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

  it.each([
    ["number in ('10000', '20000')", "(displayName eq 'any(x)') and number IN('10000')"],
    ["defaultDimensions/any(d:d/dimensionCode eq 'SHOP')", "defaultDimensions/all (d:d/dimensionCode eq 'SHOP')"],
    ["contains(tolower(displayName),'trey')", "startswith ((toupper(displayName)),'TREY')"],
  ])('sends %s only with the version that reads it (R-21)', async (...filters) => {
    for (const filter of filters) {
      const query = `?$filter=${encodeURIComponent(filter)}`;
      for (const version of ['', '&$schemaversion=2.0']) {
        const refused = await get(query + version);
        expect([refused.status, listFailures(refused).join()]).toEqual([400, expect.stringContaining('2.1')]);
      }
      expect(await stack.upstream.calls()).toEqual([]);
      const { status, json } = await get(`${query}&$schemaversion=2.1&$count=true`);
      expect([status, json['@odata.count'] < 224]).toEqual([200, true]);
      expect((await stack.lastCall())?.path).toBe(`/business/v2.0${list}${query}&$schemaversion=2.1&$count=true`);
      await stack.upstream.reset();
    }
  });

  it.each([
    "displayName eq 'in (a)' or displayName eq 'any(x)'",
    "(number eq '1') and (not (number eq '2'))",
    "contains(displayName,'a') and (startswith(number,'1'))",
    "displayName eq 'O''Hara in (b'",
  ])('needs no version for %s (R-21)', async (filter) => {
    expect((await get(`?$filter=${encodeURIComponent(filter)}`)).status).toBe(200);
  });

  it('counts without a record (R-18)', async () => {
    const { status, json } = await get('?$top=0&$count=true');
    expect([status, json['@odata.count'], json.value, '@odata.nextLink' in json]).toEqual([200, 224, [], false]);
  });

  it.each([
    ["$filter=number%20eq%20'1')%20or%20(1%20eq%201", '$filter: must close its quotes and parentheses'],
    ['$orderby=number;up', '$orderby: must match'],
    ['$select=id($levels=2)', '$select: must match'],
    ['$schemaversion=3.0', '$schemaversion: must be one of 1.0, 2.0, 2.1'],
  ])('refuses %s, and sends nothing (R-18, R-21)', async (query, message) => {
    const response = await get(`?${query}`);
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringContaining(message)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it.each([
    [list, '?company=Fabrikam', {}],
    [items, '?%63OMPANY=Fabrikam', {}],
    [list, '', { headers: { Company: 'Fabrikam' } }],
    ['/companies', '', { headers: { COMPANY: 'Fabrikam' } }],
  ])('takes no company but that of the path: %s%s (R-22)', async (path, query, request) => {
    const response = await get(query, request, path);
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringMatching(/^company: /i)]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

describe('items', () => {
  it('leads through all pages with all options (R-19, R-23)', async () => {
    const options = '$filter=unitPrice%20lt%20150&$orderby=unitPrice%20desc%2C%20number&$top=120';
    const first = `${items}?${options}&$select=id,number&$expand=itemCategory`;
    const pages = await readPages(stack, first, preferring('odata.maxpagesize=50'));
    const elements = valuesOf(pages);
    expect([sizesOf(pages), new Set(elements.map(({ id }) => id)).size]).toEqual([[50, 50, 20], 120]);
    expect(pages[0]?.json['@odata.nextLink']).toMatch(`${stack.url}${items}?${options}`);
    expect(ItemList.parse({ value: elements })).toBeDefined();
    expect(Object.keys(elements[119] as object)).toEqual(['@odata.etag', 'id', 'number', 'itemCategory']);
  });

  it('expands the relations of items only (R-19)', async () => {
    expect((await get('?$top=1&$expand=itemCategory', {}, items)).status).toBe(200);
    const response = await get('?$expand=currency', {}, items);
    const message = '$expand: must be a comma separated list, without repetition, of itemCategory';
    expect([response.status, listFailures(response).join()]).toEqual([400, expect.stringContaining(message)]);
  });
});
