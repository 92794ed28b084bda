import { expect, it } from 'vitest';
import { shutDown } from '../../../lib/health/shut-down.ts';
import { InProgress } from '../../../lib/time/in-progress.ts';
import { createFastClock } from '../../support/clocks.ts';

/** A hundred times as fast as the machine's. */
const clock = createFastClock(100);
const never = () => new Promise<never>(() => {});

/** Returns an instance whose parts note what happens to them, in order. */
function createInstance() {
  const requests = new InProgress();
  const steps: string[] = [];
  const note = (step: string) => async () => void steps.push(step);
  const ending = {
    clock,
    requests,
    telemetry: { flush: note('flush'), close: note('telemetry') },
    cache: { settle: note('cache') },
    clients: [{ endCalls: () => void steps.push('calls') }],
    connections: [{ close: note('connections') }],
  };
  return { requests, steps, ending };
}

it('F50 telemetry is flushed beside the requests, which end before anything is closed', async () => {
  const { requests, steps, ending } = createInstance();
  let finish = () => {};
  const request = requests.track(
    new Promise<void>((resolve) => {
      finish = () => resolve(void steps.push('request'));
    }),
  );
  const ended = shutDown(ending);
  expect([requests.isEnding, steps]).toEqual([true, ['flush']]);
  finish();
  await Promise.all([request, ended]);
  expect(steps).toEqual(['flush', 'request', 'calls', 'telemetry', 'cache', 'connections']);
});

it('I11 F50 nothing that hangs delays the end beyond the host’s five seconds', async () => {
  const { requests, steps, ending } = createInstance();
  void requests.track(never());
  const startedAt = clock.monotonicNow();
  await shutDown({
    ...ending,
    telemetry: { flush: never, close: never },
    cache: { settle: never },
    connections: [{ close: never }, ...ending.connections],
  });
  expect(steps).toEqual(['calls', 'connections']);
  expect(clock.monotonicNow() - startedAt).toBeGreaterThanOrEqual(4_600);
});
