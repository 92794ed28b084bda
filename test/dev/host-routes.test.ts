import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../dev/host/route-match.ts';
import { parseRouteTemplate } from '../../dev/host/route-template.ts';

function match(template: string, path: string) {
  const values = matchRoute(parseRouteTemplate(template), path);
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
    ['an optional parameter', 'a/{x?}', '/a/v', { x: 'v' }],
    ['an optional parameter left out', 'a/{x?}', '/a', {}],
    ['a default', 'a/{x=d}', '/a', { x: 'd' }],
    ['a default overridden', 'a/{x=d}', '/a/v', { x: 'v' }],
    ['a catch-all with its slashes', 'a/{*rest}', '/a/b//c/', { rest: 'b//c/' }],
    ['a double-star catch-all', 'a/{**rest}', '/a/b/c', { rest: 'b/c' }],
    ['not a catch-all that begins with an empty segment', 'a/{*rest}', '/a//b', undefined],
    ['an empty catch-all', 'a/{*rest}', '/a', {}],
    ['a catch-all with a default', '{*rest=d}', '/', { rest: 'd' }],
    ['doubled braces as braces', 'a{{b}}', '/A{b}', {}],
    ['the root', '', '/', {}],
    ['a leading slash dropped', '/a', '/a', {}],
  ])('matches %s: %s with %s', (_, template, path, expected) => {
    expect(match(template, path)).toEqual(expected);
  });

  it.each([
    [
      'keys in brackets',
      'companies({companyId})/customers({customerId})',
      '/companies(1)/customers(2)',
      { companyId: '1', customerId: '2' },
    ],
    ['literals of a complex segment in any case', 'companies({companyId})', '/Companies(1)', { companyId: '1' }],
    ['not an empty key', 'companies({companyId})', '/companies()', undefined],
    ['not without the end literal', 'companies({companyId})', '/companies(1)x', undefined],
    ['not without the first literal', 'companies({companyId})', '/xcompanies(1)', undefined],
    ['brackets inside a key, from right to left', 'companies({companyId})', '/companies(a)b)', { companyId: 'a)b' }],
    ['the last occurrence of a literal only', 'a{x}', '/aab', undefined],
    ['a literal colon', 'documentModels:authorizeCopy', '/documentmodels:AUTHORIZECOPY', {}],
    ['a namespace, leftmost greedy', '{ns}.ResourceHealth', '/Vendor.X.ResourceHealth', { ns: 'Vendor.X' }],
    ['not an empty namespace', '{ns}.ResourceHealth', '/.ResourceHealth', undefined],
    ['two parameters, the left one greedy', '{a}-{b}', '/x-y-z', { a: 'x-y', b: 'z' }],
    ['an optional extension', '{name}.{extension?}', '/a.b.c', { name: 'a.b', extension: 'c' }],
    ['an optional extension left out', '{name}.{extension?}', '/a', { name: 'a' }],
    ['not a dot without its extension', '{name}.{extension?}', '/a.', undefined],
  ])('matches in a complex segment %s: %s with %s', (_, template, path, expected) => {
    expect(match(template, path)).toEqual(expected);
  });

  it.each([
    ['int', ['0', '-7', '+2147483647'], ['2147483648', '1.5', 'x']],
    ['long', ['9223372036854775807'], ['9223372036854775808']],
    ['bool', ['true', 'FALSE'], ['1', 'yes']],
    ['decimal', ['1,000.5', '-.5'], ['1e3', 'x']],
    ['double', ['1e3', '-Infinity', '5.'], ['e3']],
    ['float', ['0.25'], ['0x1']],
    ['datetime', ['2026-01-31', '2026-01-31T10:00:00Z'], ['soon']],
    [
      'guid',
      [
        'c0400000-0000-4000-8000-00000000000A',
        '{c0400000-0000-4000-8000-00000000000a}',
        'c0400000000040008000000000000000',
      ],
      ['c0400000', '{c0400000-0000-4000-8000-00000000000a'],
    ],
    ['alpha', ['abcXYZ'], ['a1']],
    ['minlength(2)', ['ab'], ['a']],
    ['maxlength(2)', ['ab'], ['abc']],
    ['length(2)', ['ab'], ['a', 'abc']],
    ['length(2,3)', ['ab', 'abc'], ['a', 'abcd']],
    ['min(18)', ['18'], ['17', 'x']],
    ['max(18)', ['18', '-1'], ['19']],
    ['range(1,9)', ['1', '9'], ['0', '10']],
    ['regex(^\\d{{3}}$)', ['123'], ['1234', 'abc']],
    ['regex(b)', ['ABC'], ['ac']],
    ['regex(^(a:b|c=d)$)', ['a:b', 'c=d'], ['a']],
    ['required', ['x'], []],
    ['file', ['a.txt', '.gitignore'], ['a', 'a.']],
    ['nonfile', ['a', 'a.'], ['a.txt']],
    ['int:range(1,9)', ['5'], ['x', '10']],
  ])('accepts by {x:%s} %j, refuses %j', (constraint, accepted, refused) => {
    const template = `{x:${constraint}}`;
    expect(accepted.filter((value) => !match(template, `/${value}`))).toEqual([]);
    expect(refused.filter((value) => match(template, `/${value}`))).toEqual([]);
  });

  it('checks the constraint of an optional parameter only when the path holds it', () => {
    expect(match('a/{x:int?}', '/a')).toEqual({});
    expect(match('a/{x:int?}', '/a/1')).toEqual({ x: '1' });
    expect(match('a/{x:int?}', '/a/b')).toBeUndefined();
  });

  it('checks the constraint of a parameter in a complex segment', () => {
    expect(match('a({x:guid})', '/a(c0400000-0000-4000-8000-00000000000a)')).toBeDefined();
    expect(match('a({x:guid})', '/a(1)')).toBeUndefined();
  });

  it.each([
    ['api//x', 'cannot appear consecutively'],
    ['{*rest}/providers', 'A catch-all parameter can only appear as the last segment'],
    ['a{*rest}', 'cannot contain a catch-all parameter'],
    ['{*rest?}', 'A catch-all parameter cannot be marked optional'],
    ['{a', 'incomplete parameter'],
    ['{', 'incomplete parameter'],
    ['a}', 'incomplete parameter'],
    ['{a{b}', 'must be escaped'],
    ['{}', "The route parameter name '' is invalid"],
    ['{a*b}', "The route parameter name 'a*b' is invalid"],
    ['a?', "The literal section 'a?' is invalid"],
    ['{a}{b}', 'two consecutive parameters'],
    ['{a}/{A}', 'appears more than one time'],
    ['{a=1?}', 'An optional parameter cannot have default value'],
    ['a-{b?}', 'Only a period (.) can precede an optional parameter'],
    ['{a?}.{b}', 'An optional parameter must be at the end of the segment'],
    ['~a', "cannot start with a '~'"],
    ['{a:uuid}', "'a' - 'uuid' could not be resolved"],
    ['{a:int(1)}', "'a' - 'int(1)' could not be resolved"],
    ['{a:length(x)}', "'a' - 'length(x)' could not be resolved"],
    ['{a:range(1)}', "'a' - 'range(1)' could not be resolved"],
    ['{a:regex([)}', "'a' - 'regex([)' could not be resolved"],
    ['{a:constructor}', "'a' - 'constructor' could not be resolved"],
  ])('%s is refused: %s', (template, reason) => {
    expect(() => parseRouteTemplate(template)).toThrow(reason);
  });
});
