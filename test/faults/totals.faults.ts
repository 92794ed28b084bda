/** What a fault may cost altogether, and faults of time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toLimits } from './edges.ts';
import { callUntilWell, callWell } from './expect-answer.ts';
import { quantile, report } from './figures.ts';
import { operations, type SampleOperation } from './operations.ts';
import { startRig, warmUp } from './rig.ts';
import { strikeEdge } from './run-edge-cells.ts';

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
  await rig.identity.fault({ target: 'token', fault: { kind: 'delay', ms: 1_500 } });
  // All are there before the token is; no more connect at once than a listener takes.
  const answers = await Promise.all(
    callers.map(async (token, n) => {
      await sleep(Math.floor(n / 100) * 50);
      return rig.send({ token, ...listEvents.toRequest(n % 50) });
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const [tokens, keys] = [(await rig.identity.calls()).length, (await rig.issuer.calls()).length];
  report(
    context,
    `${tokens} identity call, ${keys} JWK Set call; the slowest answer took ${Math.round(
      quantile(
        answers.map(({ elapsedMs }) => elapsedMs),
        1,
      ),
    )} ms`,
  );
  expect([tokens, keys]).toEqual([1, 1]);
});

it('identity endpoint hangs for the whole life of a valid token: nothing fails and nothing takes longer', async (context) => {
  await warmUp(rig);
  const measure = async () => {
    const times: number[] = [];
    for (let call = 0; call < 200; call++)
      times.push((await callWell(rig, getCustomer as SampleOperation, rig.nextMark())).elapsedMs);
    return quantile(times, 0.5);
  };
  const usual = await measure();
  await strikeEdge(rig, 'identity', { scripted: { kind: 'hang' } });
  for (let quarter = 0; quarter < 24 * 4 - 1; quarter++) {
    rig.passTime(DAY / 24 / 4);
    await callWell(rig, getCustomer as SampleOperation, rig.nextMark());
  }
  const beside = await measure();
  report(
    context,
    `0 of ${24 * 4 - 1 + 200} failed; ${usual.toFixed(1)} ms before, ${beside.toFixed(1)} ms beside it (median)`,
  );
  expect(beside).toBeLessThan(usual + 20);
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
  const first = await measure(5);
  const then = quantile(await measure(50), 0.5);
  report(
    context,
    `0 of 55 failed; ${usual.toFixed(1)} ms before, ${Math.max(...first).toFixed(0)} ms the slowest of the first five, ${then.toFixed(1)} ms then (median)`,
  );
  expect(Math.max(...first)).toBeLessThan(usual + 250 + 100);
  expect(then).toBeLessThan(usual + 20);
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
