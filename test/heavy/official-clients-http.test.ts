import { expect, it } from 'vitest';
import { startStack } from '../support/stack.ts';
import { PRINTED, runSnippets } from './snippets.ts';

const stack = await startStack({ profile: 'microsoft' });

it('the code in docs/official-clients.md runs over http', async () => {
  const env = { FRONTDESK: stack.url, TOKEN: await stack.issueToken({}) };
  expect(await runSnippets('http', env)).toEqual(PRINTED);
}, 60_000);
