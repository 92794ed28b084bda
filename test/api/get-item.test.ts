import { describe, expect, it } from 'vitest';
import { companies, items } from '../../dev/seed.ts';
import { Item } from '../../tools/openapi/contracts/business-data.ts';
import { BusinessDataError } from '../../tools/openapi/error-schemas.ts';
import { buildItemPath, grantEverything } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const get = (path = buildItemPath()) => stack.send('GET', path);

/** S3-25, S3-26, S3-27. */
const fields = [
  'id, number, displayName, type, itemCategoryId, itemCategoryCode, blocked, gtin, inventory, unitPrice, priceIncludesTax',
  'unitCost, taxGroupId, taxGroupCode, baseUnitOfMeasureId, baseUnitOfMeasureCode, lastModifiedDateTime',
].flatMap((line) => line.split(', '));

describe('document 3, Endpoints 5', () => {
  it('S3-25, S3-27, S3-48, S3-63, S3-65 returns 200 with all properties of the item', async () => {
    const { status, headers, json } = await get();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(Item.parse(json)).toMatchObject({ id: items.contoso.bicycle, type: 'Inventory', blocked: false });
    expect(Object.keys(json).filter((name) => !name.startsWith('@'))).toEqual(fields);
    const [call] = await stack.upstream.calls();
    expect(call).toMatchObject({ method: 'GET', path: `/business/v2.0${buildItemPath()}`, body: '' });
  });

  it.each(Object.values(items.fabrikam))('S3-25, S3-27, S3-48 reads the item %s of another company', async (itemId) => {
    const { status, json } = await get(buildItemPath({ companyId: companies.fabrikam, itemId }));
    expect(status).toBe(200);
    expect(Item.parse(json)['id']).toBe(itemId);
  });

  it('S3-26 relays prices and amounts digit for digit', async () => {
    const grain = await get(buildItemPath({ companyId: companies.fabrikam, itemId: items.fabrikam.grain }));
    expect(grain.text).toContain('"inventory":12345678901234567890,"unitPrice":1E-7,');
    expect(grain.text).toContain('"unitCost":1.10,');
  });

  it('S3-25, S3-48 lists every invalid value with its name, and sends nothing upstream', async () => {
    const response = await get(buildItemPath({ companyId: 'contoso', itemId: '1000' }, '$expand=picture&companyId=x'));
    expect(response.status).toBe(400);
    const { details: _, ...error } = BusinessDataError.parse(response.json).error as Record<string, unknown>;
    expect(error).toEqual({ code: 'invalid_request', message: 'The request is not valid.' });
    expect(listFailures(response)).toEqual([
      'companyId: must be a GUID',
      'itemId: must be a GUID',
      '$expand: is not a parameter of this operation',
      'companyId: is not a parameter of this operation',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
