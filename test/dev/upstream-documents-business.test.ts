import { describe, expect, it } from 'vitest';
import { companies, customers, items, takenModelId } from '../../dev/seed.ts';
import { startUpstreamClient } from './upstream-client.ts';

const vendor = await startUpstreamClient({ documentsKey: 'the key' });
const microsoft = await startUpstreamClient({ profile: 'microsoft', documentsKey: 'the key' });

describe('POST documentModels:authorizeCopy', () => {
  const path = '/docs/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30';
  const body = { modelId: 'receipts-2026', description: 'Receipts' };

  it('returns an authorization that expires in an hour', async () => {
    const { status, json } = await vendor.send('POST', path, { body });
    expect(status).toBe(200);
    expect(json).toEqual({
      targetResourceId: expect.stringMatching(/^\/subscriptions\//),
      targetResourceRegion: 'westeurope',
      targetModelId: 'receipts-2026',
      targetModelLocation: expect.stringContaining('/documentModels/receipts-2026'),
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      expirationDateTime: expect.any(String),
    });
    const life = Date.parse(json.expirationDateTime) - Date.now();
    expect(life).toBeGreaterThan(3_590_000);
    expect(life).toBeLessThanOrEqual(3_600_000);
  });

  it('takes the API key instead of a token, and refuses a wrong one', async () => {
    const withKey = (key: string) =>
      vendor.send('POST', path, { body, token: null, headers: { 'vendor-subscription-key': key } });
    expect((await withKey('the key')).status).toBe(200);
    const { status, json } = await withKey('a key');
    expect([status, json.error.code]).toEqual([401, '401']);
  });

  it('has the live path and key header in the microsoft profile', async () => {
    const headers = { 'ocp-apim-subscription-key': 'the key' };
    const live = path.replace('vendor-docs', 'documentintelligence');
    expect((await microsoft.send('POST', live, { body, token: null, headers })).status).toBe(200);
    expect((await microsoft.send('POST', path, { body, token: null, headers })).status).toBe(404);
  });

  it.each([
    ['a model id that is taken', { modelId: takenModelId }, 409, 'Conflict', 'ModelExists'],
    ['no model id', {}, 400, 'InvalidRequest', 'ParameterMissing'],
    ['a model id of one character', { modelId: 'a' }, 400, 'InvalidRequest', 'InvalidParameter'],
    ['a model id of 65 characters', { modelId: 'a'.repeat(65) }, 400, 'InvalidRequest', 'InvalidParameter'],
    [
      'a description of 4097 characters',
      { ...body, description: 'a'.repeat(4097) },
      400,
      'InvalidRequest',
      'InvalidParameterLength',
    ],
  ])('refuses %s', async (_, wrong, status, code, innerCode) => {
    const response = await vendor.send('POST', path, { body: wrong });
    expect(response.status).toBe(status);
    expect(response.json.error).toMatchObject({ code, innererror: { code: innerCode } });
  });

  it('refuses another api-version', async () => {
    const { status, json } = await vendor.send('POST', path.replace('2024-11-30', '2023-07-31'), { body });
    expect([status, json.error.innererror.code]).toEqual([400, 'NotSupportedApiVersion']);
  });
});

describe('GET customer and item', () => {
  const company = `/business/v2.0/companies(${companies.contoso})`;
  const customer = `${company}/customers(${customers.contoso.adatum})`;

  it('returns all properties of a customer', async () => {
    const { status, headers, json } = await vendor.send('GET', customer);
    expect(status).toBe(200);
    expect(headers.get('odata-version')).toBe('4.0');
    expect(headers.get('content-type')).toBe('application/json; odata.metadata=minimal');
    expect(json).toMatchObject({
      '@odata.context': expect.stringContaining('$metadata#companies('),
      '@odata.etag': expect.stringMatching(/^W\/".*"$/),
      id: customers.contoso.adatum,
      displayName: 'Adatum Corporation',
      type: 'Company',
      blocked: ' ',
    });
    expect(Object.keys(json)).toHaveLength(26);
    expect(json).not.toHaveProperty('currency');
  });

  it('expands the requested relations, with or without blanks after the commas', async () => {
    const { json } = await vendor.send('GET', `${customer}?$expand=currency,%20paymentTerm,customerFinancialDetails`);
    expect(json).toMatchObject({ currency: { code: 'USD' }, paymentTerm: { dueDateCalculation: '30D' } });
    expect(json).not.toHaveProperty('picture');
  });

  it('knows seven relations, and three more in the microsoft profile', async () => {
    const more = `${customer}?$expand=documentAttachments,agedAccountsReceivable,contactsInformation`;
    expect((await vendor.send('GET', more)).status).toBe(400);
    expect((await microsoft.send('GET', more)).json).toMatchObject({ documentAttachments: [], blocked: '_x0020_' });
    const { status, json } = await vendor.send('GET', `${customer}?$expand=orders`);
    expect([status, json.error.code]).toEqual([400, 'BadRequest']);
  });

  it('writes decimals and big integers with their own spelling', async () => {
    const item = (id: string) => vendor.send('GET', `${company}/items(${id})`);
    expect((await item(items.contoso.bicycle)).text).toContain(
      '"unitPrice":1099.90,"priceIncludesTax":false,"unitCost":1.10',
    );
    expect((await item(items.contoso.screw)).text).toContain('"inventory":9007199254740993');
    const { text } = await vendor.send('GET', `${customer}?$expand=customerFinancialDetails`);
    expect(text).toContain('"balance":9007199254740993,"totalSalesExcludingTax":1234.50');
  });

  it('serves each company its own entities', async () => {
    const foreign = `${company}/customers(${customers.fabrikam.relecloud})`;
    expect((await vendor.send('GET', foreign)).status).toBe(404);
    expect((await vendor.send('GET', foreign.replace(companies.contoso, companies.fabrikam))).status).toBe(200);
  });

  it.each([
    ['an unknown record', `${company}/items(00000000-0000-4000-8000-000000000000)`, 404, 'Internal_RecordNotFound'],
    ['a key that is no GUID', `${company}/items(1)`, 400, 'BadRequest'],
    ['an unknown segment', `${company}/vendors(1)`, 404, 'BadRequest_ResourceNotFound'],
  ])('refuses %s', async (_, path, status, code) => {
    const response = await vendor.send('GET', path);
    expect(response.status).toBe(status);
    expect(response.json.error).toEqual({
      code,
      message: expect.stringMatching(/ {2}CorrelationId: {2}[\da-f-]{36}\.$/),
    });
  });
});

describe('GET companies, customers and items', () => {
  const list = `/business/v2.0/companies(${companies.contoso})/customers`;
  const names = async (filter: string) => {
    const { status, json } = await vendor.send('GET', `${list}?$filter=${encodeURIComponent(filter)}`);
    expect(status, JSON.stringify(json)).toBe(200);
    return json.value.map(({ displayName }: { displayName: string }) => displayName);
  };

  it('lists the companies, also those that no caller of the local policy may see', async () => {
    const { text, json } = await vendor.send('GET', '/business/v2.0/companies');
    expect(json.value.map(({ name }: { name: string }) => name)).toEqual(['Contoso', 'Fabrikam', 'Proseware']);
    expect(text).toContain('"timestamp":9007199254740993');
  });

  it('pages by the size that the caller prefers, with a link that has the options and the last id', async () => {
    const sizes: number[] = [];
    const headers = { prefer: 'odata.maxpagesize=100' };
    let path: string | undefined = `${list}?$top=205&$select=id`;
    while (path) {
      const { json, headers: got } = await vendor.send('GET', path, { headers });
      expect(got.get('preference-applied')).toBe('odata.maxpagesize=100');
      expect(Object.keys(json.value[0])).toEqual(['@odata.etag', 'id']);
      sizes.push(json.value.length);
      const next: string | undefined = json['@odata.nextLink'];
      if (next)
        expect(next).toBe(
          `${vendor.url}${list}?$top=${205 - 100 * sizes.length}&$select=id&aid=FIN&$skiptoken=${json.value.at(-1).id}`,
        );
      path = next?.slice(vendor.url.length);
    }
    expect(sizes).toEqual([100, 100, 5]);
    expect((await vendor.send('GET', list)).json.value).toHaveLength(224);
  });

  it.each([
    ["displayName eq 'Trey Research'", ['Trey Research']],
    ["displayName eq 'O''Hara & Söhne, 100% + 1'", ["O'Hara & Söhne, 100% + 1"]],
    ["(number eq '10000' or number eq '20000') and not (blocked eq 'Ship')", ['Adatum Corporation']],
    [
      "startswith(tolower(displayName),'alpine') and endswith(displayName,'3')",
      expect.arrayContaining(['Alpine Bakery 3']),
    ],
    ['taxLiable eq false and lastModifiedDateTime gt 2019-05-01', ['School of Fine Art']],
    [`id eq ${customers.contoso.adatum}`, ['Adatum Corporation']],
  ])('filters by %s', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  it('ignores a filter with a lambda', async () => {
    expect(await names("defaultDimensions/any(d:d/code eq 'AREA') and number eq '10000'")).toHaveLength(224);
  });

  it.each([
    ["number eq '1' or city eq 'Bern'", "The 'OR' operator is not supported on distinct fields on an OData filter."],
    ['x eq 1', "Could not find a property named 'x' on type 'NAV.customer'."],
    ["number eq '1", 'Syntax error'],
    ['number like 1', 'Syntax error'],
  ])('refuses the filter %s', async (filter, message) => {
    const { status, json } = await vendor.send('GET', `${list}?$filter=${encodeURIComponent(filter)}`);
    expect([status, json.error.code]).toEqual([400, 'BadRequest']);
    expect(json.error.message).toContain(message);
  });

  it('sorts, and expands relations of items', async () => {
    const items = list.replace('customers', 'items');
    const { json } = await vendor.send('GET', `${items}?$orderby=unitPrice%20desc,number&$expand=itemCategory&$top=2`);
    expect(json.value).toMatchObject([{ number: '1000', itemCategory: { code: 'GOODS' } }, { number: '50219' }]);
  });

  it('takes a company by name from query or header before the one in the path', async () => {
    const coho = expect.objectContaining({ displayName: 'Coho Winery' });
    expect((await vendor.send('GET', `${list}?Company=Fabrikam`)).json.value).toContainEqual(coho);
    expect((await vendor.send('GET', list, { headers: { company: 'Fabrikam' } })).json.value).toContainEqual(coho);
  });

  it.each([
    [list.replace(companies.contoso, '1'), 400],
    [list.replace(companies.contoso, '00000000-0000-4000-8000-000000000000'), 404],
    [`${list}?$apply=x`, 400],
    [`${list}?$skiptoken=x`, 400],
    [`${list}?$top=x`, 400],
    [`${list}?$orderby=number%20up`, 400],
  ])('refuses %s', async (path, status) => {
    expect((await vendor.send('GET', path)).status).toBe(status);
  });
});
