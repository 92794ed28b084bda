import { expect, it } from 'vitest';
import { Calls } from '../../../lib/upstream/calls.ts';

const never = () => new Promise<never>(() => {});

it('returns what the work returns, and throws what it throws', async () => {
  const calls = new Calls();
  expect(await calls.run(async () => 1)).toBe(1);
  await expect(calls.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

it('F50 the end rejects every call in progress and every later one, with what is known of it', async () => {
  const calls = new Calls();
  const waiting = calls.run(never);
  const sent = calls.run((call) => {
    call.isUnclear = true;
    return never();
  });
  calls.end();
  const results = await Promise.allSettled([waiting, sent, calls.run(async () => 1)]);
  expect(results).toMatchObject(
    ['not-sent', 'unknown', 'not-sent'].map((outcome) => ({ reason: { type: 'shutting_down', outcome } })),
  );
});
