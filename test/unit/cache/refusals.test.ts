import { expect, it } from 'vitest';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { Refusals } from '../../../lib/cache/refusals.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';

const key = 'k' as CacheKey;

const refuse = (status: number, message = 'No.') =>
  new Problem('upstream_refused', {
    status,
    message,
    code: 'ResourceNotFound',
    details: [{ code: 'a', message: 'b' }],
    headers: { 'x-of': 'upstream' },
    cause: new Error('the response'),
  });

it.each([400, 404, 410])('remembers a refusal of %i for five seconds, all but its cause (P-27)', (status) => {
  const clock = createManualClock(0);
  const refusals = new Refusals(clock);
  refusals.add(key, refuse(status));
  clock.time += 4_999;
  const problem = refusals.get(key);
  expect(problem).toMatchObject({
    type: 'upstream_refused',
    status,
    message: 'No.',
    code: 'ResourceNotFound',
    details: [{ code: 'a', message: 'b' }],
    headers: { 'x-of': 'upstream', 'cache-status': 'Frontdesk; hit; detail=refused' },
  });
  expect(problem?.cause).toBeUndefined();
  expect(refusals.get('other' as CacheKey)).toBeUndefined();
  clock.time += 1;
  expect(refusals.get(key)).toBeUndefined();
});

it('keeps the reason for the log, if it is our own text', () => {
  const refusals = new Refusals(createManualClock(0));
  refusals.add(key, new Problem('upstream_refused', { status: 404, cause: 'The upstream returned 404.' }));
  expect(refusals.get(key)?.cause).toBe('The upstream returned 404.');
});

it('remembers nothing else, and forgets what is cleared', () => {
  const refusals = new Refusals(createManualClock(0));
  const others = [403, 409, 412, 429].map((status) => refuse(status));
  for (const error of [...others, new Problem('upstream_error'), new Problem('invalid_request'), new Error('404')]) {
    refusals.add(key, error);
    expect(refusals.get(key)).toBeUndefined();
  }
  refusals.add(key, refuse(404));
  refusals.clear(key);
  expect(refusals.get(key)).toBeUndefined();
});

it('drops the least recently used refusals, by their bytes', () => {
  const refusals = new Refusals(createManualClock(0));
  const kept = () => Array.from({ length: 40 }, (_, n) => refusals.get(`${n}` as CacheKey)).filter(Boolean).length;
  for (let n = 0; n < 40; n++) refusals.add(`${n}` as CacheKey, refuse(404, 'x'.repeat(50_000)));
  expect(kept()).toBe(10);
});
