/** What a fault may cost altogether, and faults of time. */
import { expect, it } from 'vitest';
import { toLimits } from './harness/edges.ts';
import { callUntilWell, callWell } from './harness/expect-answer.ts';
import { quantile, report } from './harness/figures.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { strikeEdge } from './harness/run-edge-cells.ts';
import { measureStall } from './harness/stall.ts';
import { openLines } from './harness/volley.ts';

const rig = await startRig({ settings: toLimits(50) });
rig.cures.push(() => rig.identity.reset());
await rig.relieve();

const DAY = 86_400;
const [putAuthorization, listEvents, , , , , getCustomer] = operations as [
  SampleOperation,
  SampleOperation,
  ...SampleOperation[],
];

it('1,000 cold callers: one call to the identity endpoint, one to the JWK Set', async (context) => {
  const callers = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => rig.issuer.issueToken({ oid: `caller-${n}`, sub: `caller-${n}` })),
  );
  await rig.identity.fault({ target: 'token', fault: { kind: 'delay', ms: 1_000 } });
  const stall = measureStall();
  const lines = await openLines(rig.port, callers.length);
  const answers = await lines.fire(
    callers.map((token, n) => {
      const { method, path } = listEvents.toRequest(n % 50);
      return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`;
    }),
  );
  lines.close();
  const stalledMs = stall.longest();
  const failed = answers.map(({ status }) => status).filter((status) => status !== 200);
  const [tokens, keys] = [(await rig.identity.calls()).length, (await rig.issuer.calls()).length];
  report(
    context,
    `${failed.length} failed, ${tokens} identity call, ${keys} JWK Set call; the process stood still for ${Math.round(stalledMs)} ms at once, the slowest answer took ${Math.round(
      quantile(
        answers.map(({ elapsedMs }) => elapsedMs),
        1,
      ),
    )} ms`,
  );
  expect({ failed, tokens, keys }).toEqual({ failed: [], tokens: 1, keys: 1 });
});

it('identity endpoint hangs for the whole life of a valid token: nothing fails and nobody waits for it', async (context) => {
  await warmUp(rig);
  const measure = async (count: number, pauseSeconds = 0) => {
    const times: number[] = [];
    for (let call = 0; call < count; call++) {
      rig.passTime(pauseSeconds);
      times.push((await callWell(rig, getCustomer as SampleOperation, rig.nextMark())).elapsedMs);
    }
    return times;
  };
  const usual = quantile(await measure(200), 0.5);
  await strikeEdge(rig, 'identity', { scripted: { kind: 'hang' } });
  const stall = measureStall();
  const quarters = await measure(24 * 4 - 1, DAY / 24 / 4);
  const beside = await measure(200);
  const stalledMs = stall.longest();
  report(
    context,
    `0 of ${quarters.length + beside.length} failed; ${usual.toFixed(1)} ms before, ${quantile(beside, 0.5).toFixed(1)} ms beside it (median)`,
  );
  expect(quantile(beside, 0.5)).toBeLessThan(usual + 20 + stalledMs);
  // Who waits for the endpoint waits three seconds.
  expect(Math.max(...quarters, ...beside)).toBeLessThan(1_000 + stalledMs);
});

it('table down: nothing fails, the first five lose 250 ms at most, the others nothing', async (context) => {
  await rig.calm();
  await callUntilWell(rig, listEvents, rig.nextMark());
  const measure = async (count: number) => {
    const times: number[] = [];
    for (let call = 0; call < count; call++) times.push((await callWell(rig, listEvents, rig.nextMark())).elapsedMs);
    return times;
  };
  const usual = quantile(await measure(50), 0.5);
  await rig.wires.table.strike({ kind: 'black-hole' });
  const stall = measureStall();
  const first = await measure(5);
  const then = quantile(await measure(50), 0.5);
  const stalledMs = stall.longest();
  report(
    context,
    `0 of 55 failed; ${usual.toFixed(1)} ms before, ${Math.max(...first).toFixed(0)} ms the slowest of the first five, ${then.toFixed(1)} ms then (median)`,
  );
  expect(Math.max(...first)).toBeLessThan(usual + 250 + 100 + stalledMs);
  expect(then).toBeLessThan(usual + 20 + stalledMs);
});

it('F52 what is rejected beside the requests is told, and the process lives', async () => {
  await rig.calm();
  const mark = rig.nextMark();
  await callUntilWell(rig, listEvents, mark);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await rig.upstream.fault({ times: 100, fault: { kind: 'reset' } });
  await rig.wires.table.strike({ kind: 'down' });
  rig.passTime(130);
  const logged = rig.log.length;
  const { headers } = await callWell(rig, listEvents, mark);
  expect(headers['cache-status']).toContain('stale-while-revalidating');
  const own = headers['x-ms-request-id'];
  await expect.poll(() => rig.log.slice(logged).filter(({ requestId }) => requestId !== own)).not.toEqual([]);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  await rig.relieve();
  await callWell(rig, listEvents, mark);
});

it.each([
  ['was issued by a clock that runs 59 s ahead', { nbf: 59 }, 200],
  ['was issued by a clock that runs five minutes ahead', { nbf: 300 }, 401],
  ['expired 50 s ago', { exp: -50 }, 200],
  ['expired five minutes ago', { exp: -300 }, 401],
])('F53 a token that %s', async (_, offsets, status) => {
  await rig.calm();
  const now = Math.floor(Date.now() / 1000);
  const claims = Object.fromEntries(Object.entries(offsets).map(([claim, seconds]) => [claim, now + seconds]));
  const token = await rig.issuer.issueToken(claims);
  expect((await rig.send({ token, ...listEvents.toRequest(rig.nextMark()) })).status).toBe(status);
});

it.each([-300, 300])('F53 a Retry-After date by a clock that is %i s off waits for what it means', async (skew) => {
  await rig.calm();
  const toDate = (seconds: number) => new Date(Date.now() + (skew + seconds) * 1000).toUTCString();
  const headers = { date: toDate(0), 'retry-after': toDate(2) };
  const mark = rig.nextMark();
  await rig.upstream.fault({ times: 1, fault: { kind: 'status', status: 429, headers } });
  const { elapsedMs } = await callWell(rig, putAuthorization, mark);
  expect((await rig.callsOf(mark)).length).toBe(2);
  expect(elapsedMs).toBeGreaterThan(1_900);
  expect(elapsedMs).toBeLessThan(3_500);
});
