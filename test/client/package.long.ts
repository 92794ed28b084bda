/** The client as npm packs it. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../support/folder.ts';

const folder = makeFolder('frontdesk-client-');

const run = (cwd: string, command: string, ...options: string[]) =>
  execFileSync(command, options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const tsc = resolve('node_modules/typescript/bin/tsc');

it('is compiled and packed from the committed files, and can be installed, type-checked and called', () => {
  const clone = join(folder, 'clone');
  const app = join(folder, 'app');
  const parts = ['client', 'package.json', 'tsconfig.json', '.npmrc'];
  const committed = run('.', 'git', 'ls-files', '-co', '--exclude-standard', ...parts);
  for (const file of committed.trim().split('\n')) cpSync(file, join(clone, file));
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'junction');
  // As the README says.
  const [, pack = ''] = /^npm (pack .*)$/m.exec(readFileSync('client/README.md', 'utf8')) ?? [];
  const [packed] = JSON.parse(run(clone, 'npm', ...pack.split(' '), '--json', '--pack-destination', folder)) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  const sources = readdirSync('client/src').map((file) => file.replace(/\.ts$/, ''));
  const compiled = sources.flatMap((name) => [`dist/${name}.js`, `dist/${name}.js.map`, `dist/${name}.d.ts`]);
  // The source maps name the sources.
  const expected = ['LICENSE', 'README.md', 'package.json', ...compiled, ...sources.map((name) => `src/${name}.ts`)];
  expect(packed.files.map(({ path }) => path).toSorted()).toEqual(expected.toSorted());
  const manifest = JSON.parse(readFileSync(join(clone, 'client/package.json'), 'utf8'));
  for (const file of Object.values<string>(manifest.exports)) expect(expected).toContain(file.replace('./', ''));
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
  const required = "console.log(typeof require('@frontdesk/client').createFrontdeskClient)";
  expect(run(app, process.execPath, '-e', required)).toBe('function\n');
}, 60_000);
