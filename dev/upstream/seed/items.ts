/** Seed data: items with their relations. */
import type { BusinessEntity } from '../entities.ts';
import { type JsonObject, lexical } from '../json.ts';
import { type Label, modified } from './labels.ts';

/** An item with every property (S3-25, S3-26, S3-27). `unitPrice` is a string to keep its spelling. */
export function item([id, number, displayName]: Label, unitPrice: string, own: JsonObject = {}): BusinessEntity {
  return {
    etag: `W/"JzIwOzE2MzI3NTI${number};"`,
    members: {
      id,
      number,
      displayName,
      type: 'Inventory',
      itemCategoryId: '17e10000-0000-4000-8000-000000000001',
      itemCategoryCode: 'GOODS',
      blocked: false,
      gtin: '',
      inventory: 17,
      unitPrice: lexical(unitPrice),
      priceIncludesTax: false,
      unitCost: lexical('1.10'),
      taxGroupId: '17e20000-0000-4000-8000-000000000001',
      taxGroupCode: 'TAXABLE',
      baseUnitOfMeasureId: '17e30000-0000-4000-8000-000000000001',
      baseUnitOfMeasureCode: 'PCS',
      lastModifiedDateTime: modified,
      ...own,
    },
    relations: {
      itemCategory: { id: '17e10000-0000-4000-8000-000000000001', code: 'GOODS', displayName: 'Goods' },
      inventoryPostingGroup: { code: 'RESALE', displayName: 'Resale items' },
      generalProductPostingGroup: { code: 'RETAIL', displayName: 'Retail' },
      unitOfMeasure: { id: '17e30000-0000-4000-8000-000000000001', code: 'PCS', displayName: 'Piece' },
      picture: { id, parentType: 'Item', width: 0, height: 0, contentType: '' },
      defaultDimensions: [],
      itemVariants: [],
      documentAttachments: [],
    },
  };
}
