import { expect, it } from 'vitest';
import {
  isCorrelationId,
  isHeaderValue,
  isJsonLikeMediaType,
  isJsonMediaType,
  pickRelayedHeaders,
  type RequestMessage,
} from '../../../lib/http/message.ts';
import {
  asksForNewResponse,
  findEntityTag,
  type HeaderRules,
  type PreconditionRules,
  parseHeaders,
} from '../../../lib/http/parse-headers.ts';
import type { ProblemDetail } from '../../../lib/http/problem.ts';
import { expectSplit } from '../../support/split.ts';

it('entity tag and OData version are relayed unchanged, and nothing else (A66)', () => {
  const relayed = { etag: 'AAAAAAAAExk=', 'odata-version': '4.0' };
  const names =
    'retry-after set-cookie server via location azure-asyncoperation www-authenticate x-ms-request-id content-type';
  const kept = { connection: 'close, x-other', ...Object.fromEntries(names.split(' ').map((name) => [name, '1'])) };
  expect(pickRelayedHeaders({ ...kept, ...relayed })).toEqual(relayed);
  expect(pickRelayedHeaders(kept)).toEqual({});
});

it.each([
  ...['etag', 'close, ETag', 'keep-alive ,\tetag ', 'etag,close'].map((connection) => ({ etag: '"1"', connection })),
  { etag: 'a\r\nset-cookie: b' },
])('of %j nothing is relayed: it is for the hop before us (RFC 9110 7.6.1), or not valid', (headers) => {
  expect(pickRelayedHeaders({ ...headers, 'odata-version': '4.0' })).toEqual({ 'odata-version': '4.0' });
});

it('a value is valid in a header that is 1,024 printable ASCII characters at most, and no blank at its ends (RFC 9110 5.5)', () => {
  const invalid = ['a'.repeat(1025), '', ' ', ' a', 'a ', 'a\tb', 'a\nb', 'a\r\nb: c', 'a\n', '\0', '\u007f', 'é'];
  expectSplit(isHeaderValue, ['a', '"tag"', 'W/"tag"', '*', '!~', 'a b', 'a'.repeat(1024)], invalid);
});

it('a correlation id has 128 characters at most, none that a log or a header reads otherwise (A61)', () => {
  const ids = ['0b9e6f3c-8a52-4d0e-9b0d-1c2f3a4b5c6d', 'A.z_09-', 'a'.repeat(128)];
  expectSplit(isCorrelationId, ids, ['a'.repeat(129), '', 'a b', 'a\n', '\na', 'a{"level":"error"}', 'é']);
});

const types = (text: string) => text.split('|');

it('a request is JSON in UTF-8 by its media type, or not (A47; RFC 9110 8.3)', () => {
  const json = types(
    'application/json|Application/JSON| application/json |application/json;|application/json;charset=utf-8|application/json; charset="utf-8"|application/json; odata.metadata=minimal; charset=UTF-8|application/json; charset = utf-8',
  );
  const others = types(
    'application/json; charset=utf-16|application/json; charset = utf-16|application/json; charset=utf-8; charset=utf-16|application/json; charset|application/json; charset=|application/jsonx|application/problem+json|text/json|text/plain|multipart/form-data|',
  );
  expectSplit(isJsonMediaType, json, [...others, undefined]);
});

it('a response is JSON by its media type, also with a suffix (RFC 6838 4.2.8)', () => {
  const json = types(
    'application/json|Application/JSON;odata.metadata=minimal|application/json ; charset=utf-8|application/problem+json|application/vnd.error-v1.0+json; a=b|text/json; charset=utf-8',
  );
  const others = types(
    'application/jsonx|application/+json|application/json x|xapplication/json|text/html|text/jsonx|',
  );
  expectSplit(isJsonLikeMediaType, json, [...others, undefined]);
});

type Headers = Readonly<Record<string, string>>;

const toMessage = (headers: Headers, method = 'GET'): RequestMessage => ({
  method,
  params: {},
  rawQuery: '',
  header: (name) => headers[name],
  readBody: () => Promise.reject(new Error('is not read')),
});

function parse(rules: HeaderRules, headers: Headers, method?: string) {
  const details: ProblemDetail[] = [];
  const parsed = parseHeaders(rules, toMessage(headers, method), details);
  return { ...parsed, failures: details.map(({ code, target, message }) => `${code} ${target}: ${message}`) };
}

const readSize = (prefer: string) => parse({ pageSize: { default: 100, max: 1_000 } }, { prefer }).pageSize;

it.each([
  ['odata.maxpagesize=300', 300],
  ['maxpagesize=300', 300],
  ['OData.MaxPageSize = 300', 300],
  ['odata.maxpagesize="300"', 300],
  ['odata.maxpagesize=300; x=y', 300],
  ['return=minimal,odata.maxpagesize=7', 7],
  ['odata.maxpagesize=7, odata.maxpagesize=9', 7],
  ['odata.maxpagesize=1001', 1_000],
  ['odata.maxpagesize=999999999', 1_000],
])('the page size that %s prefers is %i, within the bound (R-23)', (prefer, size) => {
  expect(readSize(prefer)).toBe(size);
});

