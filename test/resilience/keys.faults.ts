/** Faults F36 to F41: the issuer's JWK Set, and keys that are added and withdrawn. */
import { expect, it } from 'vitest';
import { toLimitSettings } from '../testbed/emulators.ts';
import { sampleOperation, sampleOperations } from '../testbed/sample-operations.ts';
import { injectDependencyFault, listDependencyCells, testDependencyCells } from './harness/dependency-cells.ts';
import { callAndSucceed, callUntilSuccess } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { keysFaults } from './matrix/keys-faults.ts';

const harness = await startHarness({ settings: toLimitSettings(sampleOperations.length) });
const { issuer } = harness.emulators;
harness.onClearFaults.push(() => issuer.reset());
await warmUp(harness);

const HOUR = 3_600;
const DAY = 24 * HOUR;
const anyOperation = sampleOperation('createOrUpdateAuthorization');

for (const { id, name, inject, keys, cold, withinMs } of keysFaults) {
  testDependencyCells(harness, {
    title: `${id} ${name}`,
    cells: listDependencyCells(harness, 'cold', cold),
    withinMs,
    recoverySeconds: 31,
    async inject() {
      await harness.reset();
      harness.advanceTime(25 * HOUR);
      await callUntilSuccess(harness, anyOperation);
      harness.advanceTime((keys === 'kept' ? 2 : 25) * HOUR);
      await injectDependencyFault(harness, 'keys', inject);
    },
  });
}

it('F38 signing key rolled: the first new tokens cause one fetch and are accepted', async () => {
  await harness.reset();
  await callAndSucceed(harness, anyOperation);
  harness.advanceTime(31);
  await issuer.rotateKey();
  const token = await issueLongLivedToken();
  await issuer.control('faults', { target: 'jwks', fault: { kind: 'delay', ms: 50 } });
  const before = await countFetches();
  const responses = await Promise.all(
    sampleOperations.map((operation) => harness.send({ token, ...operation.toRequest(harness.nextSample()) })),
  );
  expect(responses.map(({ status }) => status)).toEqual(sampleOperations.map(({ status }) => status));
  expect((await countFetches()) - before).toBe(1);
});

it('F41 key withdrawn: its tokens are rejected within an hour, tokens of other keys are not', async () => {
  await harness.reset();
  // The harness renews its token, with the key that stays.
  harness.advanceTime(6 * HOUR);
  await callAndSucceed(harness, anyOperation);
  await issuer.rotateKey();
  const token = await issueLongLivedToken();
  harness.advanceTime(31);
  const call = () => harness.send({ token, ...anyOperation.toRequest(harness.nextSample()) });
  expect((await call()).status).toBe(anyOperation.status);
  await issuer.reset();
  harness.advanceTime(HOUR + 1);
  await callAndSucceed(harness, anyOperation);
  await expect.poll(async () => (await call()).status).toBe(401);
  await callAndSucceed(harness, anyOperation);
});

function issueLongLivedToken(): Promise<string> {
  return issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + DAY });
}

async function countFetches(): Promise<number> {
  const calls = await issuer.calls();
  return calls.filter(({ path }) => path.includes('/discovery/v2.0/keys')).length;
}
