/** A steady load on several instances that share a test's clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { createSkippingClock } from './clocks.ts';
import type { PlainRequest, serveBy } from './serve-directly.ts';

type Instance = ReturnType<typeof serveBy>;

export interface Load {
  readonly clock: ReturnType<typeof createSkippingClock>;
  /** Of the clock. */
  readonly seconds: number;
  readonly perSecond: number;
}

/** Sends the request to each instance in turn; returns how many succeeded, by instance. */
export async function sendInTurn(
  instances: readonly Instance[],
  request: PlainRequest,
  { clock, seconds, perSecond }: Load,
): Promise<readonly number[]> {
  const endsAt = clock.monotonicNow() + seconds * 1_000;
  const served = instances.map(() => 0);
  const pending: Promise<void>[] = [];
  while (clock.monotonicNow() < endsAt) {
    const at = pending.length % instances.length;
    const sending = (instances[at] as Instance)(request).then(({ status }) => {
      if (status === 200) served[at] = (served[at] ?? 0) + 1;
    });
    pending.push(sending);
    // A call that waits for its next attempt does not stop the time.
    await Promise.race([sending, sleep(50)]);
    clock.skip(1_000 / perSecond);
  }
  await Promise.all(pending);
  return served;
}
