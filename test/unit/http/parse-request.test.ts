import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseMessage, parseUrl, type RequestRules } from '../../../lib/http/parse-request.ts';
import { Problem } from '../../../lib/http/problem.ts';

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { 'content-type': 'application/json' };
const templates = { path: '/things({name})', resource: '/things' };

/** Parses a request; `reads` records the limit of each read of its body. */
function parse(rules: Partial<RequestRules>, parts: Parts = {}, reads: number[] = []) {
  const { params = {}, query = '', headers = {}, body = '' } = parts;
  const all = { params: z.object({}), ...rules };
  const readBody = async (maxBytes: number) => {
    reads.push(maxBytes);
    return Buffer.from(body);
  };
  const message = { method: 'PUT', params, rawQuery: query, header: (name: string) => headers[name], readBody };
  return parseMessage(all, parseUrl(all, templates, message), message, () => {});
}

/** Returns each detail of a refused request, or the Problem's type. */
async function refusal(rules: Partial<RequestRules>, parts: Parts = {}): Promise<string[]> {
  const error: unknown = await parse(rules, parts).catch((problem: unknown) => problem);
  if (!(error instanceof Problem)) throw error;
  if (error.type !== 'invalid_request') return [`${error.type} ${error.status}`];
  return error.details.map(({ code, target, message }) => `${code} ${target}: ${message}`);
}

describe('a URL', () => {
  const rules = { params: z.object({ name: z.string().max(300) }), apiVersions: ['1'] };
  const readUrl = (name: string) => parseUrl(rules, templates, { params: { name }, rawQuery: 'api-version=1' });

  it('has its path as a person reads it, and encoded; neither is logged where a value is unsafe', () => {
    expect(readUrl('a b')).toEqual({
      params: { name: 'a b' },
      path: '/things(a b)',
      resource: '/things',
      encodedPath: '/things(a%20b)',
      target: '/things(a%20b)?api-version=1',
      query: { 'api-version': '1' },
      details: [],
    });
    const refused = { path: undefined, encodedPath: '', details: [{ target: 'name' }] };
    for (const unsafe of ['a/b', '\ud800']) expect(readUrl(unsafe)).toMatchObject(refused);
  });
});

const named = { params: z.object({ name: z.string().min(2), id: z.guid() }) };
const id = '00000000-0000-0000-0000-000000000000';
const query = z.object({ $filter: z.string().max(3).optional(), $skipToken: z.string().optional() });
const versions = { apiVersions: ['2024-05-01', '2025-05-01'] };
const body = z.looseObject({ name: z.string(), parts: z.array(z.object({ size: z.number() })).optional() });

it.each<[string, Partial<RequestRules>, string, Readonly<Record<string, unknown>>]>([
  ['by its declared names', { query, ...versions }, 'API-Version=2025-05-01&$FILTER=a+b', { $filter: 'a b' }],
  ['empty', { query }, '', {}],
  ['without a declaration', {}, '', {}],
  ['with any UTF-8', { query }, '$filter=%C3%A9+%25', { $filter: 'é %' }],
  ['with the character of replacement', { query }, '$filter=%EF%BF%BD', { $filter: '\ufffd' }],
  ['with a percent sign', { query }, '$filter=%zz', { $filter: '%zz' }],
  ['after a question mark', { query }, '?$filter=%41%', { $filter: 'A%' }],
  ['whose schema is strict', { query: z.strictObject({}), ...versions }, 'api-version=2025-05-01', {}],
])('a query is returned: %s', async (_, rules, sent, expected) => {
  const version = rules.apiVersions ? { 'api-version': '2025-05-01' } : {};
  expect((await parse(rules, { query: sent })).query).toEqual({ ...version, ...expected });
});

const UNKNOWN = 'is not a parameter of this operation';
const MISSING = 'missing_parameter api-version: is required; supported: 2024-05-01, 2025-05-01';
const UNSAFE =
  'must contain only letters, digits and ASCII characters other than / \\ % ? #, and must not be only dots';
