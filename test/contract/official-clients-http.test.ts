import { expect, it } from 'vitest';
import { PRINTED, runSnippets } from '../support/snippets.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft' });

it('the code in docs/official-clients.md runs over http', async () => {
  const env = { FRONTDESK: stack.url, TOKEN: await stack.issueToken({}) };
  expect(await runSnippets('http', env)).toEqual(PRINTED);
}, 60_000);
