/** Writes whose connection is cut at a random byte: what Frontdesk says of each is what became of it (W-06). */
import { expect, it } from 'vitest';
import { toLimitSettings } from '../../dev/testbed/emulators.ts';
import { type SampleOperation, sampleOperation } from '../../dev/testbed/sample-operations.ts';
import type { TimedResponse } from '../../dev/testbed/send-request.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { report } from './harness/measurements.ts';

const harness = await startHarness({ settings: toLimitSettings(8), speed: 10 });
await warmUp(harness);

const proxy = harness.emulators.proxies.arm;
const WRITES = 1_000;
/** A request has about 900 bytes; a response with its headers 800 (an authorization) to 1,500 (a job). */
const MAX_BYTES = 1_600;

it('W-06 1,000 writes cut at random bytes: 0 duplicates, 0 wrong verdicts', { timeout: 240_000 }, async (context) => {
  const seen: Record<string, number> = {};
  for (let sent = 0; sent < WRITES; sent++) {
    const operation = sampleOperation(sent % 2 === 0 ? 'O1' : 'O3');
    const of = sent % 5 === 0 ? 'request' : 'response';
    const cut = { of, bytes: Math.floor(Math.random() * MAX_BYTES), by: sent % 3 === 0 ? 'FIN' : 'RST' } as const;
    const verdict = await writeAndJudge(operation, cut);
    seen[`${of}: ${verdict}`] = (seen[`${of}: ${verdict}`] ?? 0) + 1;
  }
  report(context, `${WRITES} writes, 0 sent twice, 0 wrong: ${JSON.stringify(seen)}`);
  // After the request was sent, a read proves the success of every write.
  expect(seen['response: success']).toBe((WRITES * 4) / 5);
  expect(seen['request: unknown']).toBeGreaterThan(WRITES / 50);
});

interface Cut {
  readonly of: 'request' | 'response';
  readonly bytes: number;
  readonly by: 'RST' | 'FIN';
}

/** Sends one write over a connection that is cut, checks what Frontdesk says of it, and returns that. */
async function writeAndJudge(operation: SampleOperation, cut: Cut): Promise<string> {
  await proxy.closeConnections('RST');
  await harness.emulators.upstream.reset();
  const sample = harness.nextSample();
  let connections = 0;
  // The reads that verify the write come over other connections.
  proxy.injectFaultPerConnection(() => (connections++ === 0 ? { kind: 'cut', ...cut } : undefined));
  const response = await harness.call(operation, sample);
  // The first may have bytes left until its cut.
  await proxy.closeConnections('RST');
  if (response.text.includes('circuit_open')) {
    harness.advanceTime(61);
    return writeAndJudge(operation, cut);
  }
  const writes = await harness.callsOf(operation, sample);
  const etag = await readEntityTag(operation, sample);
  const verdict = response.status < 300 ? 'success' : (response.headers['x-frontdesk-outcome'] ?? 'none');
  expect({ cut, verdict, writes: writes.length, etag }).toEqual({ cut, ...expectOf(response, verdict, etag) });
  return verdict;
}

/** A success was written once, and its entity tag is that of the resource; `not-sent` and `rejected` left nothing there. */
function expectOf({ headers }: TimedResponse, verdict: string, etag: string | undefined) {
  if (verdict === 'success') return { verdict, writes: 1, etag: headers['etag'] };
  if (verdict === 'unknown') return { verdict, writes: etag === undefined ? 0 : 1, etag };
  return { verdict: expect.stringMatching(/^(?:not-sent|rejected)$/), writes: 0, etag: undefined };
}

async function readEntityTag(operation: SampleOperation, sample: number): Promise<string | undefined> {
  const { path } = operation.toRequest(sample);
  const { status, headers } = await harness.send({ method: 'GET', path });
  return status === 200 ? headers['etag'] : undefined;
}
