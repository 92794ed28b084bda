/**
 * The interleaving fuzz: two tenants send requests to two instances with one store, and every wait ends in a random order. Each
 * caller must receive a response that was loaded for it.
 */

import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { type CacheKey, type KeyParts, toCacheKey, toDigest } from '../../../lib/cache/key.ts';
import { ResponseCache } from '../../../lib/cache/response-cache.ts';
import { MemoryStore, type StoredResponse } from '../../../lib/cache/store.ts';
import { Problem } from '../../../lib/http/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { createOddStore, unlimitedRows } from '../../support/shared-store.ts';
import { checkInBatches, type Finding, type FuzzOptions } from './batches.ts';

/** One request of a caller, and the result of its load. */
interface Step {
  readonly instance: 0 | 1;
  readonly parts: KeyParts;
  readonly noCache: boolean;
  readonly load: 'own' | 'shared' | 'expired' | 'not found' | 'fails';
  /** Milliseconds that pass before it. */
  readonly idleMs: number;
}

/** How often an instance looks whether another one has loaded. */
const LEASE_POLL_MS = 200;
const POLICY = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };

/** Values that a careless cache key would confuse. */
const tenant = fc.constantFrom('a', 'b');
const scope = fc.constantFrom('*', '', 'a', 'a b', 'b', '","tenant":"b');
const relayed = fc.constantFrom<unknown>('/x', '/X', ['/x'], { a: 1, b: 2 }, { b: 2, a: 1 }, 'a', '');

const step: fc.Arbitrary<Step> = fc.record({
  instance: fc.constantFrom(0, 1),
  parts: fc.record({
    operation: fc.constant('list'),
    profile: fc.constant('vendor'),
    upstream: fc.constantFrom('http://u', 'http://u/v2'),
    apiVersion: fc.constant('1'),
    tenant,
    accessScope: fc.oneof({ arbitrary: fc.constant('*'), weight: 6 }, { arbitrary: scope, weight: 1 }),
    relayed: fc.oneof({ arbitrary: fc.constant<unknown>('/x'), weight: 6 }, { arbitrary: relayed, weight: 1 }),
  }),
  noCache: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
  load: fc.oneof(
    { arbitrary: fc.constantFrom<Step['load']>('own', 'shared'), weight: 4 },
    { arbitrary: fc.constantFrom<Step['load']>('expired', 'not found', 'fails'), weight: 1 },
  ),
  idleMs: fc.constantFrom(0, 0, 0, 0, 100, 61_000, 310_000),
});

export async function fuzzInterleavings(options: FuzzOptions): Promise<Finding> {
  const seen: Record<string, number> = {};
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.array(step, { minLength: 2, maxLength: 8 }),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    (scheduler, steps, failures) => runCase(scheduler, steps, failures, seen),
  );
  type Case = [fc.Scheduler, Step[], boolean[]];
  const lanes = [(batch: fc.Parameters<Case>) => fc.check(property, batch)];
  const describe = ([scheduler, ...rest]: Case) => [String(scheduler), ...rest];
  return { seen, failure: await checkInBatches('interleavings', options, lanes, describe) };
}

async function runCase(
  scheduler: fc.Scheduler,
  steps: readonly Step[],
  failures: readonly boolean[],
  seen: Record<string, number>,
): Promise<void> {
  const time = { now: 0 };
  // Only the scheduler ends a wait: that for another instance's load; no other timer fires.
  const clock: Clock = {
    wallNow: () => time.now,
    monotonicNow: () => time.now,
    setTimer(callback, ms) {
      if (ms === LEASE_POLL_MS) {
        void wait('poll').then(() => {
          time.now += ms;
          callback();
        });
      }
      return setTimeout(ms === LEASE_POLL_MS ? () => {} : callback, 2 ** 30);
    },
  };
  const wait = async (what: string) => scheduler.schedule(Promise.resolve(), what);
  const store = createOddStore(clock, failures, wait);
  const instances = [0, 1].map(
    () => new ResponseCache({ store, memory: new MemoryStore(2_000), rows: unlimitedRows, clock }),
  );
  const owners = new Map<string, string>();
  const requests = steps.map(async (one, index) => {
    await scheduler.schedule(Promise.resolve(), `request ${index}`);
    time.now += one.idleMs;
    const key = toCacheKey(one.parts);
    const load = async () => {
      await scheduler.schedule(Promise.resolve(), `load ${index}`);
      return toLoaded(one, index, time.now);
    };
    const cache = instances[one.instance] as ResponseCache;
    const request = { key, owner: one.parts.tenant, policy: POLICY, noCache: one.noCache, load };
    const { response, state } = await cache.get(request);
    checkStoredResponse(one.parts, key, response, owners);
    const what = state.hit ? `hit ${state.stale ?? 'fresh'}` : state.collapsed ? 'collapsed' : 'loaded';
    seen[what] = (seen[what] ?? 0) + 1;
  });
  // Attached before any of them can reject.
  const settled = Promise.allSettled(requests);
  await scheduler.waitIdle();
  for (const { reason } of (await settled).filter((one) => one.status === 'rejected')) {
    if (!(reason instanceof Problem)) throw reason;
    seen[reason.type] = (seen[reason.type] ?? 0) + 1;
  }
}

function toLoaded({ parts, load }: Step, index: number, now: number) {
  if (load === 'fails') throw new Problem('upstream_unreachable');
  if (load === 'not found') throw new Problem('upstream_refused', { status: 404 });
  const body = Buffer.from(load === 'shared' ? 'same' : `${toOwner(parts)} ${index}`);
  return load === 'expired' ? { body, expiresAt: now } : { body };
}

/** Identifies the callers who may read a response: those of one tenant, environment and scope with the same request. */
function toOwner({ tenant: of, upstream, accessScope, relayed: sent }: KeyParts): string {
  const sorted = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? Object.entries(sent).sort() : sent;
  return JSON.stringify([of, upstream, accessScope, sorted]);
}

function checkStoredResponse(
  parts: KeyParts,
  key: CacheKey,
  response: StoredResponse,
  owners: Map<string, string>,
): void {
  const text = response.body.toString();
  const owner = toOwner(parts);
  ok(text === 'same' || text.startsWith(`${owner} `), `${owner} received ${text}`);
  expectEqual(response.digest, toDigest(key, response.body));
  // The digest is the entity tag: with an equal one a 304 would confirm another tenant's response.
  expectEqual(owners.get(response.digest) ?? owner, owner, 'No two tenants share an entity tag.');
  owners.set(response.digest, owner);
}
