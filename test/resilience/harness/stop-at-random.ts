/** Stops instances at random moments under load, and counts lost writes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Emulators } from '../../testbed/emulators.ts';
import type { Instance } from '../../testbed/instance.ts';
import { sampleOperation } from '../../testbed/sample-operations.ts';

export interface RandomStops {
  /** Of each instance: milliseconds from the start of the process until it listened. */
  readonly readyMs: readonly number[];
  /** Writes that returned success. */
  readonly acknowledged: number;
  /** Acknowledged writes that the upstream did not receive. */
  readonly lost: number;
}

const LANES = 8;
const putAuthorization = sampleOperation('createOrUpdateAuthorization');
const listEvents = sampleOperation('listHealthEvents');

/** Starts one instance per round. SIGTERM and SIGKILL alternate. */
export async function stopAtRandom(
  { upstream }: Emulators,
  start: () => Promise<Instance>,
  rounds: number,
  token: string,
): Promise<RandomStops> {
  const readyMs: number[] = [];
  let acknowledged = 0;
  let lost = 0;
  for (let round = 0; round < rounds; round++) {
    const instance = await start();
    readyMs.push(instance.readyMs);
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      writeUntilStopped(instance, token, (round * LANES + lane) * 1_000_000),
    );
    await sleep(200 + Math.random() * 600);
    instance.signal(round % 2 ? 'SIGTERM' : 'SIGKILL');
    await instance.exited;
    const written = (await Promise.all(lanes)).flat();
    const received = new Set((await upstream.calls()).map(({ path }) => /\/a(\d+)\?/.exec(path)?.[1]));
    acknowledged += written.length;
    lost += written.filter((sample) => !received.has(String(sample))).length;
    await upstream.reset();
  }
  return { readyMs, acknowledged, lost };
}

/** Alternates writes and reads until there is no response; returns the samples of the successful writes. */
async function writeUntilStopped(instance: Instance, token: string, firstSample: number): Promise<number[]> {
  const written: number[] = [];
  for (let sample = firstSample; ; sample++) {
    try {
      const write = await instance.send({ token, ...putAuthorization.toRequest(sample) });
      if (write.status === putAuthorization.status) written.push(sample);
      await instance.send({ token, ...listEvents.toRequest(sample) });
    } catch {
      return written;
    }
  }
}
