/** The cells of the identity endpoint's faults. */
import { toLimits } from './harness/edges.ts';
import { callAndExpect, callUntilWell } from './harness/expect-answer.ts';
import type { IdentityFault } from './harness/expectation.ts';
import { identityFaults } from './harness/fault-table.ts';
import { operations } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { type EdgeCell, strikeEdge, testEdgeCells, toEdgeCells } from './harness/run-edge-cells.ts';

const rig = await startRig({ settings: toLimits(operations.length) });
rig.cures.push(() => rig.identity.reset());
await rig.relieve();
await warmUp(rig);

const DAY = 86_400;
/** Frontdesk leaves the last minute of a token alone, the client library the last five. */
const SHORT_LIFE = 70;
const SHORTLY_BEFORE_THE_END = DAY - 240;
/** A token of that life is of no use any more when this has passed, and what was stored with it is fresh. */
const FRESH_SECONDS = 15;
const LONGEST_PAUSE = 31;

const cached = operations.filter(({ isCached }) => isCached);

for (const { id, name, strike, token, cold, stale, within, leftAlone } of identityFaults) {
  const fresh = token === 'none' ? toEdgeCells(rig, 'warm', { status: 'success', cache: 'hit', calls: 0 }, cached) : [];
  const old = stale ? toEdgeCells(rig, 'stale', stale, cached) : [];
  testEdgeCells(rig, `${id} ${name}`, {
    cells: [...toEdgeCells(rig, 'cold', cold), ...fresh, ...old],
    within,
    heals: LONGEST_PAUSE,
    ...(leftAlone !== undefined && {
      async later() {
        rig.passTime(leftAlone);
        const [cell] = toEdgeCells(rig, 'cold', cold) as [EdgeCell];
        await callAndExpect(rig, cell.operation, cell.mark, cell.expected, 0);
      },
    }),
    async strike() {
      await rig.calm();
      rig.passTime(DAY + 1);
      if (token === 'none') await store(fresh, old);
      else await renewTokens(token);
      await strikeEdge(rig, 'identity', strike);
    },
  });
}

/** Stores what the cells are to find, with tokens that do not outlive it. */
async function store(fresh: readonly EdgeCell[], old: readonly EdgeCell[]): Promise<void> {
  await rig.identity.control('token-life', { expiresIn: SHORT_LIFE });
  const aged = [
    ...old.map((cell) => ({ ...cell, age: cell.operation.staleAfter ?? 0 })),
    ...fresh.map((cell) => ({ ...cell, age: FRESH_SECONDS })),
  ].sort((one, other) => other.age - one.age);
  let age = aged[0]?.age ?? 0;
  for (const cell of aged) {
    rig.passTime(age - cell.age);
    age = cell.age;
    await callUntilWell(rig, cell.operation, cell.mark);
  }
  rig.passTime(age);
}

async function renewTokens(token: IdentityFault['token']): Promise<void> {
  for (const operation of operations) await callUntilWell(rig, operation, rig.nextMark());
  if (token === 'refreshing') rig.passTime(SHORTLY_BEFORE_THE_END);
}
