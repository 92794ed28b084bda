import { expect, it } from 'vitest';
import { runs as scaled } from '../support/runs.ts';
import { fuzzRequests } from './engine/fuzz-requests.ts';

/** `npx tsx test/fuzz/run.ts` runs as many as asked. */
const runs = scaled(300);

it(`${runs} generated cases of requests are relayed unchanged or rejected, and never get a 500`, async () => {
  const { failure, seen } = await fuzzRequests({ runs, seed: 20_261_121 });
  expect(failure).toBeUndefined();
  // Every kind of result occurs, and not only a few times.
  for (const [what, least] of Object.entries({
    'request valid': runs / 3,
    'request invalid': runs / 5,
    'sent upstream': runs / 3,
    'cache hit': runs / 40,
    'cache fwd=uri-miss': runs / 20,
    'cache fwd=stale': runs / 80,
  })) {
    expect({ what, count: seen[what] ?? 0 }).toEqual({ what, count: expect.toSatisfy((count) => count > least) });
  }
  // Another operation changes what is generated, and the rare ones are missed then.
  const statuses = [200, 201, 204, 400, 401, 403, 404, 409, 412, 413, 415, 429, 502];
  expect(statuses.filter((status) => !(`status ${status}` in seen)).length).toBeLessThan(3);
}, 600_000);
