import { describe, expect, it, vi } from 'vitest';
import { resources } from '../../dev/seed.ts';
import {
  buildEventsPath,
  buildItemPath,
  buildModelCopy,
  buildModelCopyPath,
  buildSearch,
  buildSearchPath,
  buildSessionPath,
  buildStreamingJob,
  buildStreamingJobPath,
} from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

/** Compression takes memory, which can be short. */
const memory = vi.hoisted(() => ({ isShort: false }));
vi.mock('node:zlib', async (load) => {
  const zlib = await load<typeof import('node:zlib')>();
  const gzipSync: typeof zlib.gzipSync = (...parts) => {
    if (memory.isShort) throw new Error('zlib: insufficient memory');
    return zlib.gzipSync(...parts);
  };
  return { ...zlib, gzipSync };
});

const stack = await startStack({ expectedAlerts: ['row_unwritten'] });
const GZIP = { 'accept-encoding': 'gzip, deflate, br' };

let filters = 0;

/** A list that no test has asked for before; its page is over 1 KB. */
function toFreshPath(): string {
  filters += 1;
  return buildEventsPath(resources.database, `$filter=priority%20lt%20${1000 + filters}`);
}

const bigJob = buildStreamingJob({ transformation: { name: 'query', properties: { query: 'select '.repeat(500) } } });

/** Of a list of events, which is stored. */
const VARY = 'accept-encoding, authorization';

describe('a response over 1 KB', () => {
  it('C-47 is sent as gzip to a caller that accepts it: fetched, stored, relayed', async () => {
    const path = toFreshPath();
    const plain = await stack.send('GET', path);
    const hit = await stack.send('GET', path, { headers: GZIP });
    const missed = await stack.send('GET', toFreshPath(), { headers: GZIP });
    const written = await stack.send('PUT', buildStreamingJobPath(), { headers: GZIP, body: bigJob });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const { headers } of [hit, missed, written])
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringMatching(/^accept-encoding(?:, authorization)?$/),
      });
    expect(hit.text).toBe(plain.text);
    expect(written.json.properties.transformation.properties.query).toHaveLength(3500);
    expect(stack.log.at(-1)).toMatchObject({ status: 201 });
  });

  it('C-47 is sent as gzip if it is an error', async () => {
    const outputs = Array.from({ length: 50 }, () => ({}));
    const body = buildStreamingJob({ outputs });
    const failed = await stack.send('PUT', buildStreamingJobPath(), { headers: GZIP, body });
    expect([failed.status, failed.headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(failed.json.error.details.length).toBeGreaterThan(50);
  });

  it.each(['identity', 'gzip;q=0', 'br', 'gzip;q=0.5, identity', ''])('C-47 is sent plain for %j', async (value) => {
    const { status, headers } = await stack.send('GET', toFreshPath(), { headers: { 'accept-encoding': value } });
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, undefined, VARY]);
  });
});

it('C-47 is sent plain if it cannot be compressed: read, stored, written, refused', async () => {
  const sendAll = async () => {
    const headers = { 'accept-encoding': 'identity;q=0, gzip' };
    const path = toFreshPath();
    const responses = [
      await stack.send('GET', buildItemPath(), { headers }),
      await stack.send('GET', path, { headers }),
      await stack.send('GET', path, { headers }),
      await stack.send('PUT', buildStreamingJobPath(), { headers, body: bigJob }),
      await stack.send('PUT', buildStreamingJobPath(), { headers, body: {} }),
    ];
    return responses.map(({ status, headers: received }) => [status < 400, received['content-encoding']]);
  };
  const outcomes = (coding?: string) => [true, true, true, true, false].map((isSuccess) => [isSuccess, coding]);
  expect(await sendAll()).toEqual(outcomes('gzip'));
  memory.isShort = true;
  expect(await sendAll().finally(() => (memory.isShort = false))).toEqual(outcomes(undefined));
});

describe('other responses', () => {
  it('C-47 a smaller body is plain, unless the caller refuses that', async () => {
    const read = (value: string) => stack.send('GET', buildItemPath(), { headers: { 'accept-encoding': value } });
    const [plain, packed] = [await read('gzip'), await read('identity;q=0, gzip')];
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding']);
    expect([packed.headers['content-encoding'], packed.json]).toEqual(['gzip', plain.json]);
    expect((await read('identity;q=0')).json).toEqual(plain.json);
  });

  it('C-47 a search has no entity tag and is sent as gzip too', async () => {
    const headers = { 'accept-encoding': 'identity;q=0, gzip' };
    const found = await stack.send('POST', buildSearchPath(), { headers, body: buildSearch() });
    expect([found.headers['content-encoding'], found.headers['etag']]).toEqual(['gzip', undefined]);
    expect(found.json.searchResults).toBeInstanceOf(Array);
  });

  it('a response without a body does not vary', async () => {
    const { status, headers } = await stack.send('DELETE', buildSessionPath(), { headers: GZIP });
    expect([status, headers['vary'], headers['content-encoding']]).toEqual([204, undefined, undefined]);
  });

  it('C-49 the token of a model copy is never compressed', async () => {
    const headers = { 'accept-encoding': 'identity;q=0, gzip' };
    const copied = await stack.send('POST', buildModelCopyPath(), { headers, body: buildModelCopy() });
    expect([copied.status, copied.headers['content-encoding'], copied.headers['vary']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(copied.json.accessToken).toEqual(expect.any(String));
  });
});

describe('the entity tag', () => {
  it('C-48 differs by coding; either one of them is up to date, and its 304 has the same', async () => {
    const path = toFreshPath();
    const [plain, packed] = [await stack.send('GET', path), await stack.send('GET', path, { headers: GZIP })];
    const [tag = '', packedTag = ''] = [plain.headers['etag'], packed.headers['etag']];
    expect(packedTag).toBe(tag.replace(/"$/, '-gzip"'));
    const ask = (sent: string, headers = {}) =>
      stack.send('GET', path, { headers: { ...headers, 'if-none-match': sent } });
    for (const [sent, headers, etag] of [
      [tag, {}, tag],
      [packedTag, GZIP, packedTag],
      [packedTag, {}, packedTag],
      [tag, GZIP, tag],
      [`${tag}, W/${packedTag}`, GZIP, packedTag],
      ['*', GZIP, packedTag],
    ] as const) {
      const { status, text, headers: received } = await ask(sent, headers);
      expect([status, text, received['etag']]).toEqual([304, '', etag]);
      expect(received['vary']).toBe(VARY);
      expect(received['content-encoding']).toBeUndefined();
    }
    expect((await ask('"other-gzip"', GZIP)).status).toBe(200);
  });

  it('C-48 of an upstream is relayed unchanged: it names the resource', async () => {
    const { headers, json } = await stack.send('PUT', buildStreamingJobPath(), { headers: GZIP, body: bigJob });
    expect(headers['etag']).toBe(json.properties.etag);
  });
});
