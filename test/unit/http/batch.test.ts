import { describe, expect, it } from 'vitest';
import { checkPart, formatResponses, parsePartUrl, readParts, toMessage } from '../../../lib/http/batch.ts';
import { parseJsonBody } from '../../../lib/http/parse-json.ts';
import type { Problem } from '../../../lib/http/problem.ts';

const part = { id: '1', method: 'GET', url: '/', headers: {}, bodyText: undefined };

it('the text of a body stays unchanged; null means no body (C-76)', async () => {
  const bodies = ['{ "a" : 1.10, "body": 2 }', '"text"', 'null', '9007199254740993'];
  const requests = bodies.map((body, id) => `{"body": ${body} ,"id":"${id}","method":"post","url":"/"}`);
  const text = `{"requests":[${requests.join(', ')},{"id":"x","method":"GET","url":"/"}]}`;
  const parts = readParts(parseJsonBody(Buffer.from(text)));
  expect(parts.map(({ bodyText }) => bodyText)).toEqual([bodies[0], bodies[1], undefined, bodies[3], undefined]);
  expect(parts[0]).toMatchObject({ id: '0', method: 'POST', headers: {} });
});

describe('parsePartUrl', () => {
  it.each([
    ['/a/b?x=1&y=?', 'a/b', 'x=1&y=?'],
    ['a/b/', 'a/b', ''],
    ['/a?', 'a', ''],
    ['?x', '', 'x'],
    ['', '', ''],
    ['/a%20b%2Fc%252fd/%C3%A4?%20', 'a b%2Fc%2fd/ä', '%20'],
    ['/vendor-docs/documentModels:authorizeCopy', 'vendor-docs/documentModels:authorizeCopy', ''],
    ['/a/../b/./%2e', 'a/../b/./.', ''],
    ['/a//b', 'a//b', ''],
  ])('the path is decoded once, the query never: %s (C-72)', (url, path, rawQuery) => {
    expect(parsePartUrl(url)).toEqual({ path, rawQuery });
  });

  it('more segments than any route has are the route of no operation (C-72)', () => {
    expect(parsePartUrl(`/${'a/'.repeat(50)}`).path).toBe(`${'a/'.repeat(49)}a`);
    expect(() => parsePartUrl(`/${'a/'.repeat(500)}`)).toThrow(expect.objectContaining({ type: 'route_not_found' }));
  });

  it.each([
    [['http://a/b', 'HTTPS:a', 'x-y.z+1:'], 'must be relative, without scheme and host'],
    [['//a'], 'must not name a host'],
    [['/\\a', '\\\\a', '/a b', '/ä'], 'must be percent-encoded ASCII'],
    [['/a#b'], 'must not have a fragment'],
    [['/%ff', '/%'], 'must be percent-encoded UTF-8'],
    [['/$batch', 'v/%24batch', '/v1.0/%24BATCH/?x'], 'must not be a batch'],
  ])('refuses %j, which %s (C-72, A75)', (urls, message) => {
    const refusal = { type: 'invalid_request', details: [{ code: 'invalid_value', target: 'url', message }] };
    for (const url of urls) expect(() => parsePartUrl(url)).toThrow(expect.objectContaining(refusal));
  });

  it('takes 8,000 characters (C-72)', () => {
    expect(parsePartUrl('a'.repeat(8_000)).path).toHaveLength(8_000);
    expect(() => parsePartUrl('a'.repeat(8_001))).toThrow();
  });
});

describe('checkPart', () => {
  const failuresOf = (change: object): string[] => {
    try {
      checkPart({ ...part, ...change });
      return [];
    } catch (error) {
      return (error as Problem).details.map(({ target, message }) => `${target}: ${message}`);
    }
  };

  it('refuses identities, connections, names and values that are none, and repeated names (C-74)', () => {
    const names = 'headers: must have valid names';
    expect(failuresOf({ headers: { accept: 'x', Prefer: 'a=1', 'x-ä': '1' } })).toEqual([names]);
    expect(failuresOf({ headers: { TE: 'x', 'a\nb': '1', a: '1\r\n', b: '1', B: '2' } })).toEqual([
      'headers.TE: must not be in a part: that of the batch counts',
      names,
      'headers.a: must not contain control characters',
      'headers.B: must be given once',
    ]);
  });

  it('takes 100 headers (C-74)', () => {
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`ä${n}`, '']));
    expect(failuresOf({ headers })).toEqual(['headers: must have at most 100 members']);
    delete headers['ä0'];
    expect(failuresOf({ headers })).toHaveLength(100);
  });

  it('C-76 refuses a dependency, and a body with GET (C-75)', () => {
    expect(failuresOf({ bodyText: '{}' })).toEqual(['body: must not be sent with GET']);
    expect(failuresOf({ bodyText: '{}', method: 'POST', dependsOn: [] })).toEqual([]);
    const unsupported = { type: 'unsupported_dependency', target: 'dependsOn' };
    expect(() => checkPart({ ...part, dependsOn: ['2'] })).toThrow(expect.objectContaining(unsupported));
  });
});

it('a message has the part’s headers in lower case, and the batch’s own ones instead of them (C-74)', async () => {
  const headers = { 'If-None-Match': ' "1" ', 'Accept-Encoding': 'gzip', traceparent: 'theirs' };
  const target = { params: { a: '1' }, rawQuery: 'b' };
  const message = toMessage({ ...part, headers, bodyText: '"ä"' }, target, { traceparent: 'ours' });
  const names = ['if-none-match', 'accept-encoding', 'traceparent', 'toString'];
  expect(names.map((name) => message.header(name))).toEqual(['"1"', undefined, 'ours', undefined]);
  expect(message).toMatchObject({ method: 'GET', ...target });
  expect(String(await message.readBody(4))).toBe('"ä"');
  await expect(message.readBody(3)).rejects.toMatchObject({ type: 'content_too_large' });
});

it('bodies are in the response byte for byte, absent where there are none (C-69)', () => {
  const json = { 'content-type': 'application/json; charset=utf-8', 'x-ms-request-id': 'r', vary: 'accept-encoding' };
  const text = formatResponses([
    { id: 'a"', response: { status: 200, headers: json, body: Buffer.from('{ "n": 1.0 }') } },
    { id: 'c', response: { status: 200, headers: {}, body: '"ä"' } },
    { id: 'd', response: { status: 304, headers: { etag: '"1"', 'retry-after': '1', 'odata-version': '4.0' } } },
  ]).toString();
  expect(text).toContain('"body":{ "n": 1.0 }}');
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'x-ms-request-id': 'r' };
  expect(JSON.parse(text)).toEqual({
    responses: [
      { id: 'a"', status: 200, headers, body: { n: 1 } },
      { id: 'c', status: 200, headers: {}, body: 'ä' },
      { id: 'd', status: 304, headers: { ETag: '"1"', 'Retry-After': '1', 'OData-Version': '4.0' } },
    ],
  });
});
