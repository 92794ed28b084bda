import { expect, it } from 'vitest';
import { buildItemPath } from '../support/builders.ts';
import { createManualClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';

const clock = createManualClock(Date.now());
const stack = await startStack({ clock });
const passSeconds = (seconds: number) => {
  clock.time += seconds * 1000;
};

/** Returns the status of a request with a token that is issued once. */
async function tokenCaller() {
  const token = await stack.issueToken({ exp: Math.floor(Date.now() / 1000) + 86_400 });
  return () => stack.send('GET', buildItemPath(), { token });
}

const jwksFetches = async () => (await stack.issuer.calls()).filter(({ path }) => path.endsWith('/keys')).length;

it('a new signing key is fetched for the first token that names it, and the old one stays valid', async () => {
  const old = await tokenCaller();
  expect((await old()).status).toBe(200);
  await stack.issuer.rotateKey();
  const rotated = await tokenCaller();
  passSeconds(30);
  const before = await jwksFetches();
  expect((await rotated()).status).toBe(200);
  expect((await old()).status).toBe(200);
  expect(await jwksFetches()).toBe(before + 1);
});
