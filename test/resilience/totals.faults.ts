/** Total cost of a fault over many calls, and faults F52 and F53. */
import { expect, it } from 'vitest';
import { openConnections } from '../testbed/burst.ts';
import { toLimitSettings } from '../testbed/emulators.ts';
import { sampleOperation } from '../testbed/sample-operations.ts';
import { callAndSucceed, callUntilSuccess } from './harness/expect-response.ts';
import { startHarness } from './harness/harness.ts';
import { report } from './harness/measurements.ts';
import { StallMeter } from './harness/stall.ts';

const harness = await startHarness({ settings: toLimitSettings(50) });
const { upstream, identity, issuer, proxies } = harness.emulators;
harness.onClearFaults.push(() => identity.reset());
await harness.clearFaults();

const putAuthorization = sampleOperation('createOrUpdateAuthorization');
const listEvents = sampleOperation('listHealthEvents');

it('300 cold callers: one call to the identity endpoint, one to the JWK Set', async (context) => {
  const callers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => issuer.issueToken({ oid: `caller-${index}`, sub: `caller-${index}` })),
  );
  await identity.fault({ target: 'token', fault: { kind: 'delay', ms: 1_000 } });
  const stall = new StallMeter();
  const connections = await openConnections(harness.port, callers.length);
  const responses = await connections.send(
    callers.map((token, index) => {
      const { method, path } = listEvents.toRequest(index % 50);
      return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`;
    }),
  );
  connections.close();
  const { longestMs } = stall.stop();
  const failed = responses.map(({ status }) => status).filter((status) => status !== 200);
  const [tokens, keys] = [(await identity.calls()).length, (await issuer.calls()).length];
  const slowestMs = Math.max(...responses.map(({ elapsedMs }) => elapsedMs));
  report(
    context,
    `${failed.length} failed, ${tokens} identity call, ${keys} JWK Set call; longest stall ${Math.round(longestMs)} ms, slowest response ${Math.round(slowestMs)} ms`,
  );
  expect({ failed, tokens, keys }).toEqual({ failed: [], tokens: 1, keys: 1 });
});

it('F52 a rejection in the background is logged, and the process continues', async () => {
  await harness.reset();
  const sample = harness.nextSample();
  await callUntilSuccess(harness, listEvents, sample);
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', record);
  await upstream.fault({ times: 100, fault: { kind: 'reset' } });
  await proxies.table.injectFault({ kind: 'down' });
  harness.advanceTime(130);
  const logged = harness.log.length;
  const { headers } = await callAndSucceed(harness, listEvents, sample);
  expect(headers['cache-status']).toContain('stale-while-revalidating');
  const own = headers['x-ms-request-id'];
  await expect.poll(() => harness.log.slice(logged).filter(({ requestId }) => requestId !== own)).not.toEqual([]);
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
  await harness.clearFaults();
  await callAndSucceed(harness, listEvents, sample);
});

// Tokens of a wrong clock: A08.
it.each([-300, 300])(
  'F53 a Retry-After date by a clock that is %i s off causes a wait of two seconds',
  async (skew) => {
    await harness.reset();
    const toDate = (seconds: number) => new Date(Date.now() + (skew + seconds) * 1000).toUTCString();
    const headers = { date: toDate(0), 'retry-after': toDate(2) };
    const sample = harness.nextSample();
    await upstream.fault({ times: 1, fault: { kind: 'status', status: 429, headers } });
    const { elapsedMs } = await callAndSucceed(harness, putAuthorization, sample);
    expect((await harness.callsOf(sample)).length).toBe(2);
    expect(elapsedMs).toBeGreaterThan(1_900);
    expect(elapsedMs).toBeLessThan(3_500);
  },
);
