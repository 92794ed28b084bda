/** Writes over connections that break at random bytes: none is ever sent twice, and what the caller hears of it is true. */
import { expect, it } from 'vitest';
import type { ReceivedCall } from '../support/control.ts';
import { toLimits } from './harness/edges.ts';
import { report } from './harness/figures.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';

const rig = await startRig({ settings: toLimits(8) });
await warmUp(rig);

const WRITES = 10_000;
const AT_ONCE = 1_000;
/** A write and its answer are a kilobyte or two: some connections bear one or two of them, some none. */
const MAX_BYTES = 3_000;

// A deletion is left out: a repeat of it changes nothing.
const writes = operations.filter(({ group }) => group === 'writes');

/** What may be known of a write that reached the upstream so many times. */
const truths: Readonly<Record<string, readonly number[]>> = {
  success: [1],
  accepted: [1],
  unknown: [0, 1],
  'not-sent': [0],
};

it('0 duplicates in 10,000 writes with resets at random bytes', { timeout: 240_000 }, async (context) => {
  const seen: Record<string, number> = {};
  let sent = 0;
  let resets = 0;
  for (const api of ['arm', 'docs'] as const) {
    rig.wires[api].strikeEach(() => {
      resets++;
      const of = Math.random() < 0.5 ? 'request' : 'answer';
      return { kind: 'cut', of, by: Math.random() < 0.8 ? 'RST' : 'FIN', bytes: Math.floor(Math.random() * MAX_BYTES) };
    });
  }
  while (sent < WRITES) {
    const round = await writeMany(AT_ONCE);
    sent += round.length;
    const calls = countByMark(await rig.upstream.calls());
    for (const { mark, known } of round) {
      seen[known] = (seen[known] ?? 0) + 1;
      const times = calls.get(rig.toMarkId(mark)) ?? 0;
      expect({ known, times }).toEqual({ known, times: expect.toSatisfy(isTrueOf(known)) });
    }
    await rig.upstream.reset();
  }
  report(context, `0 of ${sent} sent twice; ${resets} connections broken; ${JSON.stringify(seen)}`);
  expect(seen['unknown']).toBeGreaterThan(WRITES / 10);
  expect(seen['success']).toBeGreaterThan(WRITES / 2);
});

const isTrueOf = (known: string) => (times: number) => truths[known]?.includes(times) ?? false;

function countByMark(calls: readonly ReceivedCall[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { headers } of calls) {
    const mark = headers['x-ms-client-request-id'] ?? '';
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

/** Answers what is known of each write that went out; those that the breaker held back do not count. */
async function writeMany(count: number): Promise<{ readonly mark: number; readonly known: string }[]> {
  const results: { mark: number; known: string }[] = [];
  const lane = async () => {
    while (results.length < count) {
      const mark = rig.nextMark();
      const { status, headers, text } = await rig.call(writes[mark % writes.length] as SampleOperation, mark);
      if (text.includes('circuit_open')) rig.passTime(61);
      else results.push({ mark, known: status < 300 ? 'success' : (headers['x-frontdesk-outcome'] ?? 'nothing') });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return results;
}
