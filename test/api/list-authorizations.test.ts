import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { AuthorizationList } from '../../tools/openapi/contracts/management.ts';
import { buildAuthorization } from '../support/builders.ts';
import { readAll, service, testList } from '../support/list-tests.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
const path = `${service}/authorizationProviders/${managed.provider}/authorizations`;
const get = (query: string) => stack.send('GET', `${path}?api-version=2024-05-01${query.replaceAll(' ', '%20')}`);

testList(stack, {
  rule: 'R-13',
  path: `${path}?api-version=2024-05-01`,
  schema: AuthorizationList,
  page: { size: 1, count: 2, total: 2 },
  invalid: ['$top', ['0', '-1', '1.5', 'x', '']],
  toOther: (link) => link.replace('/github/', '/other/'),
});

it('R-13 has the query of the caller, and ends with an empty nextLink', async () => {
  const { status, headers, json } = await get("&$filter=startswith(name,'n')&$top=5&$skip=0");
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json).toMatchObject({ value: [{ name: managed.authorizations.waiting }], count: 1, nextLink: '' });
  const [call] = await stack.upstream.calls();
  expect(call?.path).toContain("?api-version=2024-05-01&$filter=startswith(name%2C'n')&$top=5&$skip=0");
});

it('R-13, C-39 $top counts over all pages: the upstream’s link says what is left', async () => {
  for (const name of ['a', 'b', 'c']) {
    const body = buildAuthorization({});
    await stack.send('PUT', `${path}/${name}?api-version=2024-05-01`, { body });
  }
  await stack.upstream.control('modes', { pageSize: 2 });
  const first = `${path}?api-version=2024-05-01&$top=3&$skip=1`;
  expect(await readAll(stack, first, AuthorizationList)).toEqual(['b', 'c', managed.authorizations.waiting]);
  expect((await stack.upstream.calls()).at(-1)?.path).toContain('&$top=1&$skip=3');
});
