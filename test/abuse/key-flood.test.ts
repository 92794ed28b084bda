import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { expectGranted, expectUntouched, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { readItem } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

/** The case has ten thousand in a minute; the figure that counts is that of the fetches. */
const tokens = 2_000;
const atOnce = 50;

it('A14 tokens with unknown key ids are 401 each, however many they are, and cost two key sets at most', async () => {
  await expectGranted(stack, readItem);
  const payload = Buffer.from(JSON.stringify(decodeJwt(await stack.issueToken({})))).toString('base64url');
  const signature = randomBytes(256).toString('base64url');
  const forge = () => {
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: randomUUID() })).toString('base64url');
    return `${header}.${payload}.${signature}`;
  };
  const statuses = new Map<number, number>();
  await expectUntouched(stack, async () => {
    for (let sent = 0; sent < tokens; sent += atOnce) {
      const answers = await Promise.all(
        Array.from({ length: atOnce }, () => sendChanged(stack, readItem, { token: forge() })),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  expect(statuses).toEqual(new Map([[401, tokens]]));
  await expectGranted(stack, readItem);
  const calls = (await stack.issuer.calls()) as unknown as { target: string }[];
  expect(calls.filter(({ target }) => target === 'jwks').length).toBeLessThanOrEqual(2);
});

it('A14 a good caller is not refused while the flood is on', async () => {
  const token = await stack.issueToken({});
  const flood = Array.from({ length: 500 }, () =>
    sendChanged(stack, readItem, {
      token: `${Buffer.from(JSON.stringify({ alg: 'RS256', kid: randomUUID() })).toString('base64url')}.e30.AAAA`,
    }),
  );
  const good = Array.from({ length: 20 }, () => sendChanged(stack, readItem, { token }));
  expect((await Promise.all(good)).map(({ status }) => status)).toEqual(good.map(() => 200));
  await Promise.all(flood);
});
