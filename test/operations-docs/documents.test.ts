/** What the documents name exists; `npm run test:all -- --project readme` pastes the README into a fresh clone. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { composeCostTable } from '../../bench/scale/costs.ts';
import { readDeployment } from '../../bench/scale/deployment.ts';
import { LOG_BYTES, TYPICAL_CALLS } from '../../bench/scale/log-row.ts';
import { people } from '../../dev/personas.ts';
import { usage } from '../../dev/start/options.ts';
import { makeFolder } from '../support/folder.ts';
import { readme, readmeBlocks } from '../support/readme.ts';
import { checkTypes } from '../support/type-check.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const find = (pattern: RegExp) => Array.from(readme.matchAll(pattern), ([, found = '']) => found);

it('every script that a page names exists', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/findings.md',
    'client/README.md',
  ];
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const named = [...pages, ...docs.map((name) => join('docs', name))].flatMap((page) =>
    Array.from(
      readFileSync(page, 'utf8').matchAll(/npm run (?:-s )?([a-z:-]+)/g),
      ([, name = '']) => `${page}: ${name}`,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((found) => !((found.split(': ')[1] ?? '') in scripts))).toEqual([]);
});

it('every option of npm start in the README exists', () => {
  const named = find(/npm start -- (--[a-z-]+)/g);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((option) => !usage('npm start --').includes(`  ${option} `))).toEqual([]);
});

it('docs/deploy.md has the costs of the templates’ defaults', () => {
  expect(readFileSync('docs/deploy.md', 'utf8')).toContain(composeCostTable(readDeployment()));
});

it('the README names every sample user, and every file and picture that it links is there', () => {
  expect(find(/^\| `(\w+)` \| \w+ \w+, /gm)).toEqual(people.map(({ id }) => id));
  const links = [...find(/\]\(([^)#:]+)/g), ...find(/(?:src|srcset)="([^"]+)"/g)];
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

it('the TypeScript of the README compiles', () => {
  const files = readmeBlocks.filter(({ kind }) => kind === 'ts').map(({ file = '', code }) => [file, code] as const);
  expect(files.map(([file]) => file)).toEqual(['hello.ts']);
  checkTypes(Object.fromEntries(files));
});

const page = readFileSync('docs/scale.md', 'utf8');

it('the daily cap has room for the log of the default load: the alert at 80 % stays silent, and the page has the figures', () => {
  const { dailyCapGb } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8')).parameters.telemetry.value;
  const perCall = (LOG_BYTES.perCall * 86_400) / 1e9;
  const perInstance = (LOG_BYTES.perInstanceSecond * 86_400) / 1e9;
  const gb = TYPICAL_CALLS * perCall + perInstance;
  expect(gb).toBeLessThan(dailyCapGb * 0.8);
  const alertsAt = (dailyCapGb * 0.8 - perInstance) / perCall;
  const text = page.replace(/\s+/g, ' ');
  for (const figure of [
    `is ${dailyCapGb} GB. ${TYPICAL_CALLS} calls per second in the mean of a day take ${gb.toFixed(0)} GB`,
    `at 80 %, ${Math.round(alertsAt)} calls.`,
    `of ${LOG_BYTES.perCall.toLocaleString('en')} bytes in the mean`,
    `at most ${LOG_BYTES.perInstanceSecond.toLocaleString('en')} bytes a second`,
  ]) {
    expect(text).toContain(figure);
  }
});

it('the notes of a release are the section of its version, and the tag is that of all packages', async () => {
  const folder = makeFolder('release-', onTestFinished);
  for (const name of ['client', 'dev/local']) mkdirSync(join(folder, name), { recursive: true });
  for (const file of ['package.json', 'client/package.json', 'dev/local/package.json'])
    writeFileSync(join(folder, file), '{"version":"1.2.3"}');
  const sections = ['## Unreleased', '- next', '## 1.2.3 - 2026-12-01', '### Added', '- this', '## 1.2.2', '- older'];
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${sections.join('\n\n')}\n`);
  const args = ['--import', import.meta.resolve('tsx'), resolve('tools/release-notes.ts')];
  const print = (tag: string) => promisify(execFile)(process.execPath, [...args, tag], { cwd: folder });
  expect((await print('v1.2.3')).stdout).toBe('### Added\n\n- this\n');
  const failure = await print('1.3.0').catch((error: { code: number; stderr: string }) => error);
  expect(failure).toMatchObject({ code: 1 });
  const reasons = [
    "must be like v1.2.3, not '1.3.0'",
    'package.json must be 1.3.0',
    'client/package.json must be 1.3.0',
    'dev/local/package.json must be 1.3.0',
  ];
  for (const reason of [...reasons, 'section 1.3.0']) expect(failure.stderr).toContain(reason);
});
