/** Faults F30 to F35 and F61: the managed identity endpoint. */
import { toLimitSettings } from '../testbed/emulators.ts';
import { sampleOperations } from '../testbed/sample-operations.ts';
import {
  type DependencyCell,
  injectDependencyFault,
  listDependencyCells,
  testDependencyCells,
} from './harness/dependency-cells.ts';
import { callAndExpect, callUntilSuccess } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { identityFaults } from './matrix/identity-faults.ts';
import type { Expected, IdentityFault } from './matrix/types.ts';

const harness = await startHarness({ settings: toLimitSettings(sampleOperations.length) });
harness.onClearFaults.push(() => harness.emulators.identity.reset());
await harness.clearFaults();
await warmUp(harness);

const DAY = 86_400;
/** Frontdesk stops using a token one minute before its end, the client library five minutes before. */
const SHORT_LIFE_SECONDS = 70;
const SHORTLY_BEFORE_EXPIRY = DAY - 240;
/** After this time such a token has expired, and responses stored with it are still fresh. */
const FRESH_SECONDS = 15;
const MAX_PAUSE_SECONDS = 31;
const HIT: Expected = { status: 'success', cache: 'hit', upstreamCalls: 0 };

const cached = sampleOperations.filter(({ isCached }) => isCached);

for (const fault of identityFaults) testIdentityFault(fault);

function testIdentityFault({ id, name, inject, token, cold, stale, withinMs, pauseSeconds }: IdentityFault): void {
  const freshCells = token === 'none' ? listDependencyCells(harness, 'warm', HIT, cached) : [];
  const staleCells = stale ? listDependencyCells(harness, 'stale', stale, cached) : [];
  testDependencyCells(harness, {
    title: `${id} ${name}`,
    cells: [...listDependencyCells(harness, 'cold', cold), ...freshCells, ...staleCells],
    withinMs,
    recoverySeconds: MAX_PAUSE_SECONDS,
    ...(pauseSeconds !== undefined && {
      async later() {
        harness.advanceTime(pauseSeconds);
        const [cell] = listDependencyCells(harness, 'cold', cold) as [DependencyCell];
        await callAndExpect(harness, { ...cell, withinMs: 0 });
      },
    }),
    async inject() {
      await harness.reset();
      harness.advanceTime(DAY + 1);
      if (token === 'none') await fillCache(freshCells, staleCells);
      else await renewTokens(token);
      await injectDependencyFault(harness, 'identity', inject);
    },
  });
}

/** Stores the responses that the cells need, with tokens that expire before the fault. */
async function fillCache(fresh: readonly DependencyCell[], stale: readonly DependencyCell[]): Promise<void> {
  await harness.emulators.identity.control('token-life', { expiresIn: SHORT_LIFE_SECONDS });
  const oldestFirst = [
    ...stale.map((cell) => ({ ...cell, age: cell.operation.staleAfter ?? 0 })),
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

async function renewTokens(token: IdentityFault['token']): Promise<void> {
  for (const operation of sampleOperations) await callUntilSuccess(harness, operation);
  if (token === 'refreshing') harness.advanceTime(SHORTLY_BEFORE_EXPIRY);
}
