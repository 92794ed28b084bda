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

  it.each([
    ['/items', "a segment is empty. Remove the '/' at the start or the end, or the doubled '/'."],
    ['items/', 'a segment is empty'],
    ['api//x', 'a segment is empty'],
    ['{a}{b}', "'{a}{b}' has two adjacent parameters. Separate them by a literal."],
    ['{a}/{A}', "the parameter 'A' appears twice. Rename one."],
  ])('rejects %s: %s', (route, reason) => {
    expect(() => parseRouteTemplate("Function 'x'", route)).toThrow(`Function 'x', route '${route}': ${reason}`);
  });

  it.each([
    ['{x?}', "the parameter '{x?}'; only {name} is allowed"],
    ['{name}.{extension?}', "the parameter '{extension?}'; only {name} is allowed"],
    ['{x=d}', "the parameter '{x=d}'; only {name} is allowed"],
    ['a/{*rest}', "the parameter '{*rest}'; only {name} is allowed"],
    ['{**rest}', "the parameter '{**rest}'; only {name} is allowed"],
    ['{x:guid}', "the parameter '{x:guid}'; only {name} is allowed"],
    ['{}', "the parameter '{}'; only {name} is allowed"],
    ['a{{b}}', "the literal 'a{{b}}' with one of { } ? ~"],
    ['{a', "the literal '{a' with one of { } ? ~"],
    ['a}', "the literal 'a}' with one of { } ? ~"],
    ['a?', "the literal 'a?' with one of { } ? ~"],
    ['~/a', "the literal '~' with one of { } ? ~"],
  ])('refuses %s as not supported: %s', (route, feature) => {
    expect(() => parseRouteTemplate("Function 'x'", route)).toThrow(
      `Function 'x', route '${route}': the built-in host does not support ${feature}. Change it, or run the app with Core Tools (func start).`,
    );
  });
});
