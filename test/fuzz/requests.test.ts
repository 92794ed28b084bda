/** Odd requests through the real pipeline, with odd responses of the upstream: every exchange is checked. `SEED=N` chooses other cases. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs as scaled } from '../support/runs.ts';
import { checkExchange, type Exchange } from './engine/check-exchange.ts';
import { type FuzzHarness, startHarness, unexpectedAddresses } from './engine/harness.ts';
import { requestsTo } from './engine/requests.ts';
import { isGoodToken } from './engine/tokens.ts';

const runs = scaled(300);
const seed = Number(process.env['SEED'] ?? 20_261_121);
/** They use each other's waiting times. */
const LANES = 8;

/** Cache results, as in a Cache-Status header. */
const CACHE_STATES = ['hit', 'fwd=uri-miss', 'fwd=stale', 'fwd=request'];

const seen: Record<string, number> = {};

function count(thing: string): void {
  seen[thing] = (seen[thing] ?? 0) + 1;
}

function countExchange({ response, received }: Exchange): void {
  count(`status ${response.status}`);
  if (received.length > 0) count('sent upstream');
  const status = response.headers['cache-status'];
  const state = status && CACHE_STATES.find((one) => status.includes(`; ${one}`));
  if (state) count(`cache ${state}`);
}

const createProperty = (harness: FuzzHarness) =>
  fc.asyncProperty(requestsTo(harness.operations), async ({ repeats, ...request }) => {
    harness.begin();
    for (const [index, repeat] of [{}, ...repeats].entries()) {
      const one = { ...request, ...repeat, repeats };
      one.isValid &&= isGoodToken(one.token);
      const exchange = await harness.send(one);
      if (checkExchange(one, exchange, harness)) count('refused');
      const isHit = exchange.response.headers['cache-status']?.includes('; hit');
      ok(index > 0 || !isHit, 'A case does not hit the cache of another.');
      expectEqual([...unexpectedAddresses], [], 'Only the emulators are connected to.');
      countExchange(exchange);
    }
  });

it(`${runs} generated cases of requests are relayed unchanged or rejected, and never get a 500`, async () => {
  const harnesses: FuzzHarness[] = [];
  for (let lane = 0; lane < LANES; lane++) harnesses.push(await startHarness());
  try {
    await Promise.all(
      harnesses.map((harness, lane) =>
        fc.assert(createProperty(harness), { numRuns: Math.ceil(runs / LANES), seed: seed + lane }),
      ),
    );
  } finally {
    for (const harness of harnesses) await harness.close();
  }
  // Every kind of result occurs, and not only a few times.
  for (const [what, least] of Object.entries({
    refused: runs / 5,
    'sent upstream': runs / 3,
    'cache hit': runs / 40,
    'cache fwd=uri-miss': runs / 20,
    // A busy machine times out what would be stale.
    'cache fwd=stale': runs / 150,
  })) {
    expect({ what, count: seen[what] ?? 0 }).toEqual({ what, count: expect.toSatisfy((count) => count > least) });
  }
  // Another operation changes what is generated, and the rare ones are missed then.
  const statuses = [200, 201, 204, 400, 401, 403, 404, 409, 412, 413, 415, 429, 502];
  expect(statuses.filter((status) => !(`status ${status}` in seen)).length).toBeLessThan(3);
}, 20_000_000);
