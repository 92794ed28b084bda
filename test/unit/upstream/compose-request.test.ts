import { expect, it } from 'vitest';
import { type ComposeRules, composeRequest } from '../../../lib/fetch-upstream.ts';
import { toDropRules } from '../../../lib/http/edit-json.ts';
import type { ParsedRequest } from '../../../lib/http/parse-request.ts';
import { formatQuery } from '../../../lib/http/path.ts';

const rules: ComposeRules = { method: 'GET', dropFromRequest: {} };

const encodedPath = '/things/a%20b';
const noHeaders = { preconditions: {}, pageSize: undefined };
const parsed: ParsedRequest = { params: {}, encodedPath, target: encodedPath, query: {}, ...noHeaders };

const ids = { 'x-ms-client-request-id': 'id-1', 'client-request-id': 'id-1' };
const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'frontdesk', ...ids };

it('has the method, path, query and our own headers, and nothing else (I4; A27)', () => {
  const query = { 'api-version': '2025-05-01', $filter: 'a eq 1' };
  const target = '/things/a%20b?api-version=2025-05-01&$filter=a%20eq%201';
  const sent = { ...parsed, query, target: encodedPath + formatQuery(query) };
  expect(composeRequest(rules, sent, 'id-1')).toEqual({ method: 'GET', target, headers: HEADERS });
});

it('ends with the path if there is no query', () => {
  const request = composeRequest({ ...rules, method: 'DELETE' }, parsed, 'id-1');
  expect(request).toMatchObject({ method: 'DELETE', target: encodedPath });
});

it('of a page has the upstream’s own query, and for another collection its path (A41)', () => {
  const query = { 'api-version': '2025-05-01', $top: '5' };
  const compose = (page: string) => composeRequest(rules, { ...parsed, query, page }, 'id-1').target;
  expect(compose('?$skip=5&%24filter=a')).toBe('/things/a%20b?$skip=5&%24filter=a');
  expect(compose('/others?$skiptoken=t')).toBe('/others?$skiptoken=t');
});

it('has the preconditions unchanged (S1-63, S2-78, S2-79)', () => {
  const preconditions = { 'if-match': 'AAAAAAAAExk=', 'if-none-match': '*' };
  expect(composeRequest(rules, { ...parsed, preconditions }, 'id-1').headers).toEqual({ ...HEADERS, ...preconditions });
});

it('has the body unchanged, without the read-only members (I7)', () => {
  const put: ComposeRules = { ...rules, method: 'PUT', dropFromRequest: toDropRules([['id'], ['properties', 'etag']]) };
  const text = '{ "id":1, "properties" : {"price":1.10,"big":9007199254740992,"etag":"e"} }';
  const request = composeRequest(put, { ...parsed, body: { text, value: JSON.parse(text) } }, 'id-1');
  expect(request.body).toBe('{ "properties" : {"price":1.10,"big":9007199254740992} }');
  expect(request.headers).toEqual({ ...HEADERS, 'content-type': 'application/json' });
});

it('has no body and no content type if there is no body', () => {
  const request = composeRequest(rules, parsed, 'id-1');
  expect('body' in request).toBe(false);
  expect(request.headers).not.toHaveProperty('content-type');
});

it.each([
  [{}, ''],
  [{ a: '1' }, '?a=1'],
  [{ a: '1', $b: '' }, '?a=1&$b='],
  [{ $filter: 'a&api-version=2018-07-01#' }, '?$filter=a%26api-version%3D2018-07-01%23'],
  [{ $filter: "x eq 'ü+%'" }, "?$filter=x%20eq%20'%C3%BC%2B%25'"],
])('%j becomes the query %s: each value is encoded once and cannot add a parameter (A38)', (query, text) => {
  expect(formatQuery(query)).toBe(text);
});
