import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/conformance.md', 'utf8');

/** The test files by the names that the page gives them. */
const files = new Map(
  Array.from(page.matchAll(/^\[(.+)\]: \.\.\/(.+)$/gm), ([, name, file]) => [name as string, file as string]),
);

/** Every test that the page names, as `file: title`. */
const named = Array.from(page.matchAll(/\[([^\]]+)\]: (`[^`]+`(?:, `[^`]+`)*)/g), ([, name = '', titles = '']) =>
  Array.from(titles.matchAll(/`([^`]+)`/g), ([, title]) => `${files.get(name) ?? name}: ${title}`),
).flat();

/** Every test of a file: `it('…', () => …)` and `it.each(…)('…', () => …)`, in either kind of quotes. */
function listTests(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(/(?:\bit|\))\(\s*('[^'\n]+'|"[^"\n]+"),\s*(?:async )?\(/g);
  return Array.from(calls, ([, title = '']) => `${file}: ${title.slice(1, -1)}`);
}

it('the page names tests that exist', () => {
  const existing = new Set([...files.values()].flatMap(listTests));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((test) => !existing.has(test))).toEqual([]);
});

it('every rule, promise and choice has a test', () => {
  const lines = page.split('\n');
  const rows = lines.filter((line, at) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|--'));
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter((row) => !/\[[^\]]+\]: `/.test(row))).toEqual([]);
});

it('the page names every test of the operations and of the official clients', () => {
  const operations = readdirSync('test/api')
    .filter((name) => !/^(?:metrics|traces)\./.test(name))
    .map((name) => `test/api/${name}`);
  const tests = [...operations, 'test/contract/official-clients.test.ts'].flatMap(listTests);
  expect(tests.length).toBeGreaterThan(200);
  expect(tests.filter((test) => !named.includes(test))).toEqual([]);
});

it('the page defines no name of a file that it does not use', () => {
  expect([...files.values()].filter((file) => !named.some((test) => test.startsWith(`${file}: `)))).toEqual([]);
});