it('the page size is the default where none is preferred, and none without a rule (R-23)', () => {
  const values = '|=0|=|=-5|=1e3|=9999999999'.split('|').map((value) => `odata.maxpagesize${value}`);
  for (const prefer of ['', 'x.maxpagesize=5', 'return="odata.maxpagesize=5"', ...values])
    expect(readSize(prefer), prefer).toBe(100);
  expect(parse({}, { prefer: 'odata.maxpagesize=5' })).toEqual({ preconditions: {}, failures: [] });
});

it('lists the headers that are refused, also empty ones (R-22)', () => {
  const { failures } = parse({ refusedHeaders: ['company', 'tenant'] }, { company: '', other: 'x' });
  expect(failures).toEqual(['unsupported_header company: is not supported by this operation']);
});

const readPreconditions = (preconditions: PreconditionRules | undefined, headers: Headers, method = 'PUT') =>
  parse({ ...(preconditions && { preconditions }) }, headers, method);
const update = { ifMatch: true } as const;
const replace = { ifMatch: true, ifNoneMatch: 'create-only' } as const;

it('If-Match is *, one strong entity tag or one bare token, and is returned unchanged (C-16)', () => {
  for (const tag of ['*', '"1"', '""', '"a,b"', 'AAAAAAAAExk='])
    expect(readPreconditions(update, { 'if-match': tag })).toEqual({
      preconditions: { 'if-match': tag },
      failures: [],
    });
  const rule = 'invalid_value if-match: must be *, one strong entity tag or one bare token';
  const others = ['', '"é"', 'a\r\nb', 'W/"1"', '"1", "2"', 'a,b', 'a b', '**', '"*"a', '"a', `"${'a'.repeat(1023)}"`];
  for (const tag of others) expect(readPreconditions(update, { 'if-match': tag }).failures, tag).toEqual([rule]);
});

it('those that no rule declares are rejected by name, not ignored (C-18, A54)', () => {
  const refused = (name: string) => `unsupported_precondition ${name}: is not supported by this operation`;
  const all = { 'if-match': '"1"', 'if-none-match': '*', 'if-modified-since': 'x', 'if-unmodified-since': '' };
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
    const expected = { preconditions: {}, failures: Object.keys(all).map(refused) };
    expect(readPreconditions(undefined, all, method)).toEqual(expected);
  }
  expect(readPreconditions(update, all).failures).toEqual(Object.keys(all).slice(1).map(refused));
  expect(readPreconditions(replace, { 'if-modified-since': 'x' }).failures).toEqual([refused('if-modified-since')]);
  // A GET has none: the cache reads its If-None-Match.
  expect(readPreconditions(undefined, all, 'GET')).toEqual({ preconditions: {}, failures: [] });
});

it('If-None-Match is *; anything else is 412 (S2-79, S2-80, A54)', () => {
  const create = { 'if-none-match': '*' };
  expect(readPreconditions(replace, create)).toEqual({ preconditions: create, failures: [] });
  const failed = { type: 'precondition_failed', status: 412, outcome: 'not-sent' };
  const problem = { ...failed, target: 'if-none-match', message: 'If-None-Match must be *.' };
  for (const tag of ['"1"', '**', ' *', 'W/*'])
    expect(() => readPreconditions(replace, { 'if-none-match': tag })).toThrow(expect.objectContaining(problem));
});

it('both at once are rejected (A54): * as invalid, another value as 412 (C-17)', () => {
  const read = (tag: string) => readPreconditions(replace, { 'if-match': '"1"', 'if-none-match': tag });
  expect(read('*').failures).toEqual(['invalid_value if-none-match: must not be given together with if-match']);
  expect(() => read('"2"')).toThrow(expect.objectContaining({ type: 'precondition_failed', status: 412 }));
});

it('no-cache asks for a new response, unless a browser adds it by itself, with Pragma (RFC 9111 5.2.1.4)', () => {
  const asksForNew = (headers: Headers) => asksForNewResponse(toMessage(headers));
  const toHeaders = (value: string) => ({ 'cache-control': value });
  const yes = ['no-cache', 'No-Cache', 'max-age=0,  no-cache , no-transform'].map(toHeaders);
  const no = ['no-store', 'x-no-cache', 'no-cache-please', '', 'max-age=0'].map(toHeaders);
  const browser = { 'cache-control': 'no-cache', pragma: 'no-cache' };
  expectSplit<Headers>(asksForNew, yes, [{}, ...no, browser, { ...browser, 'if-none-match': '"a"' }]);
});

it('If-None-Match is compared weakly, by whole tags (RFC 9110 8.8.3.2, 13.1.2)', () => {
  const matches = (sent: string) => findEntityTag(sent, ['"a"']) === '"a"';
  const no = ['"b"', 'a', '"A"', 'w/"a"', '"aW/"', '"b", *', ''];
  expectSplit(matches, ['"a"', 'W/"a"', ' "a" ', '"b", "a"', '"b",W/"a"', '*', ' * '], no);
});

it.each([
  [undefined, undefined],
  ['"b"', undefined],
  ['"a"', '"a"'],
  ['"a-gzip"', '"a-gzip"'],
  ['"a", W/"a-gzip"', '"a-gzip"'],
  ['*', '"a-gzip"'],
])('of the tags of two codings If-None-Match: %s has %s; the first wins', (ifNoneMatch, etag) => {
  expect(findEntityTag(ifNoneMatch, ['"a-gzip"', '"a"'])).toBe(etag);
});
