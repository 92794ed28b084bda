import { expect, it } from 'vitest';
import { companies } from '../../dev/seed.ts';
import { ItemList } from '../../tools/openapi/contracts/business-data.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft' });

const list = `/v2.0/companies(${companies.contoso})/items`;

it('R-19, R-23 leads through all pages with all options', async () => {
  const options = '$filter=unitPrice%20lt%20150&$orderby=unitPrice%20desc%2C%20number&$top=120';
  const [elements, sizes]: [object[], number[]] = [[], []];
  for (let path: string | undefined = `${list}?${options}&$select=id,number&$expand=itemCategory`; path; ) {
    const { status, json } = await stack.send('GET', path, { headers: { prefer: 'odata.maxpagesize=50' } });
    expect(status).toBe(200);
    elements.push(...json.value);
    sizes.push(json.value.length);
    const next: string | undefined = json['@odata.nextLink'];
    if (next) expect(next).toMatch(`${stack.url}${list}?${options}`);
    path = next && new URL(next).pathname + new URL(next).search;
  }
  expect([sizes, new Set(elements.map((element) => JSON.stringify(element))).size]).toEqual([[50, 50, 20], 120]);
  expect(ItemList.parse({ value: elements })).toBeDefined();
  expect(Object.keys(elements[119] as object)).toEqual(['@odata.etag', 'id', 'number', 'itemCategory']);
});

it('R-19 keeps decimals and large integers as they are written, and the upstream’s entity tags', async () => {
  const { text, headers } = await stack.send('GET', `${list}?$filter=displayName%20eq%20'Screw'`);
  expect(text).toContain('"inventory":9007199254740993');
  expect(text).toContain('"unitPrice":0.000010');
  expect(text).toContain('"@odata.etag":"W/\\"');
  expect(headers['cache-control']).toBe('no-store');
});

it('R-19 expands the relations of items only', async () => {
  expect((await stack.send('GET', `${list}?$top=1&$expand=unitOfMeasure,%20itemVariants`)).status).toBe(200);
  const response = await stack.send('GET', `${list}?$expand=currency`);
  expect([response.status, ...listFailures(response)]).toEqual([
    400,
    expect.stringContaining('$expand: must be a comma separated list, without repetition, of itemCategory'),
  ]);
});
