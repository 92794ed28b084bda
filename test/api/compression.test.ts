import { describe, expect, it } from 'vitest';
import { resources } from '../../dev/seed.ts';
import {
  buildEventsPath,
  buildModelCopy,
  buildModelCopyPath,
  buildStreamingJob,
  buildStreamingJobPath,
} from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
const GZIP = { 'accept-encoding': 'gzip, deflate, br' };

let filters = 0;

/** A list that no test has asked for before; its page is over 1 KB. */
function toFreshPath(): string {
  filters += 1;
  return buildEventsPath(resources.database, `$filter=priority%20lt%20${1000 + filters}`);
}

const bigJob = buildStreamingJob({ transformation: { name: 'query', properties: { query: 'select '.repeat(500) } } });

describe('a response over 1 KB', () => {
  it('is sent as gzip to a caller that accepts it: fetched, stored, relayed (C-47)', async () => {
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

  it('is sent as gzip if it is an error (C-47)', async () => {
    const outputs = Array.from({ length: 50 }, () => ({}));
    const body = buildStreamingJob({ outputs });
    const failed = await stack.send('PUT', buildStreamingJobPath(), { headers: GZIP, body });
    expect([failed.status, failed.headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(failed.json.error.details.length).toBeGreaterThan(50);
  });
});

describe('other responses', () => {
  it('the token of a model copy is never compressed (C-49)', async () => {
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
  it('of an upstream is relayed unchanged: it names the resource (C-48)', async () => {
    const { headers, json } = await stack.send('PUT', buildStreamingJobPath(), { headers: GZIP, body: bigJob });
    expect(headers['etag']).toBe(json.properties.etag);
  });
});
