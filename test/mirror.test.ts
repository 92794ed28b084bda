/** Each file of lib and functions has a test file of its name. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

function listFiles(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .sort();
}

/** A file of types, or the entry that only starts the app, has nothing to test by itself. */
const exportsValue = (file: string) =>
  /^export (?:async )?(?:function|const|class|\{)/m.test(readFileSync(file, 'utf8'));

/** Paths below test/unit: files of lib are at its top level. */
const sources = [
  ...listFiles('lib', '.ts').map((name) => ({ name, file: `lib/${name}.ts` })),
  ...listFiles('functions', '.ts').map((name) => ({ name: `functions/${name}`, file: `functions/${name}.ts` })),
];
const unitTests = listFiles('test/unit', '.test.ts');
const apiTests = listFiles('test/api', '.test.ts').map((name) => `functions/${name}`);

it('every file of lib and functions has a test file of its name', () => {
  const tests = new Set([...unitTests, ...apiTests]);
  const untested = sources.filter(({ name, file }) => !tests.has(name) && exportsValue(file));
  expect(untested.map(({ file }) => file)).toEqual([]);
});

it('every unit test has a file of its name, or tests an aspect of one: <file>-<aspect>', () => {
  const orphans = unitTests.filter((test) => !sources.some(({ name }) => test === name || test.startsWith(`${name}-`)));
  expect(orphans).toEqual([]);
});
