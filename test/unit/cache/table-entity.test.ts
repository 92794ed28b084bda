import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type CacheKey, toDigest } from '../../../lib/cache/key.ts';
import type { StoredResponse } from '../../../lib/cache/store.ts';
import {
  type ResponseEntity,
  ResponseTooLarge,
  toEntity,
  toPartition,
  toStoredResponse,
} from '../../../lib/cache/table-entity.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const key = createHash('sha256').update('key').digest('hex') as CacheKey;

function replyOf(body: Buffer): StoredResponse {
  return { body: body, digest: toDigest(key, body), fetchedAt: 1_800_000_000_000, expiresAt: 1_800_003_660_000 };
}

/** Bytes that do not compress, the same in every run. */
function noise(bytes: number): Buffer {
  return createHash('shake256', { outputLength: bytes }).update('noise').digest();
}

/** Content that packs to exactly so many bytes: noise of a fitting length, behind zeros that move the packer's blocks. */
function packedTo(bytes: number): Buffer {
  for (let zeros = 0; ; zeros += 1_000) {
    for (let tries = 0, length = bytes - 100; tries < 4; tries++) {
      const body = Buffer.concat([Buffer.alloc(zeros), noise(length)]);
      const missing = bytes - gzipSync(body, { level: 1 }).length;
      if (missing === 0) return body;
      length += missing;
    }
  }
}

/** Expects the row to give back the reply. */
async function expectReply(row: ResponseEntity, { body, ...rest }: StoredResponse): Promise<void> {
  const reply = await toStoredResponse(key, row);
  expect(reply).toMatchObject(rest);
  expect(reply?.body.equals(body)).toBe(true);
}

/** Lists the content properties of an entity with their sizes. */
function partSizes(entity: object): Record<string, number> {
  const parts = Object.entries(entity).filter(([name]) => name.startsWith('content'));
  return Object.fromEntries(parts.map(([name, part]) => [name, (part as Uint8Array).length]));
}

/** What the service counts: 4 bytes, the keys, and for each property 8, its name and its value; text in UTF-16. */
function entitySize(entity: Readonly<Record<string, unknown>>): number {
  const { partitionKey, rowKey, ...properties } = entity as Record<string, unknown> &
    Record<'partitionKey' | 'rowKey', string>;
  const sizes = Object.entries(properties).map(([name, value]) => {
    if (typeof value === 'string') return 8 + 2 * name.length + 2 * value.length + 4;
    if (value instanceof Uint8Array) return 8 + 2 * name.length + value.length + 4;
    return 8 + 2 * name.length + 8;
  });
  return 4 + 2 * (partitionKey.length + rowKey.length) + sizes.reduce((sum, size) => sum + size, 0);
}

it('holds when the reply was fetched, when it expires, how long it is and its digest beside the packed content', () => {
  const reply = replyOf(Buffer.from('{"value":[]}'));
  expect(toEntity(key, reply)).toEqual({
    partitionKey: key.slice(0, 2),
    rowKey: key,
    version: 1,
    fetchedAt: new Date(reply.fetchedAt),
    expiresAt: new Date(reply.expiresAt),
    length: 12,
    digest: reply.digest,
    content0: gzipSync(reply.body, { level: 1 }),
  });
});

it('spreads keys over 256 partitions: the first byte', () => {
  expect(toPartition('0aff' as CacheKey)).toBe('0a');
});

it.each([1, 200_000])('content of %i bytes is given back as it was', async (bytes) => {
  const reply = replyOf(noise(bytes));
  await expectReply(toEntity(key, reply), reply);
});

it('64 KiB fill one property, a byte more begins the next (the service: 64 KiB a binary property)', () => {
  expect(partSizes(toEntity(key, replyOf(packedTo(64 * KIB))))).toEqual({ content0: 65_536 });
  expect(partSizes(toEntity(key, replyOf(packedTo(64 * KIB + 1))))).toEqual({ content0: 65_536, content1: 1 });
  expect(partSizes(toEntity(key, replyOf(packedTo(192 * KIB + 7))))).toEqual({
    content0: 65_536,
    content1: 65_536,
    content2: 65_536,
    content3: 7,
  });
});

const full = packedTo(14 * 64 * KIB);