const TWICE = 'repeated_parameter $filter: must be given once';
const notUtf8 = (name: string) => `invalid_value ${name}: must be UTF-8`;

/** What is refused, the rules, the request, and its failures. */
type Refusal = [string, Partial<RequestRules>, Parts, ...string[]];

it.each<Refusal>([
  ['short names', named, { params: { name: 'a', id } }, 'invalid_value name: must have at least 2 characters'],
  ['other ids', named, { params: { name: 'ab', id: 'x' } }, 'invalid_value id: must be a GUID'],
  ['no route values', named, {}, 'invalid_value name: is required', 'invalid_value id: is required'],
  ...['..', 'a/b', 'a%2Fb', 'a\r\nb'].map((value): Refusal => {
    const what = `a route value that is not safe in a path, declared or not: ${JSON.stringify(value)}`;
    const failures = ['name', 'extra'].map((name) => `invalid_value ${name}: ${UNSAFE}`);
    return [what, named, { params: { name: value, id, extra: value } }, ...failures];
  }),
  [
    'unknown parameters: only declared ones are relayed (A26b, T7)',
    { query },
    { query: 'companyId=1&$filters=a&__proto__=a&=a' },
    ...['companyId', '$filters', '__proto__', ''].map((name) => `unknown_parameter ${name}: ${UNKNOWN}`),
  ],
  ['a parameter where none is declared', {}, { query: '$top=1' }, `unknown_parameter $top: ${UNKNOWN}`],
  [
    'an unknown parameter, named with printable characters, 64 at most',
    {},
    { query: `${encodeURIComponent(`<é\n${'x'.repeat(100)}`)}=1&+~=1` },
    `unknown_parameter <??${'x'.repeat(61)}: ${UNKNOWN}`,
    `unknown_parameter  ~: ${UNKNOWN}`,
  ],
  ['a repeated parameter, in whatever case (A31, T7)', { query }, { query: '$filter=a&$Filter=b&$skipToken=t' }, TWICE],
  [
    'a value by its schema',
    { query },
    { query: '$filter=abcd' },
    'invalid_value $filter: must have at most 3 characters',
  ],
  ['a byte that is not UTF-8', { query }, { query: '$filter=%ff' }, notUtf8('$filter')],
  ['a cut character', { query }, { query: '$filter=a%C3' }, notUtf8('$filter')],
  ['half a surrogate pair', { query }, { query: '&&$FILTER=%ED%A0%80&' }, notUtf8('$filter')],
  ['two', { query }, { query: '$filter=%C3%28&$skipToken=%E2%82' }, notUtf8('$filter'), notUtf8('$skipToken')],
  ['no api-version (S1-62, A39)', versions, {}, MISSING],
  ['an empty api-version (S1-62)', versions, { query: 'api-version=' }, MISSING],
  [
    'another api-version beside other failures',
    versions,
    { query: 'api-version=2018-07-01&x=1' },
    `unknown_parameter x: ${UNKNOWN}`,
    'unsupported_api_version api-version: is not supported; supported: 2024-05-01, 2025-05-01',
  ],
  ['an undeclared api-version', {}, { query: 'api-version=1' }, `unknown_parameter api-version: ${UNKNOWN}`],
  ['a body without a type (A47)', { body }, { body: '{"name":"a"}' }, 'unsupported_media_type 415'],
  ['text (A47)', { body }, { headers: { 'content-type': 'text/plain' }, body: '{}' }, 'unsupported_media_type 415'],
  ['a body that is not JSON, with no other failure', { body }, { headers: json, body: '{' }, 'invalid_json 400'],
  ['no body', { body }, { headers: json }, 'invalid_json 400'],
  [
    'each invalid property by its path',
    { body },
    { headers: json, body: '{"parts":[{"size":1},{"size":"x"}]}' },
    'invalid_value name: is required',
    'invalid_value parts[1].size: must be a number',
  ],
  ['a list (A55)', { body }, { headers: json, body: '[]' }, 'invalid_value body: must be an object'],
  ['null', { body }, { headers: json, body: 'null' }, 'invalid_value body: must be an object'],
  [
    'all at once: route, query, preconditions and body',
    { params: named.params.pick({ id: true }), apiVersions: ['1'], preconditions: { ifMatch: true }, body },
    { params: { id: 'x' }, query: 'y=1', headers: { ...json, 'if-match': '' }, body: '{}' },
    'invalid_value id: must be a GUID',
    `unknown_parameter y: ${UNKNOWN}`,
    'missing_parameter api-version: is required; supported: 1',
    'invalid_value if-match: must be *, one strong entity tag or one bare token',
    'invalid_value name: is required',
  ],
])('refuses %s', async (_, rules, parts, ...failures) => {
  expect(await refusal(rules, parts)).toEqual(failures);
});

