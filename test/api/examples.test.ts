/** Operations of published definitions that need no test of their own. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readExamples } from '../../dev/upstream/example-files.ts';
import { testExample } from '../support/example-tests.ts';
import { startStack } from '../support/stack.ts';
import { validRequests } from '../support/valid-requests.ts';

const toFile = (name: string) => `test/api/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`;
const examples = readExamples().map(({ operation }) => operation);

it('every example is that of an operation', () => {
  const known = validRequests.map(({ operation }) => operation);
  expect(examples.filter((name) => !known.includes(name))).toEqual([]);
});

const others = examples.filter((name) => !existsSync(toFile(name)));
if (others.length > 0) {
  const stack = await startStack();
  for (const name of others) testExample(stack, name);
}