it('14 full properties are stored, within 900 KiB of body and 1 MiB in all; a byte more is refused (F46)', async () => {
  const reply = replyOf(full);
  const entity = toEntity(key, reply);
  const sizes = Object.values(partSizes(entity));
  expect(sizes).toEqual(Array.from({ length: 14 }, () => 65_536));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(900 * KIB);
  // With what a lease adds.
  expect(entitySize({ ...entity, leasedUntil: new Date() })).toBeLessThan(MIB - 100 * KIB);
  await expectReply(entity, reply);
  expect(() => toEntity(key, replyOf(packedTo(14 * 64 * KIB + 1)))).toThrow(ResponseTooLarge);
});

it('has no more than 252 properties of its own, with names of letters and digits', () => {
  const names = Object.keys({ ...toEntity(key, replyOf(full)), leasedUntil: 0 });
  expect(names.length).toBeLessThanOrEqual(252);
  for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]{0,254}$/);
});

it('what is stored can be read: 8 MiB of body, however well they pack; a byte more is refused', async () => {
  const reply = replyOf(Buffer.alloc(8 * MIB));
  await expectReply(toEntity(key, reply), reply);
  expect(() => toEntity(key, replyOf(Buffer.alloc(8 * MIB + 1)))).toThrow(ResponseTooLarge);
});

it('the refusal is told from other failures by its name', () => {
  expect(new ResponseTooLarge().name).toBe('ReplyTooLarge');
});

const text = Buffer.from(JSON.stringify({ value: Array.from({ length: 50 }, (_, id) => ({ id })) }));
const good: ResponseEntity = toEntity(key, replyOf(text));
const otherKey = createHash('sha256').update('other').digest('hex') as CacheKey;

it.each<[string, Record<string, unknown>]>([
  ['another version', { version: 2 }],
  ['no version', { version: undefined }],
  ['no length', { length: undefined }],
  ['a length of nothing', { length: 0 }],
  ['a length below nothing', { length: -1 }],
  ['a length that is no number', { length: Number.NaN }],
  ['a shorter length', { length: text.length - 1 }],
  ['a longer length', { length: text.length + 1 }],
  ['a length beyond 8 MiB', { length: 8 * MIB + 1 }],
  ['another digest', { digest: '0'.repeat(64) }],
  ['the digest under another key (A68)', { digest: toDigest(otherKey, text) }],
  ['no digest', { digest: undefined }],
  ['no time of fetching', { fetchedAt: undefined }],
  ['a time of fetching that is text', { fetchedAt: '2026-01-01' }],
  ['no time of expiry', { expiresAt: undefined }],
  ['a time of expiry that is text', { expiresAt: '2026-01-01' }],
  ['no content', { content0: undefined }],
  ['content that is text', { content0: 'AAAA' }],
  ['content that is not packed', { content0: text }],
  ['content that is cut', { content0: good.content0?.subarray(0, -9) }],
  ['other body of the same length', { content0: gzipSync(Buffer.alloc(text.length)) }],
])('a row with %s is no reply (A68, F49)', async (_, wrong) => {
  expect(await toStoredResponse(key, good)).toEqual(replyOf(text));
  expect(await toStoredResponse(key, { ...good, ...wrong } as ResponseEntity)).toBeUndefined();
});

it('a row that was copied under another key is no reply there (A68)', async () => {
  expect(await toStoredResponse(otherKey, good)).toBeUndefined();
});

it('a row of which a part is missing is no reply', async () => {
  const { content1, ...rest } = toEntity(key, replyOf(noise(200_000))) as ResponseEntity & { content1?: Uint8Array };
  expect(content1).toHaveLength(65_536);
  expect(await toStoredResponse(key, rest)).toBeUndefined();
});

it('what inflates to more than the row states is not inflated to its end (A68)', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * MIB));
  // The best of several: other work on the machine makes each of them longer.
  let inflated = Number.POSITIVE_INFINITY;
  let refused = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 5; count++) {
    const startedAt = performance.now();
    gunzipSync(bomb);
    const between = performance.now();
    expect(await toStoredResponse(key, { ...good, length: 1_000, content0: bomb })).toBeUndefined();
    inflated = Math.min(inflated, between - startedAt);
    refused = Math.min(refused, performance.now() - between);
  }
  expect(refused).toBeLessThan(inflated / 2);
});
