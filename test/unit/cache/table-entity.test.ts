import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type CacheKey, toDigest } from '../../../lib/cache/key.ts';
import type { StoredResponse } from '../../../lib/cache/store.ts';
import { type ResponseEntity, toEntity, toPartition, toStoredResponse } from '../../../lib/cache/table-store.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const key = createHash('sha256').update('key').digest('hex') as CacheKey;

const TIMES = { date: 1_800_000_000_000, fetchedAt: 1_800_000_000_000, expiresAt: 1_800_003_660_000 };

function responseOf(body: Buffer, packed = gzipSync(body, { level: 1 })): StoredResponse {
  return { body, packed, digest: toDigest(key, body), ...TIMES };
}

const NOISE = createHash('shake256', { outputLength: MIB }).update('noise').digest();
/** Bytes that do not compress, the same in every run. */
const noise = (bytes: number) => NOISE.subarray(0, bytes);

/** Returns a response of exactly `bytes` of gzip: uncompressed blocks, so that only their number has to be found. */
function packedTo(bytes: number): StoredResponse {
  for (let length = bytes - 18; ; ) {
    const packed = gzipSync(noise(length), { level: 0 });
    if (packed.length === bytes) return responseOf(noise(length), packed);
    length += bytes - packed.length;
  }
}

/** Expects the row to contain the response. */
async function expectResponse(row: ResponseEntity, { body, packed, ...rest }: StoredResponse): Promise<void> {
  const response = await toStoredResponse(key, row);
  expect(response).toMatchObject(rest);
  // Not by toEqual, which compares a byte at a time: seconds for a megabyte.
  expect(response?.body.equals(body)).toBe(true);
  expect(response?.packed?.equals(packed as Buffer)).toBe(true);
}

/** Lists the content properties of an entity with their sizes. */
function partSizes(entity: object): Record<string, number> {
  const parts = Object.entries(entity).filter(([name]) => name.startsWith('content'));
  return Object.fromEntries(parts.map(([name, part]) => [name, (part as Uint8Array).length]));
}

/** What the service counts: 4 bytes, the keys, and for each property 8, its name and its value; text in UTF-16. */
function entitySize({
  partitionKey,
  rowKey,
  ...properties
}: ReturnType<typeof toEntity> & { leasedUntil: Date }): number {
  const sizes = Object.entries(properties).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return 8 + 2 * name.length + 2 * value.length + 4;
    return 8 + 2 * name.length + (value instanceof Uint8Array ? value.length + 4 : 8);
  });
  return 4 + 2 * (partitionKey.length + rowKey.length) + sizes.reduce((sum, size) => sum + size, 0);
}

it('has the times, length and digest of the response, and its compressed body', () => {
  const response = responseOf(Buffer.from('{"value":[]}'));
  expect(toEntity(key, response)).toEqual({
    partitionKey: key.slice(0, 2),
    rowKey: key,
    version: 5,
    fetchedAt: new Date(response.fetchedAt),
    expiresAt: new Date(response.expiresAt),
    length: 12,
    digest: response.digest,
    content0: gzipSync(response.body, { level: 1 }),
  });
});

it('has the gzip form that is at hand, and gives it back', async () => {
  const body = Buffer.from('{"value":[]}');
  const response = responseOf(body, gzipSync(body, { level: 9 }));
  expect(toEntity(key, response)).toMatchObject({ content0: response.packed });
  await expectResponse(toEntity(key, response), response);
});

it('spreads keys over 256 partitions: the first byte', () => {
  expect(toPartition('0aff' as CacheKey)).toBe('0a');
});

it.each([1, 200_000])('a body of %i bytes is the same after a round trip', async (bytes) => {
  const response = responseOf(noise(bytes));
  await expectResponse(toEntity(key, response), response);
});

