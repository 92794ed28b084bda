/** Ends instances at random moments under load, and counts what was lost by it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltInstance } from './built-instance.ts';
import { type Edges, toLimits } from './edges.ts';
import { type Instance, startInstance } from './instance.ts';
import { operations, type SampleOperation } from './operations.ts';

export interface Ends {
  /** From the start of each process until it listened, milliseconds. */
  readonly readyMs: readonly number[];
  /** Writes that were answered with success, and those of them that the upstream never heard of. */
  readonly acknowledged: number;
  readonly lost: number;
}

const LANES = 8;
const [putAuthorization, listEvents] = operations as [SampleOperation, SampleOperation];

/** Starts an instance a round, by turns to be told to end and to be killed. */
export async function endAtRandom(
  edges: Edges,
  built: BuiltInstance,
  { rounds, token }: { readonly rounds: number; readonly token: string },
): Promise<Ends> {
  const readyMs: number[] = [];
  let acknowledged = 0;
  let lost = 0;
  for (let round = 0; round < rounds; round++) {
    const instance = await startInstance(built, { ...edges.settings, ...toLimits(50) });
    readyMs.push(instance.readyMs);
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      writeUntilItEnds(instance, token, (round * LANES + lane) * 1_000_000),
    );
    await sleep(200 + Math.random() * 600);
    instance.signal(round % 2 ? 'SIGTERM' : 'SIGKILL');
    await instance.exited;
    const written = (await Promise.all(lanes)).flat();
    const sent = new Set((await edges.upstream.calls()).map(({ path }) => /\/a(\d+)\?/.exec(path)?.[1]));
    acknowledged += written.length;
    lost += written.filter((mark) => !sent.has(String(mark))).length;
    await edges.upstream.reset();
  }
  return { readyMs, acknowledged, lost };
}

/** Writes and reads by turns until there is no answer; answers the marks of the writes that succeeded. */
async function writeUntilItEnds(instance: Instance, token: string, first: number): Promise<number[]> {
  const written: number[] = [];
  for (let mark = first; ; mark++) {
    try {
      const write = await instance.send({ token, ...putAuthorization.toRequest(mark) });
      if (write.status === putAuthorization.status) written.push(mark);
      await instance.send({ token, ...listEvents.toRequest(mark) });
    } catch {
      return written;
    }
  }
}
