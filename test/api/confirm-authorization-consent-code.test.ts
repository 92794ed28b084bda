import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { buildAuthorizationPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const path = buildAuthorizationPath({ authorizationId: managed.authorizations.connected }).replace(
  '?',
  '/confirmConsentCode?',
);
const confirm = (consentCode: unknown) => stack.send('POST', path, { body: { consentCode } });

it('R-07 returns 200 without a body, and the code counts once', async () => {
  const { status, headers, text } = await confirm(managed.consentCode);
  expect([status, text]).toEqual([200, '']);
  expect(headers['etag']).toBeDefined();
  expect((await confirm(managed.consentCode)).status).toBe(400);
});

it('R-07 keeps the code out of errors and the log', async () => {
  const { status, text } = await confirm('a-code-of-somebody');
  expect(status).toBe(400);
  expect(text).toContain('***');
  expect(text + JSON.stringify(stack.log)).not.toContain('a-code-of-somebody');
});

it.each([
  ...['', 'x'.repeat(4097), 5].map((consentCode) => ({ consentCode })),
  { consentCode: managed.consentCode, parameters: {} },
])('R-07 takes no other code, and nothing else: %j', async (body) => {
  expect((await stack.send('POST', path, { body })).status).toBe(400);
  expect(await stack.upstream.calls()).toEqual([]);
});
