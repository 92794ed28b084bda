/** Seed data of the business data API: companies, customers and items, with numbers that must keep their spelling. */
import { companies, customers, items } from '../../seed.ts';
import type { BusinessEntity, Company } from '../entities.ts';
import { lexical } from '../json.ts';
import type { ProfileNames } from '../profiles.ts';
import { customer, item, modified, toLabel } from './business-records.ts';

/** So many records more than those with a name of their own: a list has pages. */
const recordCount = 220;

const indexes = Array.from({ length: recordCount }, (_, index) => index);

/** A company of the list; `timestamp` is an int64. */
function company(id: string, name: string): BusinessEntity {
  return {
    etag: `W/"JzE4OzEwMDAw${name};"`,
    members: {
      id,
      systemVersion: '24.0.16410.0',
      timestamp: lexical('9007199254740993'),
      name,
      displayName: `${name} Ltd.`,
      businessProfileId: '',
      systemCreatedAt: '2024-02-11T10:20:30.123Z',
      systemCreatedBy: '0b1ec000-0000-4000-8000-000000000001',
      systemModifiedAt: modified,
      systemModifiedBy: '0b1ec000-0000-4000-8000-000000000001',
    },
    relations: {},
  };
}

/** The identity sees more companies than any caller of the local policy. */
const proseware = 'c0400000-0000-4000-8000-00000000000c';

const seeded = new Map<ProfileNames, ReadonlyMap<string, Company>>();

/** Returns the same companies each time: nothing changes them. */
export function seedCompanies(names: ProfileNames): ReadonlyMap<string, Company> {
  const known = seeded.get(names) ?? composeCompanies(names);
  seeded.set(names, known);
  return known;
}

function composeCompanies(names: ProfileNames): ReadonlyMap<string, Company> {
  const service = { type: 'Service', inventory: 0 };
  const contoso = {
    entity: company(companies.contoso, 'Contoso'),
    customers: byId(
      customer(names, [customers.contoso.adatum, '10000', 'Adatum Corporation']),
      customer(names, [customers.contoso.treyResearch, '20000', 'Trey Research'], { blocked: 'Ship' }),
      customer(names, [customers.contoso.schoolOfFineArt, '30000', 'School of Fine Art'], { taxLiable: false }),
      customer(names, ['c0500000-0000-4000-8000-0000000000a4', '40000', "O'Hara & Söhne, 100% + 1"]),
      ...indexes.map((index) => customer(names, toLabel('c0510000', index), { city: index % 2 ? 'Bern' : 'Trier' })),
    ),
    items: byId(
      item([items.contoso.bicycle, '1000', 'Bicycle'], '1099.90'),
      item([items.contoso.bell, '1100', 'Bell'], '1.10', { blocked: true, gtin: '4006381333931' }),
      item([items.contoso.screw, '1200', 'Screw'], '0.000010', { inventory: lexical('9007199254740993') }),
      item([items.contoso.delivery, '1300', 'Delivery'], '5.00', service),
      ...indexes.map((index) => item(toLabel('17e50000', index), `${index}.50`)),
    ),
  };
  const fabrikam = {
    entity: company(companies.fabrikam, 'Fabrikam'),
    customers: byId(
      customer(names, [customers.fabrikam.cohoWinery, '10000', 'Coho Winery'], { country: 'DE', city: 'Trier' }),
      customer(names, [customers.fabrikam.relecloud, '20000', 'Relecloud'], { blocked: 'All' }),
      customer(names, [customers.fabrikam.graphicDesign, '30000', 'Graphic Design Institute'], { type: 'Person' }),
    ),
    items: byId(
      item([items.fabrikam.desk, '2000', 'Desk'], '649.40'),
      item([items.fabrikam.lamp, '2100', 'Lamp'], '35.60', { type: names.nonInventory }),
      item([items.fabrikam.grain, '2200', 'Grain of sand'], '1E-7', { inventory: lexical('12345678901234567890') }),
      item([items.fabrikam.assembly, '2300', 'Assembly'], '80.00', service),
    ),
  };
  return new Map([
    [companies.contoso, contoso],
    [companies.fabrikam, fabrikam],
    [proseware, { entity: company(proseware, 'Proseware'), customers: byId(), items: byId() }],
  ]);
}

function byId(...entities: BusinessEntity[]): ReadonlyMap<string, BusinessEntity> {
  return new Map(entities.map((entity) => [String(entity.members['id']), entity]));
}
