import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../support/folder.ts';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const manifest = readJson('package.json');
const lock = readJson('package-lock.json');

it('the lock file names no registry host', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "https?:|https?:\/\/[^"]*registry/);
});

// npm 10 writes `dev` where npm 11 writes `devOptional`: both cannot hold.
const npmMajor = Number.parseInt(execFileSync('npm', ['--version'], { encoding: 'utf8' }), 10);

it.skipIf(npmMajor < 11)('npm install writes the lock file unchanged', () => {
  const folder = makeFolder('lock-', onTestFinished);
  for (const file of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'client/package.json',
    'dev/local/package.json',
    'dev/stand-ins',
  ]) {
    cpSync(file, join(folder, file), { recursive: true });
  }
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: folder, stdio: 'pipe' });
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(readFileSync('package-lock.json', 'utf8'));
});

it('no dependency may run an install script', () => {
  const scripted = Object.entries<{ hasInstallScript?: boolean }>(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(scripted).toContain('esbuild');
  expect(scripted.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
});

it('every dependency is pinned to one version', () => {
  const versions = Object.values<string>({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('docs/decisions.md says why each dependency is there, and names no other', () => {
  const table = readFileSync('docs/decisions.md', 'utf8').split('## Dependencies')[1] ?? '';
  const cells = Array.from(table.matchAll(/^\| (`[^|]*) \|/gm), ([, cell = '']) => cell);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
  const [heavy, dashboard] = ['heavy', 'dashboard'].map((name) => readJson(`test/${name}/package.json`));
  const groups = [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.optionalDependencies,
    heavy.dependencies,
    dashboard.dependencies,
  ];
  const names = groups.flatMap((group) => Object.keys(group));
  const isFor = (pattern: string, name: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
  expect(names.filter((name) => !named.some((pattern) => isFor(pattern, name)))).toEqual([]);
  expect(named.filter((pattern) => !names.some((name) => isFor(pattern, name)))).toEqual([]);
});
