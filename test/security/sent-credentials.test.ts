/** What becomes of the credential that Frontdesk sends to an upstream. */
import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCacheTable, unlimited } from '../support/abuse.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import {
  onePerShape,
  putJob,
  readItem,
  toPath,
  toRows,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

const clock = createSkippingClock();
const stack = await startStack({ settings: unlimited, clock, expectedAlerts: ['upstream_auth'] });

/** Sends a request that no cached response can answer. */
function send(request: ValidRequest) {
  const { method, query, body, preconditions: headers = {} } = toUnseen(request);
  return stack.send(method, toPath(request) + query, { headers, ...(body ? { body } : {}) });
}

/** Returns the bodies of all stored responses, one text. */
async function readStored(): Promise<string> {
  const bodies: string[] = [];
  const table = openCacheTable(stack);
  await table.createTable();
  for await (const { content0 } of table.listEntities<{ content0?: Uint8Array }>()) {
    if (content0) bodies.push(gunzipSync(content0).toString());
  }
  return bodies.join('\n');
}

/** The credential of each upstream, in each way in which a body is read. */
const some = [...onePerShape, putJob, readItem];

it.each(toRows(some))(
  '%s returns, stores and logs no credential that the upstream repeats (A66)',
  async (_, request) => {
    const plain = await send(request);
    await stack.upstream.reset();
    await stack.upstream.control('modes', { echoesCredential: true });
    const logged = stack.log.length;
    const { status, headers, text } = await send(request);
    expect(status).toBe(plain.status);
    const [call] = await stack.upstream.calls();
    const secret = call?.headers['authorization']?.replace('Bearer ', '');
    if (secret === undefined) return expect(request.operation).not.toBe('authorizeModelCopy');
    expect(secret.length).toBeGreaterThan(20);
    const seen = JSON.stringify([headers, text, stack.log.slice(logged), await readStored()]);
    expect(seen).not.toContain(secret);
    expect(seen).not.toContain(JSON.stringify(secret).slice(1, -1));
    // The upstream did repeat it.
    expect(JSON.stringify([headers, text])).toContain('***');
  },
);

const sentTokens = async () => (await stack.upstream.calls()).map(({ headers }) => headers['authorization']);

// Without another token it is not sent again: test/unit/upstream/token-cache.test.ts.
describe('a token that an upstream refuses', () => {
  // Every upstream has a token that can be refused, whichever test comes first.
  beforeAll(async () => {
    for (const request of onePerShape) await send(request);
  });

  beforeEach(async () => {
    await stack.identity.reset();
    // A refused token is replaced once in half a minute.
    clock.skip(31_000);
  });

  it.each(toRows(onePerShape))('%s is sent again with a new one, and succeeds (F21)', async (_, request) => {
    await stack.upstream.control('modes', { refusesCurrentToken: true });
    const { status } = await send(request);
    expect([200, 201, 202, 204]).toContain(status);
    const [refused, accepted, ...more] = await sentTokens();
    expect(accepted).not.toBe(refused);
    expect(more).toEqual([]);
    expect(await stack.identity.calls()).toHaveLength(1);
    expect([200, 201, 202, 204]).toContain((await send(putJob)).status);
  });
});
