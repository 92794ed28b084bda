import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { createFrontdeskClient } from '../../client/src/client.ts';
import { ROUTES } from '../../client/src/schema.ts';
import type { ProfileName } from '../../lib/profiles.ts';
import { CLIENT_FILES, generateClientTypes } from '../../tools/client-types/generate.ts';
import { EXAMPLE_FILES, generateExamples } from '../../tools/client-types/generate-examples.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { startStack } from '../support/stack.ts';
import * as examples from './examples.ts';

// The link of an authorization leads back to the local stack.
const stack = await startStack({ settings: { LOGIN_REDIRECT_ORIGINS: 'http://127.0.0.1:7071' } });
const readme = readFileSync('client/README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Collapses white space: the README is indented differently from the code. */
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

const readFiles = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((file) => [file, readFileSync(join(directory, file), 'utf8')]));

const run = (cwd: string, command: string, ...options: string[]) =>
  execFileSync(command, options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const tsc = resolve('node_modules/typescript/bin/tsc');

describe('the client package', () => {
  it('has the types, routes and examples of the OpenAPI documents: run `npm run generate`', () => {
    const read = (profile: ProfileName) => JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
    const documents = { vendor: read('vendor'), microsoft: read('microsoft') };
    const types = generateClientTypes(documents);
    for (const profile of ['vendor', 'microsoft'] as const) {
      expect(readFileSync(CLIENT_FILES[profile], 'utf8')).toBe(types[profile]);
      expect(readFileSync(EXAMPLE_FILES[profile], 'utf8')).toBe(generateExamples(documents[profile], profile));
    }
  });

  it('has the licence of the repository', () => {
    expect(readFileSync('client/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
  });

  it('has no dependencies and imports nothing: it runs in browsers and in Node', () => {
    const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));
    expect(Object.keys(manifest)).not.toContain('dependencies');
    const sources = Object.values(readFiles('client/src'));
    const imported = sources.flatMap((source) => Array.from(source.matchAll(/from '([^']+)'/g), ([, from]) => from));
    expect(imported.length).toBeGreaterThan(2);
    // For those who have them; of TanStack's only types.
    expect(imported.filter((from) => !from?.startsWith('./'))).toEqual(['msw', '@tanstack/query-core']);
    expect(sources.join('')).not.toMatch(/^import \{.*'@tanstack/m);
    expect(manifest.peerDependenciesMeta).toEqual({
      '@tanstack/query-core': { optional: true },
      msw: { optional: true },
    });
    expect(sources.join('')).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b/);
  });

  it('has the size that its README states', async () => {
    const { outputFiles } = await build({
      entryPoints: ['client/src/index.ts'],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    const [minified] = outputFiles.map(({ contents }) => contents);
    const stated = /\*\*([\d.]+) KB\*\* minified and gzipped/.exec(readme)?.[1];
    expect((gzipSync(minified ?? '', { level: 9 }).length / 1000).toFixed(1)).toBe(stated);
  });

  it('is compiled and packed from the committed files, and can be installed, type-checked and called', () => {
    const clone = join(folder, 'clone');
    const app = join(folder, 'app');
    const committed = run(
      '.',
      'git',
      'ls-files',
      '-co',
      '--exclude-standard',
      'client',
      'package.json',
      'tsconfig.json',
      '.npmrc',
    );
    for (const file of committed.trim().split('\n')) cpSync(file, join(clone, file));
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'junction');
    const pack = ['pack', '--workspace', 'client', '--ignore-scripts=false', '--json', '--pack-destination', folder];
    const [packed] = JSON.parse(run(clone, 'npm', ...pack)) as [
      { readonly files: readonly { readonly path: string }[] },
    ];
    const sources = readdirSync('client/src').map((file) => file.replace(/\.ts$/, ''));
    const compiled = sources.flatMap((name) => [`dist/${name}.js`, `dist/${name}.js.map`, `dist/${name}.d.ts`]);
    // The source maps name the sources.
    const expected = ['LICENSE', 'README.md', 'package.json', ...compiled, ...sources.map((name) => `src/${name}.ts`)];
    expect(packed.files.map(({ path }) => path).toSorted()).toEqual(expected.toSorted());
    const manifest = JSON.parse(readFileSync(join(clone, 'client/package.json'), 'utf8'));
    const exported = Object.values<{ types: string; default: string }>(manifest.exports).flatMap(Object.values);
    for (const file of exported as string[]) expect(expected).toContain(file.replace('./', ''));
    const archive = join(folder, 'frontdesk-client-0.1.0.tgz');
    run(folder, 'npm', 'install', '--prefix', app, '--offline', '--ignore-scripts', archive);
    const source = `import { createFrontdeskClient } from '@frontdesk/client';
      import { watch } from '@frontdesk/client/watch';
      const fetch = async () => Response.json({ displayName: 'Bicycle' });
      const client = createFrontdeskClient({ baseUrl: 'http://127.0.0.1', getToken: () => 'token', fetch });
      const { body } = await client.getItem({ companyId: 'c', itemId: 'i' });
      for await (const { status } of watch(client, 'getItem', { companyId: 'c', itemId: 'i' })) if (status) break;
      console.log(body.displayName?.toUpperCase());`;
    writeFileSync(join(app, 'app.mts'), source);
    run(app, process.execPath, tsc, 'app.mts', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '');
    expect(run(app, process.execPath, 'app.mjs')).toBe('BICYCLE\n');
  }, 60_000);
});

describe('the README of the client', () => {
  const source = squeeze(readFileSync('test/client/examples.ts', 'utf8'));
  const blocks = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, code]) => code ?? '').slice(1);
  const client = createFrontdeskClient({ baseUrl: stack.url, getToken: () => stack.issueToken({}) });

  it('links to a file with an example of every operation', () => {
    expect(readme).toContain('(../test/client/examples.ts)');
    for (const name of Object.keys(ROUTES)) expect(source).toMatch(new RegExp(`client\\.${name}\\b`));
  });

  it('has examples that are type-checked and run here', () => {
    expect(blocks.length).toBeGreaterThan(5);
    for (const block of blocks) expect(source).toContain(squeeze(block));
  });

  it.each(Object.entries(examples))('the example of %s runs', async (name, runExample) => {
    const lines: unknown[][] = [];
    const console = { log: (...values: unknown[]) => lines.push(values) };
    const logged = stack.log.length;
    await runExample({ client, console, signal: AbortSignal.timeout(5_000) });
    const records = stack.log.slice(logged);
    const called = Array.from(String(runExample).matchAll(/client\.(\w+)/g), ([, operation]) => operation);
    expect(called).toContain(name);
    expect(new Set(records.map(({ operation }) => operation))).toEqual(new Set(called));
    expect(records.filter(({ status }) => Number(status) >= 400)).toEqual([]);
  });
});
