/** Checks host.json: the built-in host serves routes without a prefix, and does not enforce functionTimeout. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { describeJsonError } from './describe-json-error.ts';

const HostJson = z.strictObject({
  version: z.literal('2.0'),
  functionTimeout: z.string().optional(),
  logging: z.looseObject({}).optional(),
  extensions: z.strictObject({
    http: z.strictObject({ routePrefix: z.literal('', 'must be "" (the built-in host serves no prefix)') }),
  }),
});

/**
 * Throws an Error that lists everything in `host.json` that this host does not support, or if the file cannot be read.
 */
export async function checkHostJson(rootDir: string): Promise<void> {
  const file = join(rootDir, 'host.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${file} is missing. Create it with extensions.http.routePrefix "".`);
    throw error;
  });
  try {
    HostJson.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(describeJsonError(file, cause), { cause });
  }
}
