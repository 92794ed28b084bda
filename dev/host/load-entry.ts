/**
 * Loads the file that package.json names as `main`, as the worker does. Source: azure-functions-nodejs-worker
 * loadScriptFile.ts.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { unsupported } from './unsupported.ts';

const PackageJson = z.looseObject({ main: z.string().default('') });

/** Requires the app's entry file. Throws if it is not one CommonJS file (.cjs), and what the app throws. */
export async function loadEntry(rootDir: string): Promise<unknown> {
  const file = join(rootDir, 'package.json');
  const { main } = PackageJson.parse(JSON.parse(await readFile(file, 'utf8')));
  if (!/^[^*?{}[\]]+\.cjs$/.test(main)) throw unsupported(file, `the main '${main}'; it must be one .cjs file`);
  return createRequire(file)(join(rootDir, main));
}
