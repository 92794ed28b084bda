/**
 * The files of a function app: host.json (routes without a prefix; functionTimeout is not enforced), and the entry that
 * package.json names as `main`. Source: azure-functions-nodejs-worker loadScriptFile.ts.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { describeJsonError } from './local-settings.ts';
import type { LogRules } from './log-levels.ts';
import { unsupported } from './unsupported.ts';

const HostJson = z.strictObject({
  version: z.literal('2.0'),
  functionTimeout: z.string().optional(),
  logging: z.looseObject({ logLevel: z.record(z.string(), z.string()).optional() }).optional(),
  extensions: z.strictObject({
    http: z.strictObject({ routePrefix: z.literal('', 'must be "" (the built-in host serves no prefix)') }),
  }),
});

/**
 * Returns the levels of the log in `host.json`. Throws an Error that lists everything in the file that this host does not support,
 * or if it cannot be read.
 */
export async function readHostJson(rootDir: string): Promise<LogRules> {
  const file = join(rootDir, 'host.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${file} is missing. Create it with extensions.http.routePrefix "".`);
    throw error;
  });
  try {
    return HostJson.parse(JSON.parse(text)).logging?.logLevel ?? {};
  } catch (cause) {
    throw new Error(describeJsonError(file, cause), { cause });
  }
}

/** Sets the environment variables that are not set yet. */
export function applySettings(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
}

const PackageJson = z.looseObject({ main: z.string().default('') });

/** Requires the app's entry file. Throws if it is not one CommonJS file (.cjs), and what the app throws. */
export async function loadEntry(rootDir: string): Promise<unknown> {
  const file = join(rootDir, 'package.json');
  const { main } = PackageJson.parse(JSON.parse(await readFile(file, 'utf8')));
  if (!/^[^*?{}[\]]+\.cjs$/.test(main)) throw unsupported(file, `the main '${main}'; it must be one .cjs file`);
  return createRequire(file)(join(rootDir, main));
}
