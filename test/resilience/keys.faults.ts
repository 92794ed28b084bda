/** The cells of the JWK Set's faults, and of keys that come and go. */
import { expect, it } from 'vitest';
import { toLimits } from './harness/edges.ts';
import { callUntilWell, callWell } from './harness/expect-answer.ts';
import { keysFaults } from './harness/fault-table.ts';
import { report } from './harness/figures.ts';
import { operations } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { strikeEdge, testEdgeCells, toEdgeCells } from './harness/run-edge-cells.ts';

const rig = await startRig({ settings: toLimits(operations.length) });
rig.cures.push(() => rig.issuer.reset());
await warmUp(rig);

const HOUR = 3_600;
const TEN_YEARS = 10 * 365 * 24 * HOUR;
const [anOperation] = operations as [(typeof operations)[number]];

for (const { id, name, strike, keys, cold, within } of keysFaults) {
  testEdgeCells(rig, `${id} ${name}`, {
    cells: toEdgeCells(rig, 'cold', cold),
    within,
    heals: 31,
    async strike() {
      await rig.calm();
      rig.passTime(25 * HOUR);
      await callUntilWell(rig, anOperation, rig.nextMark());
      rig.passTime((keys === 'kept' ? 2 : 25) * HOUR);
      await strikeEdge(rig, 'keys', strike);
    },
  });
}

it('F36 JWK Set refused, keys kept: no valid token is refused for 24 hours', async (context) => {
  await rig.calm();
  rig.passTime(25 * HOUR);
  await callWell(rig, anOperation, rig.nextMark());
  await rig.wires.keys.strike({ kind: 'down' });
  let refused = 0;
  const quarters = 24 * 4 - 1;
  for (let quarter = 0; quarter < quarters; quarter++) {
    rig.passTime(HOUR / 4);
    const { status } = await rig.call(anOperation, rig.nextMark());
    if (status !== anOperation.status) refused++;
  }
  report(context, `${refused} of ${quarters} calls refused in ${quarters / 4} hours without a JWK Set`);
  expect(refused).toBe(0);
  // Beyond that there are no keys: the outage is there.
  rig.passTime(HOUR);
  expect((await rig.call(anOperation, rig.nextMark())).status).toBe(503);
});

it('F38 signing key rolled: the first new token costs one fetch and is accepted', async () => {
  await rig.calm();
  await callWell(rig, anOperation, rig.nextMark());
  rig.passTime(31);
  await rig.issuer.rotateKey();
  const token = await issueLongLived();
  await rig.issuer.control('faults', { target: 'jwks', fault: { kind: 'delay', ms: 50 } });
  const fetched = await countFetches();
  const answers = await Promise.all(
    operations.map((operation) => rig.send({ token, ...operation.toRequest(rig.nextMark()) })),
  );
  expect(answers.map(({ status }) => status)).toEqual(operations.map(({ status }) => status));
  expect((await countFetches()) - fetched).toBe(1);
});

it('F41 key withdrawn: within an hour its tokens are refused, and those of other keys are not', async () => {
  await rig.calm();
  await rig.issuer.rotateKey();
  const token = await issueLongLived();
  rig.passTime(31);
  const call = () => rig.send({ token, ...anOperation.toRequest(rig.nextMark()) });
  expect((await call()).status).toBe(anOperation.status);
  await rig.issuer.reset();
  rig.passTime(HOUR + 1);
  await callWell(rig, anOperation, rig.nextMark());
  await expect.poll(async () => (await call()).status).toBe(401);
  await callWell(rig, anOperation, rig.nextMark());
});

function issueLongLived(): Promise<string> {
  return rig.issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + TEN_YEARS });
}

async function countFetches(): Promise<number> {
  const calls = await rig.issuer.calls();
  return calls.filter(({ path }) => path.includes('/discovery/v2.0/keys')).length;
}
