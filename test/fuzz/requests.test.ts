import { expect, it } from 'vitest';
import { fuzzRequests } from '../../tools/fuzz/fuzz-requests.ts';

const runs = 2_000;

it(`${runs} generated requests are relayed as they are written or refused, and never answered 500`, async () => {
  const { failure, seen } = await fuzzRequests({ runs, seed: 20_261_121 });
  expect(failure).toBeUndefined();
  // Every kind of end was met, and none of them by a few requests alone.
  expect(seen['request valid']).toBeGreaterThan(runs / 3);
  expect(seen['request invalid']).toBeGreaterThan(runs / 5);
  expect(seen['sent up']).toBeGreaterThan(runs / 3);
  const statuses = [200, 201, 202, 204, 400, 401, 403, 404, 409, 412, 413, 415, 429, 502, 503];
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(statuses.map((status) => `status ${status}`)));
}, 60_000);
