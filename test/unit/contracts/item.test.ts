import { describe, expect, it } from 'vitest';
import { Item } from '../../../tools/openapi/contracts/business-data.ts';
import { buildItem } from './builders.ts';
import { expectType, failuresOf, type TypeName, withMember } from './support.ts';

describe('document 3, Item', () => {
  it.each<[string, TypeName]>([
    ['number', 'string'],
    ['displayName', 'string'],
    ['type', 'string'],
    ['itemCategoryId', 'guid'],
    ['itemCategoryCode', 'string'],
    ['blocked', 'boolean'],
    ['gtin', 'string'],
    ['inventory', 'number'],
    ['unitPrice', 'number'],
    ['priceIncludesTax', 'boolean'],
    ['unitCost', 'number'],
    ['taxGroupId', 'guid'],
    ['taxGroupCode', 'string'],
    ['baseUnitOfMeasureId', 'guid'],
    ['baseUnitOfMeasureCode', 'string'],
    ['lastModifiedDateTime', 'date-time'],
  ])('S3-25, S3-26 %s is of type %s', (name, type) => {
    expectType(Item, buildItem(), name, type, true);
  });

  it('S3-25 id is a GUID and in every response', () => {
    expectType(Item, buildItem(), 'id', 'guid');
    expect(failuresOf(Item, withMember(buildItem(), 'id', undefined))).toEqual(['id: is required']);
  });

  it('S3-25 values of type are examples', () => {
    for (const type of ['Inventory', 'Service', 'Non_x002D_Inventory']) {
      expect(failuresOf(Item, { ...buildItem(), type })).toEqual([]);
    }
  });

  it('unknown members pass unchanged', () => {
    const item = { ...buildItem(), '@odata.context': 'https://example.com', displayName2: '' };
    expect(Item.parse(item)).toEqual(item);
  });
});
