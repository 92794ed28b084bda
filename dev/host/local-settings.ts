/** Reads local.settings.json, the app settings on a developer's machine, as `func start` does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { CorsPolicy } from './cors.ts';
import { describeJsonError } from './describe-json-error.ts';

const LocalSettings = z.strictObject({
  IsEncrypted: z.literal(false, 'encrypted settings are not supported').default(false),
  Values: z.record(z.string(), z.string()).default({}),
  Host: z
    .strictObject({
      CORS: z
        .string()
        .regex(/^[^*]*$/, 'list each origin instead of *')
        .default(''),
    })
    .prefault({}),
});

export interface LocalHostSettings {
  readonly values: Readonly<Record<string, string>>;
  /** Undefined if no origin is listed. */
  readonly cors?: CorsPolicy;
}

/** Reads the file; a missing file means no settings. Throws an Error that lists everything unsupported in it. */
export async function readLocalSettings(rootDir: string): Promise<LocalHostSettings> {
  const file = join(rootDir, 'local.settings.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const { Values: values, Host: host } = LocalSettings.parse(JSON.parse(text));
    const origins = host.CORS.split(',').filter((origin) => origin !== '');
    return { values, ...(origins.length > 0 && { cors: { origins, credentials: false } }) };
  } catch (cause) {
    throw new Error(describeJsonError(file, cause), { cause });
  }
}

/** Sets the environment variables that are not set yet. */
export function applySettings(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
}