it('P-17 64 KiB fill one property, one more byte starts the next (the service’s limit per binary property)', () => {
  const sizesOf = (bytes: number) => partSizes(toEntity(key, packedTo(bytes)));
  const first = { content0: 65_536 };
  expect([sizesOf(64 * KIB), sizesOf(64 * KIB + 1)]).toEqual([first, { ...first, content1: 1 }]);
  expect(sizesOf(192 * KIB + 7)).toEqual({ ...first, content1: 65_536, content2: 65_536, content3: 7 });
});

const full = packedTo(14 * 64 * KIB);

it('P-17 14 full properties are stored, within 900 KiB of body and 1 MiB in all; one more byte is refused (F46)', async () => {
  const entity = toEntity(key, full);
  // 896 KiB.
  expect(Object.values(partSizes(entity))).toEqual(Array.from({ length: 14 }, () => 65_536));
  // Including what a lease adds.
  expect(entitySize({ ...entity, leasedUntil: new Date() })).toBeLessThan(MIB - 100 * KIB);
  await expectResponse(entity, full);
  expect(() => toEntity(key, packedTo(14 * 64 * KIB + 1))).toThrow('too large');
});

it('a body of 8 MiB is stored and read, however well it compresses; one more byte is refused', async () => {
  const response = responseOf(Buffer.alloc(8 * MIB));
  await expectResponse(toEntity(key, response), response);
  expect(() => toEntity(key, responseOf(Buffer.alloc(8 * MIB + 1)))).toThrow('too large');
});

const text = Buffer.from(JSON.stringify({ value: Array.from({ length: 50 }, (_, id) => ({ id })) }));
const good: ResponseEntity = toEntity(key, responseOf(text));
const otherKey = createHash('sha256').update('other').digest('hex') as CacheKey;

it.each<[string, Record<string, unknown>]>([
  ['another version', { version: 1 }],
  ['no version', { version: undefined }],
  ['no length', { length: undefined }],
  ['a length of zero', { length: 0 }],
  ['a negative length', { length: -1 }],
  ['a length of NaN', { length: Number.NaN }],
  ['a shorter length', { length: text.length - 1 }],
  ['a longer length', { length: text.length + 1 }],
  ['a length beyond 8 MiB', { length: 8 * MIB + 1 }],
  ['another digest', { digest: '0'.repeat(64) }],
  ['the digest under another key (A68)', { digest: toDigest(otherKey, text) }],
  ['no digest', { digest: undefined }],
  ['no fetch time', { fetchedAt: undefined }],
  ['a fetch time that is text', { fetchedAt: '2026-01-01' }],
  ['no expiry time', { expiresAt: undefined }],
  ['an expiry time that is text', { expiresAt: '2026-01-01' }],
  ['no content', { content0: undefined }],
  ['content that is text', { content0: 'AAAA' }],
  ['content that is not compressed', { content0: text }],
  ['content that is cut short', { content0: good.content0?.subarray(0, -9) }],
  ['another body of the same length', { content0: gzipSync(Buffer.alloc(text.length)) }],
])('a row with %s is invalid (A68, F49)', async (_, wrong) => {
  expect(await toStoredResponse(key, good)).toEqual(responseOf(text));
  expect(await toStoredResponse(key, { ...good, ...wrong } as ResponseEntity)).toBeUndefined();
});

it('a row copied to another key is invalid, and one with a missing part (A68)', async () => {
  expect(await toStoredResponse(otherKey, good)).toBeUndefined();
  const { content1, ...rest } = toEntity(key, responseOf(noise(200_000))) as ResponseEntity & { content1?: Uint8Array };
  expect(content1).toHaveLength(65_536);
  expect(await toStoredResponse(key, rest)).toBeUndefined();
});

it('decompression stops at the length that the row states (A68)', async () => {
  // 4 GiB in 4 MiB: decompressing it all would exceed the test's timeout.
  const bomb = Buffer.concat(Array(128).fill(gzipSync(Buffer.alloc(32 * MIB))));
  for (const length of [1_000, MIB])
    expect(await toStoredResponse(key, { ...good, length, content0: bomb })).toBeUndefined();
});
