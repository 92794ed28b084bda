import { expect, it } from 'vitest';
import { createFailures } from '../../../lib/cache/failures.ts';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';

const key = 'k' as CacheKey;

const given = { code: 'ResourceNotFound', details: [{ code: 'a', message: 'b' }] };
const headers = { 'x-of': 'upstream' };
const refuse = (status: number, message = 'No.') =>
  new Problem('upstream_refused', { ...given, status, message, headers, cause: new Error('the response') });

it.each([400, 404, 410])('remembers a refusal of %i for five seconds, all but its cause (P-27)', (status) => {
  const clock = createManualClock(0);
  const failures = createFailures(clock);
  failures.add(key, refuse(status));
  clock.time += 4_999;
  const problem = failures.get(key)?.refusal;
  const hit = { ...headers, 'cache-status': 'Frontdesk; hit; detail=refused' };
  expect(problem).toMatchObject({ ...given, type: 'upstream_refused', status, message: 'No.', headers: hit });
  expect(problem?.cause).toBeUndefined();
  expect(failures.get('other' as CacheKey)).toBeUndefined();
  clock.time += 1;
  expect(failures.get(key)).toBeUndefined();
});

it('keeps the reason for the log, if it is our own text', () => {
  const failures = createFailures(createManualClock(0));
  failures.add(key, new Problem('upstream_refused', { status: 404, cause: 'The upstream returned 404.' }));
  expect(failures.get(key)?.refusal?.cause).toBe('The upstream returned 404.');
});

it('remembers that the upstream is out of reach, as no refusal, and forgets what is cleared (P-13)', () => {
  const failures = createFailures(createManualClock(0));
  for (const error of [new Problem('throttled'), new Problem('upstream_error'), new Problem('upstream_timeout')]) {
    failures.add(key, error);
    expect(failures.get(key)).toMatchObject({ refusal: undefined });
    failures.clear(key);
    expect(failures.get(key)).toBeUndefined();
  }
});

it.each([
  ...[403, 409, 412].map((status) => refuse(status)),
  new Error('404'),
  new Problem('throttled', { reason: 'caller_limit' }),
  new Problem('overloaded', { reason: 'queue' }),
])('remembers nothing else, as a share of the loading caller’s own: %s', (error) => {
  const failures = createFailures(createManualClock(0));
  failures.add(key, error);
  expect(failures.get(key)).toBeUndefined();
});

it('drops the least recently used failures, by their bytes', () => {
  const failures = createFailures(createManualClock(0));
  const kept = () => Array.from({ length: 40 }, (_, n) => failures.get(`${n}` as CacheKey)).filter(Boolean).length;
  for (let n = 0; n < 40; n++) failures.add(`${n}` as CacheKey, refuse(404, 'x'.repeat(50_000)));
  expect(kept()).toBe(20);
});
