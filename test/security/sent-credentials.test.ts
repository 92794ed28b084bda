/** What becomes of the credential that Frontdesk sends to an upstream. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
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
