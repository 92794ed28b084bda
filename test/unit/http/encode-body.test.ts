import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodeBody, isSentAsGzip, parseAcceptEncoding, toEntityTags, toGzip } from '../../../lib/http/encode-body.ts';

const GZIP = { gzip: true, identity: true };
const IDENTITY = { gzip: false, identity: true };
const GZIP_ONLY = { gzip: true, identity: false };
const NOTHING = { gzip: false, identity: false };

it.each([
  [undefined, IDENTITY],
  ['', IDENTITY],
  ['gzip', GZIP],
  ['GZip', GZIP],
  ['x-gzip', GZIP],
  ['gzip, deflate, br, zstd', GZIP],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', GZIP],
  ['gzip ; q=0.001', GZIP],
  ['*', GZIP],
  ['br', IDENTITY],
  ['gzip;q=0', IDENTITY],
  ['gzip;q=0.000, *', IDENTITY],
  ['*;q=0', NOTHING],
  ['*;q=0, gzip', GZIP_ONLY],
  ['identity;q=0', NOTHING],
  ['identity;q=0, gzip;q=0.5', GZIP_ONLY],
  ['identity;q=0, *', GZIP_ONLY],
  ['identity, *;q=0', IDENTITY],
  ['identity;q=1, gzip;q=0.5', IDENTITY],
  ['identity;q=0.5, gzip;q=0.5', GZIP],
  ['gzip;q=2', IDENTITY],
  ['gzip;q=x', IDENTITY],
  ['gzip;q', IDENTITY],
  [',, ;q=1 ,gzip', GZIP],
])('Accept-Encoding: %s', (value, accepted) => {
  expect(parseAcceptEncoding(value)).toEqual(accepted);
});

it('a body over 1,024 bytes is sent as gzip, a smaller one only if the caller refuses the identity', () => {
  expect([1024, 1025].map((bytes) => isSentAsGzip(GZIP, bytes))).toEqual([false, true]);
  expect([1, 1025].map((bytes) => isSentAsGzip(GZIP_ONLY, bytes))).toEqual([true, true]);
  expect([1, 1025].map((bytes) => isSentAsGzip(IDENTITY, bytes))).toEqual([false, false]);
});

it.each([1, 64 * 1024, 64 * 1024 + 1, 2_000_000])('%i bytes are the same after decompression', async (bytes) => {
  const body = Buffer.alloc(bytes, 'value ');
  expect(gunzipSync(await toGzip(body)).equals(body)).toBe(true);
});

it('the entity tags of both codings differ; the first is of the one that is sent', () => {
  expect(toEntityTags('a', false)).toEqual(['"a"', '"a-gzip"']);
  expect(toEntityTags('a', true)).toEqual(['"a-gzip"', '"a"']);
});

it.each(['x'.repeat(2000), Buffer.from('x'.repeat(2000))])('text and bytes are compressed', async (body) => {
  const response = { status: 201, headers: { etag: 'e' }, body };
  const { status, headers, body: packed } = await encodeBody(response, GZIP);
  expect([status, headers]).toEqual([201, { etag: 'e', vary: 'accept-encoding', 'content-encoding': 'gzip' }]);
  expect(gunzipSync(packed as Buffer).toString()).toBe(String(body));
  expect(response.headers).toEqual({ etag: 'e' });
});

it('what is not compressed says that it could vary', async () => {
  const small = { status: 200, headers: {}, body: '{}' };
  const large = { status: 200, headers: {}, body: 'x'.repeat(2000) };
  const packed = { status: 200, headers: { 'content-encoding': 'gzip' }, body: Buffer.from('packed') };
  expect(await encodeBody(small, GZIP)).toEqual({ ...small, headers: { vary: 'accept-encoding' } });
  for (const accepted of [IDENTITY, NOTHING])
    expect(await encodeBody(large, accepted)).toEqual({ ...large, headers: { vary: 'accept-encoding' } });
  expect(await encodeBody(packed, GZIP)).toEqual({
    ...packed,
    headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' },
  });
  const unmodified = { status: 304, headers: {} };
  expect(await encodeBody(unmodified, GZIP)).toEqual({ status: 304, headers: { vary: 'accept-encoding' } });
});

it('a response without a body does not vary', async () => {
  const deleted = { status: 204, headers: {} };
  expect(await encodeBody(deleted, GZIP)).toBe(deleted);
});
