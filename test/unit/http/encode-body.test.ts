import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodeBody, parseAcceptEncoding, toGzip } from '../../../lib/http/encode-body.ts';

const GZIP = 'gzip';
const IDENTITY = 'br';
const GZIP_ONLY = 'gzip, identity;q=0';
const NOTHING = '*;q=0';
const asking = (accepted: string, ifNoneMatch?: string) => ({
  header: (name: string) => ({ 'accept-encoding': accepted, 'if-none-match': ifNoneMatch })[name],
});

const LARGE = 'x'.repeat(2000);
const VARY = { vary: 'accept-encoding' };

it.each([
  [
    { gzip: true, identity: true },
    'gzip|GZip|x-gzip|gzip, deflate, br, zstd|br;q=1.0, gzip;q=0.8, *;q=0.1|gzip ; q=0.001|*',
  ],
  [{ gzip: true, identity: true }, 'identity;q=0.5, gzip;q=0.5|,, ;q=1 ,gzip'],
  [
    { gzip: false, identity: true },
    '|br|gzip;q=0|gzip;q=0.000, *|identity, *;q=0|identity;q=1, gzip;q=0.5|gzip;q=2|gzip;q=x|gzip;q',
  ],
  [{ gzip: true, identity: false }, '*;q=0, gzip|identity;q=0, gzip;q=0.5|identity;q=0, *'],
  [{ gzip: false, identity: false }, '*;q=0|identity;q=0'],
])('%o is what is accepted with one of %s', (accepted, values) => {
  for (const value of values.split('|')) expect(parseAcceptEncoding(value), value).toEqual(accepted);
  expect(parseAcceptEncoding(undefined)).toEqual({ gzip: false, identity: true });
});

it('a body over 1,024 bytes is sent as gzip, a smaller one only if the caller refuses the identity', async () => {
  const listCodings = (accepted: string, sizes: readonly number[]) =>
    Promise.all(sizes.map(async (size) => (await encode('x'.repeat(size), accepted)).headers['content-encoding']));
  expect(await listCodings(GZIP, [1024, 1025])).toEqual([undefined, 'gzip']);
  expect(await listCodings(GZIP_ONLY, [1, 1025])).toEqual(['gzip', 'gzip']);
  for (const accepted of [IDENTITY, NOTHING])
    expect(await listCodings(accepted, [1, 1025])).toEqual([undefined, undefined]);
});

it.each([1, 64 * 1024, 64 * 1024 + 1, 2_000_000])('%i bytes are the same after decompression', async (bytes) => {
  const body = Buffer.alloc(bytes, 'value ');
  expect(gunzipSync((await toGzip(body)) as Buffer).equals(body)).toBe(true);
});

it.each([10, 1_000_000])('%i bytes that cannot be compressed fail no response (C-47)', async (length) => {
  expect(await toGzip({ length } as Uint8Array)).toBeUndefined();
});

it.each(['x'.repeat(2000), Buffer.from('x'.repeat(2000))])('text and bytes are compressed', async (body) => {
  const response = { status: 201, headers: { etag: 'e' }, body };
  const { status, headers, body: packed } = await encodeBody(response, asking(GZIP, 'e'));
  expect([status, headers]).toEqual([201, { etag: 'e', vary: 'accept-encoding', 'content-encoding': 'gzip' }]);
  expect(gunzipSync(packed as Buffer).toString()).toBe(String(body));
  expect(response.headers).toEqual({ etag: 'e' });
});

it('what is not compressed says that it could vary', async () => {
  expect(await encode('{}', GZIP)).toEqual({ status: 200, headers: VARY, body: Buffer.from('{}') });
  for (const accepted of [IDENTITY, NOTHING]) expect((await encode(LARGE, accepted)).headers).toEqual(VARY);
});

it('and varies by what it varied by before (C-47)', async () => {
  const own = { status: 200, headers: { vary: 'authorization' }, body: LARGE };
  expect((await encodeBody(own, asking(IDENTITY))).headers).toEqual({ vary: 'accept-encoding, authorization' });
});

it('a packed body is sent as it is kept, and only to callers that accept it', async () => {
  const packed = Buffer.from('packed');
  const send = (accepted: string) => encodeBody({ status: 200, headers: {}, body: LARGE, packed }, asking(accepted));
  expect((await send(GZIP)).body).toBe(packed);
  expect(String((await send(IDENTITY)).body)).toBe(LARGE);
});

it('a body with a digest has an entity tag for each coding, and is left out for a caller that has either (C-48)', async () => {
  const ask = (accepted: string, ifNoneMatch?: string) =>
    encodeBody({ status: 200, headers: {}, body: LARGE, digest: 'd' }, asking(accepted, ifNoneMatch));
  expect((await ask(IDENTITY, '"other"')).headers).toEqual({ ...VARY, etag: '"d"' });
  expect((await ask(GZIP)).headers).toEqual({ ...VARY, etag: '"d-gzip"', 'content-encoding': 'gzip' });
  for (const accepted of [IDENTITY, GZIP])
    for (const etag of ['"d"', '"d-gzip"'])
      expect(await ask(accepted, etag)).toEqual({ status: 304, headers: { ...VARY, etag } });
});

it('a response without a body does not vary', async () => {
  const deleted = { status: 204, headers: {} };
  expect(await encodeBody(deleted, asking(GZIP))).toEqual(deleted);
});

function encode(body: string, accepted: string) {
  return encodeBody({ status: 200, headers: {}, body }, asking(accepted));
}
