import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const manifest = readJson('package.json');
const lock = readJson('package-lock.json');

it('the lock file names no registry host', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "https?:|https?:\/\/[^"]*registry/);
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
