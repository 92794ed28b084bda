import { expect, it } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';
import { InProgress } from '../../../lib/time/in-progress.ts';

it('F50 the end comes when everything in progress has ended, whether it succeeded or not', async () => {
  const requests = new InProgress(systemClock);
  let finish = () => {};
  const succeeding = requests.track(
    new Promise<string>((resolve) => {
      finish = () => resolve('done');
    }),
  );
  const failing = requests.track(Promise.reject(new Error('failed')));
  let hasEnded = false;
  const ended = requests.end().then(() => {
    hasEnded = true;
  });
  await expect(failing).rejects.toThrow('failed');
  expect([requests.isEnding, hasEnded]).toEqual([true, false]);
  finish();
  expect(await succeeding).toBe('done');
  await ended;
});

it('without anything in progress the end comes at once', async () => {
  const requests = new InProgress(systemClock);
  expect(requests.isEnding).toBe(false);
  await requests.end();
  expect(requests.isEnding).toBe(true);
});
