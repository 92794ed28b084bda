/**
 * Faults F30 to F40 and F61: the managed identity endpoint, and the issuer's JWK Set. Each way to have no
 * token or key, and each way to have one: how a failure is read and paused, a key added or withdrawn, is in
 * test/unit/upstream/token-cache.test.ts and test/unit/auth/jwks.test.ts.
 */
import { describe, expect, it } from 'vitest';
import type { ConnectionFault } from '../testbed/chaos-proxy.ts';
import { toLimitSettings } from '../testbed/emulators.ts';
import { type SampleOperation, sampleOperations } from '../testbed/sample-operations.ts';
import { callAndExpect, callAndSucceed, callUntilSuccess } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { failure, servesStale, success } from './matrix/expectations.ts';
import type { Expected } from './matrix/types.ts';

const harness = await startHarness({ settings: toLimitSettings(sampleOperations.length) });
const { identity, issuer, proxies, upstream } = harness.emulators;
harness.onClearFaults.push(
  () => identity.reset(),
  () => issuer.reset(),
);
await harness.clearFaults();
await warmUp(harness);

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Frontdesk stops using a token one minute before its end, the client library five minutes before. */
const SHORT_LIFE_SECONDS = 70;
const SHORTLY_BEFORE_EXPIRY = DAY - 240;
/** After this time such a token has expired, and responses stored with it are still fresh. */
const FRESH_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 31;

const cached = sampleOperations.filter(({ isCached }) => isCached);

interface Cell {
  readonly operation: SampleOperation;
  readonly expected: Expected;
  readonly sample: number;
}

/** Returns a call of each operation. Only writes have an outcome. */
function listCells({ outcome, ...expected }: Expected, operations = sampleOperations): Cell[] {
  return operations.map((operation) => {
    const isWrite = operation.group === 'writes' || operation.group === 'bodiless';
    const isMiss = expected.status === 'success' && !expected.cache && operation.isCached;
    const own = { ...(isMiss && { cache: 'miss' as const }), ...(isWrite && outcome && { outcome }) };
    return { operation, expected: { ...expected, ...own }, sample: harness.nextSample() };
  });
}

/** Expects each cell while the fault lasts, and success of every operation after it. */
async function expectCells(cells: readonly Cell[], withinMs: number): Promise<void> {
  await upstream.reset();
  await Promise.all(cells.map((cell) => callAndExpect(harness, { ...cell, withinMs })));
  for (const { sample, expected } of cells) expect((await harness.callsOf(sample)).length).toBe(expected.upstreamCalls);
  await harness.clearFaults();
  harness.advanceTime(LONGEST_PAUSE_SECONDS);
  for (const operation of sampleOperations) await callAndSucceed(harness, operation);
}

/** By the emulator for every call, or by the proxy in front of it. */
type Fault = { readonly kind: 'html' | 'hang' } | { readonly kind: 'status'; readonly status: number };
const DOWN: ConnectionFault = { kind: 'down' };
const SILENT: ConnectionFault = { kind: 'black-hole' };
const always = (api: string, fault: Fault) => ({ api, times: 1_000, fault });

describe('the identity endpoint', () => {
  const breaks = (fault: Fault) => () => identity.fault(always('token', fault));
  const hangs = breaks({ kind: 'hang' });
  const fails = (status: number) => breaks({ kind: 'status', status });
  const unavailable = failure(503, 'identity_unavailable', 0, { maxRetryAfter: 5, outcome: 'not-sent' });

  it.each([
    ['F30 refused', () => proxies.identity.injectFault(DOWN)],
    ['F30 hangs', hangs],
    ['F33 429', fails(429)],
    ['F34 400', fails(400)],
    ['F35 returns HTML', breaks({ kind: 'html' })],
    ['F61 returns an expired token', () => identity.control('modes', { expiresIn: -3_600 })],
  ])('%s, without a token: 503, or what is stored', async (_, inject) => {
    await harness.reset();
    harness.advanceTime(DAY + 1);
    const fresh = listCells({ status: 'success', cache: 'hit', upstreamCalls: 0 }, cached);
    const stale = listCells(servesStale(0), cached);
    await fillCache(fresh, stale);
    await inject();
    await expectCells([...listCells(unavailable), ...fresh, ...stale], 3_000);
  });

  it.each([
    ['F31 hangs, token valid', hangs, 0],
    ['F32 hangs, token to be refreshed', hangs, SHORTLY_BEFORE_EXPIRY],
    ['F33 500, token to be refreshed', fails(500), SHORTLY_BEFORE_EXPIRY],
  ])('%s: no request waits', async (_, inject, age) => {
    await harness.reset();
    harness.advanceTime(DAY + 1);
    for (const operation of sampleOperations) await callUntilSuccess(harness, operation);
    harness.advanceTime(age);
    await inject();
    await expectCells(listCells(success()), 1_000);
  });
});

/** Stores the responses that the cells need, with tokens that expire before the fault. */
async function fillCache(fresh: readonly Cell[], stale: readonly Cell[]): Promise<void> {
  await identity.control('modes', { expiresIn: SHORT_LIFE_SECONDS });
  const oldestFirst = [
    ...stale.map((cell) => ({ ...cell, age: cell.operation.staleAfter })),
    ...fresh.map((cell) => ({ ...cell, age: FRESH_SECONDS })),
  ].sort((one, other) => other.age - one.age);
  let age = oldestFirst[0]?.age ?? 0;
  for (const cell of oldestFirst) {
    harness.advanceTime(age - cell.age);
    age = cell.age;
    await callUntilSuccess(harness, cell.operation, cell.sample);
  }
  harness.advanceTime(age);
}

describe('the JWK Set', () => {
  const empty: ConnectionFault = {
    kind: 'response',
    text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"keys":[]}',
  };
  const by = (fault: ConnectionFault) => () => proxies.keys.injectFault(fault);
  const signInPage = () => issuer.fault(always('jwks', { kind: 'html' }));
  const kept = { age: 2, expected: success(), withinMs: 1_000 };
  // Without keys Frontdesk cannot tell whether a token is valid: 503, not 401.
  const unavailable = failure(503, 'auth_unavailable', 0, { maxRetryAfter: 5, outcome: 'not-sent' });
  const none = { age: 25, expected: unavailable, withinMs: 2_000 };

  it.each([
    ['F36 refused, keys kept', by(DOWN), kept],
    ['F37 refused, no keys', by(DOWN), none],
    ['F39 does not arrive, keys kept', by(SILENT), kept],
    ['F39 does not arrive, no keys', by(SILENT), none],
    ['F40 is empty, keys kept', by(empty), kept],
    ['F40 is HTML, no keys', signInPage, none],
  ])('%s', async (_, inject, { age, expected, withinMs }) => {
    await harness.reset();
    harness.advanceTime(25 * HOUR);
    for (const operation of sampleOperations) await callUntilSuccess(harness, operation);
    harness.advanceTime(age * HOUR);
    await inject();
    await expectCells(listCells(expected), withinMs);
  });
});