it('an unsupported api-version alone has a code of its own, and the list of supported ones', async () => {
  const message = 'api-version: is not supported; supported: 2024-05-01, 2025-05-01';
  const failure = { type: 'unsupported_api_version', status: 400, target: 'api-version', message, details: [] };
  await expect(parse(versions, { query: 'api-version=2018-07-01' })).rejects.toMatchObject(failure);
});

it.each<[string, Readonly<Record<string, string>>, number]>([
  ['an If-None-Match that is 412 (S2-80; A54)', { 'if-none-match': '"1"' }, 412],
  ['the encoding gzip (A46)', { 'content-encoding': 'gzip' }, 415],
  ['the encoding br (A46)', { 'content-encoding': 'br' }, 415],
  ['more than one encoding (A46)', { 'content-encoding': 'identity, gzip' }, 415],
  ['an empty encoding (A46)', { 'content-encoding': '' }, 415],
])('%s is refused before the body is read', async (_, headers, status) => {
  const reads: number[] = [];
  const preconditions = { ifMatch: true, ifNoneMatch: 'create-only' } as const;
  const sent = { headers: { ...json, ...headers }, body: '{"name":"a"}' };
  await expect(parse({ body, preconditions }, sent, reads)).rejects.toMatchObject({ status });
  expect(reads).toEqual([]);
});

it.each<[string, Partial<RequestRules>, Parts['headers'], string, unknown, number[]]>([
  ['as text and value', { body }, json, '{ "name":"a" , "price":1.10 }', { name: 'a', price: 1.1 }, [65_536]],
  ['up to its own bound (A44)', { body, maxBodyBytes: 10 }, json, '{"name":"a"}', { name: 'a' }, [10]],
  ['null, where any is', { body: z.any() }, json, 'null', null, [65_536]],
  ['0', { body: z.any() }, json, '0', 0, [65_536]],
  ['""', { body: z.any() }, json, '""', '', [65_536]],
  ['false', { body: z.any() }, json, 'false', false, [65_536]],
  // RFC 9110 8.4.1: in any casing.
  ['of no encoding', { body }, { ...json, 'content-encoding': 'Identity' }, '{"name":"a"}', { name: 'a' }, [65_536]],
  ['not where none is declared', {}, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, 'x', undefined, []],
])('a body is read: %s', async (_, rules, headers = {}, text, value, limits) => {
  const reads: number[] = [];
  const parsed = await parse(rules, { headers, body: text }, reads);
  expect(parsed.body).toEqual(limits.length > 0 ? { text, value } : undefined);
  expect(reads).toEqual(limits);
});

it('no refusal quotes a value that was given (A62)', async () => {
  const rules = {
    params: z.object({ id: z.guid() }),
    apiVersions: ['1'],
    query: z.object({ $top: z.enum(['1']).optional() }),
    preconditions: { ifMatch: true },
    body: z.object({ password: z.number() }),
  } as const;
  const headers = { ...json, 'if-match': 'canary\n' };
  const sent = { params: { id: 'canary' }, query: 'api-version=canary&$top=canary', headers };
  const said = await refusal(rules, { ...sent, body: '{"password":"canary"}' });
  expect(said).toHaveLength(5);
  expect(said.join()).not.toContain('canary');
});
