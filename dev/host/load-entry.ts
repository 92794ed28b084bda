/** Loads the file that package.json names as `main`, as the worker does. Source: azure-functions-nodejs-worker loadScriptFile.ts. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

const PackageJson = z.looseObject({ main: z.string().optional(), type: z.string().optional() });

/** Requires or imports the app's entry file. Throws when package.json names none, or a pattern; and whatever the app throws. */
export async function loadEntry(rootDir: string): Promise<unknown> {
  const { main, type } = PackageJson.parse(JSON.parse(await readFile(join(rootDir, 'package.json'), 'utf8')));
  if (main === undefined || /[*?{}[\]]/.test(main)) {
    throw new Error(
      `package.json must name one entry file as its main, not ${main === undefined ? 'none' : `'${main}'`}.`,
    );
  }
  const file = join(rootDir, main);
  const isModule = file.endsWith('.mjs') || (!file.endsWith('.cjs') && type === 'module');
  // A CommonJS file is required, not imported: the hook for @azure/functions-core sits on require.
  return isModule ? import(pathToFileURL(file).href) : createRequire(file)(file);
}
