import { describe, expect, it } from 'vitest';
import { companies, customers } from '../../dev/seed.ts';
import { Customer } from '../../tools/openapi/contracts/business-data.ts';
import { buildCustomerPath, grantEverything } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const get = (path = buildCustomerPath()) => stack.send('GET', path);
const expand = (list: string) => get(buildCustomerPath({}, `$expand=${list}`));
const lastPath = async () => (await stack.upstream.calls()).at(-1)?.path;

/** S3-22, S3-23, S3-24. */
const fields = [
  'id, number, displayName, type, addressLine1, addressLine2, city, state, country, postalCode, phoneNumber, email, website',
  'taxLiable, taxAreaId, taxAreaDisplayName, taxRegistrationNumber, currencyId, currencyCode',
  'paymentTermsId, shipmentMethodId, paymentMethodId, blocked, lastModifiedDateTime',
].flatMap((line) => line.split(', '));

const relations =
  'customerFinancialDetails picture defaultDimensions currency paymentTerm shipmentMethod paymentMethod'.split(' ');

describe('document 3, Endpoints 4', () => {
  it('S3-22, S3-27, S3-46, S3-63, S3-65 returns 200 with all properties of the customer', async () => {
    const { status, headers, json } = await get();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(Customer.parse(json)).toMatchObject({ id: customers.contoso.adatum, number: '10000', type: 'Company' });
    expect(Object.keys(json).filter((name) => !name.startsWith('@'))).toEqual(fields);
    const call = (await stack.upstream.calls()).at(-1);
    expect(call).toMatchObject({ path: `/business/v2.0${buildCustomerPath()}`, body: '' });
  });

  it.each([
    [companies.contoso, Object.values(customers.contoso)],
    [companies.fabrikam, Object.values(customers.fabrikam)],
  ])('S3-22, S3-27, S3-46 reads every customer of company %s', async (companyId, ids) => {
    for (const customerId of ids) {
      const { status, json } = await get(buildCustomerPath({ companyId, customerId }));
      expect(status).toBe(200);
      expect(Customer.parse(json)['id']).toBe(customerId);
    }
  });

  it('S3-23 has a single space in blocked if the customer is not blocked', async () => {
    expect((await get()).json.blocked).toBe(' ');
  });

  it.each(relations)('S3-24, S3-47, S3-63 expands %s', async (relation) => {
    const { status, json } = await expand(relation);
    expect(status).toBe(200);
    expect(Customer.parse(json)[relation]).toEqual(expect.any(Object));
    expect(Object.keys(json).filter((name) => relations.includes(name))).toEqual([relation]);
  });

  it.each(['currency,paymentTerm,picture', 'currency,%20paymentTerm,%20picture', 'currency%2CpaymentTerm%2Cpicture'])(
    'S3-24, S3-47 expands a comma-separated list, which is relayed unchanged: %s',
    async (list) => {
      const { json } = await expand(list);
      expect(json).toMatchObject({ currency: { code: 'USD' }, paymentTerm: { code: '30 DAYS' }, picture: {} });
      const sent = new URLSearchParams((await lastPath())?.split('?')[1]);
      expect(sent.get('$expand')).toBe(decodeURIComponent(list));
    },
  );

  it.each([
    ['customerId', '10000'],
    ['customerId', '%2710000%27'],
    ['customerId', 'number=%2710000%27'],
    ['companyId', 'contoso'],
  ])('S3-22, S3-46, C-27 refuses a %s that is not a GUID: %s', async (name, value) => {
    const response = await get(buildCustomerPath({ [name]: value }));
    expect([response.status, ...listFailures(response)]).toEqual([400, `${name}: must be a GUID`]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
