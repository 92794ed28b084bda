import { describe, expect, it } from 'vitest';
import { matchRoute, splitPath } from '../../dev/host/route-match.ts';
import { parseRouteTemplate } from '../../dev/host/route-template.ts';

function match(route: string, path: string) {
  const values = matchRoute(parseRouteTemplate('Function x', route), splitPath(path));
  return values && Object.fromEntries(values);
}

describe('a route template', () => {
  it.each([
    ['a literal in any case', 'Api/Items', '/api/iTEMS', {}],
    ['one trailing slash', 'items', '/items/', {}],
    ['not two trailing slashes', 'items', '/items//', undefined],
    ['not an empty segment', 'a/{x}/b', '/a//b', undefined],
    ['not fewer segments', 'a/{x}', '/a', undefined],
    ['not more segments', 'a/{x}', '/a/b/c', undefined],
    ['a parameter', '{x}', '/v', { x: 'v' }],
    ['not the root', '{x}', '/', undefined],
  ])('matches %s: %s with %s', (_, route, path, expected) => {
    expect(match(route, path)).toEqual(expected);
  });

  it.each([
    [
      'keys in brackets',
      'companies({companyId})/customers({customerId})',
      '/companies(1)/customers(2)',
      { companyId: '1', customerId: '2' },
    ],
    ['literals in any case', 'companies({companyId})', '/Companies(1)', { companyId: '1' }],
    ['not an empty key', 'companies({companyId})', '/companies()', undefined],
    ['not without the end literal', 'companies({companyId})', '/companies(1)x', undefined],
    ['not without the first literal', 'companies({companyId})', '/xcompanies(1)', undefined],
    ['brackets inside a key, from right to left', 'companies({companyId})', '/companies(a)b)', { companyId: 'a)b' }],
    ['the last occurrence of a literal only', 'a{x}', '/aab', undefined],
    ['a literal colon', 'documentModels:authorizeCopy', '/documentmodels:AUTHORIZECOPY', {}],
    ['a namespace, leftmost greedy', '{ns}.ResourceHealth', '/Vendor.X.ResourceHealth', { ns: 'Vendor.X' }],
    ['not an empty namespace', '{ns}.ResourceHealth', '/.ResourceHealth', undefined],
    ['two parameters, the left one greedy', '{a}-{b}', '/x-y-z', { a: 'x-y', b: 'z' }],
  ])('matches in a segment with several parts %s: %s with %s', (_, route, path, expected) => {
    expect(match(route, path)).toEqual(expected);
  });
});
