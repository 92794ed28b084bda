import { expect, it } from 'vitest';
import { readNextPage } from '../../../lib/upstream/next-page.ts';
import { UPSTREAMS } from '../../../lib/upstream/upstreams.ts';

const HOST = 'https://api.businesscentral.dynamics.com/v2.0';
const [OURS, OTHER] = ['c0a70500-0000-4000-8000-000000000001', 'fab00000-0000-4000-8000-000000000002'];
const LIST = '/companies(1)/customers';

/** Returns the query of the next page, or why there is none. */
function read(address: string, link: string): string | undefined {
  const { optionalPath } = UPSTREAMS.businessData;
  try {
    return readNextPage(`${HOST}${link}?$skiptoken=2`, { baseUrl: HOST + address, optionalPath, path: LIST });
  } catch (error) {
    return (error as { cause: string }).cause;
  }
}

it.each([
  [`/${OURS}/production/api/v2.0`, `/${OURS}/production/api/v2.0${LIST}`],
  ['/production/api/v2.0', `/${OURS}/production/api/v2.0${LIST}`],
  [`/${OURS}/production/api/v2.0`, `/production/api/v2.0${LIST}`],
  [`/${OURS.toUpperCase()}/Production/api/v2.0`, `/${OURS}/production/api/v2.0${LIST}`],
])('from %s the list leads on to %s (C-82)', (address, link) => {
  expect(read(address, link)).toBe('?$skiptoken=2');
});

it.each([
  [`/${OURS}/production/api/v2.0`, `/${OTHER}/production/api/v2.0${LIST}`],
  ['/production/api/v2.0', `/${OURS}/sandbox/api/v2.0${LIST}`],
  ['/production/api/v2.0', `/${OURS}/${OURS}/production/api/v2.0${LIST}`],
  ['/production/api/v2.0', `/${OURS}/production/api/v2.0/companies(2)/customers`],
])('from %s nothing leads to %s (C-82)', (address, link) => {
  expect(read(address, link)).toMatch(/^The nextLink does not lead to a page of this list: host api/);
});
