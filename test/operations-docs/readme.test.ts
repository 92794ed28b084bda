/** What README.md names exists and compiles; `npm run test:all -- --project readme` pastes it into a fresh clone. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { people } from '../../dev/personas.ts';
import { usage } from '../../dev/start/options.ts';
import { readme, readmeBlocks } from '../support/readme.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const find = (pattern: RegExp) => Array.from(readme.matchAll(pattern), ([, found = '']) => found);

it('every script in the README exists', () => {
  const named = find(/npm run (?:-s )?([a-z:]+)/g);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it('every script that a page names exists', () => {
  const pages = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/findings.md', 'client/README.md'];
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const named = [...pages, ...docs.map((name) => join('docs', name))].flatMap((page) =>
    Array.from(
      readFileSync(page, 'utf8').matchAll(/npm run (?:-s )?([a-z:-]+)/g),
      ([, name = '']) => `${page}: ${name}`,
    ),
  );
  expect(named.filter((found) => !((found.split(': ')[1] ?? '') in scripts))).toEqual([]);
});

it('every option of npm start in the README exists', () => {
  const named = find(/npm start -- (--[a-z-]+)/g);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((option) => !usage.includes(`  ${option} `))).toEqual([]);
});

it('every command of its blocks is one that a reader has', () => {
  const commands = readmeBlocks
    .filter(({ kind }) => kind.startsWith('sh'))
    .flatMap(({ code }) => code.replaceAll('\\\n', '').trim().split('\n'))
    .map((line) => line.split(' ')[0]);
  expect(commands.length).toBeGreaterThan(5);
  expect([...new Set(commands)].toSorted()).toEqual(['curl', 'export', 'func', 'npm', 'npx']);
});

it('the README names every sample user, and every file and picture that it links is there', () => {
  expect(find(/^\| `(\w+)` \| \w+ \w+, /gm)).toEqual(people.map(({ id }) => id));
  const links = [...find(/\]\(([^)#:]+)/g), ...find(/(?:src|srcset)="([^"]+)"/g)];
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

it('the TypeScript of the README compiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const files = readmeBlocks.filter(({ kind }) => kind === 'ts').map(({ file = '', code }) => ({ file, code }));
  expect(files.map(({ file }) => file)).toEqual(['hello.ts']);
  for (const { file, code } of files) writeFileSync(join(folder, file), code);
  // The paths of the repository's configuration lead to the source of the client.
  const config = { extends: resolve('tsconfig.json'), include: files.map(({ file }) => file) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compile = () =>
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: folder, encoding: 'utf8' });
  expect(compile()).toBe('');
});
