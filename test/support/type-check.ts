import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeFolder } from './folder.ts';

/** Checks files, by name, against the source of the client. @throws if one does not compile. */
export function checkTypes(files: Readonly<Record<string, string>>): void {
  const folder = makeFolder('types-', onTestFinished);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  // The paths of the repository's configuration lead to the source of the client.
  const config = { extends: resolve('tsconfig.json'), include: Object.keys(files) };
  const own = { 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify(config) };
  for (const [file, text] of Object.entries({ ...files, ...own })) writeFileSync(join(folder, file), text);
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: folder, stdio: 'pipe' });
}
