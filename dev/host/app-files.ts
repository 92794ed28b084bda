/**
 * The files of a function app: host.json (routes without a prefix; functionTimeout is not enforced), local.settings.json
 * as `func start` reads it, and the entry that package.json names as `main`.
 * Source: azure-functions-nodejs-worker loadScriptFile.ts.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import type { CorsPolicy } from './cors.ts';
import { unsupported } from './unsupported.ts';

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

const PackageJson = z.looseObject({ main: z.string().default('') });

/** Requires the app's entry file. Throws if it is not one CommonJS file (.cjs), and what the app throws. */
export async function loadEntry(rootDir: string): Promise<unknown> {
  const file = join(rootDir, 'package.json');
  const { main } = PackageJson.parse(JSON.parse(await readFile(file, 'utf8')));
  if (!/^[^*?{}[\]]+\.cjs$/.test(main)) throw unsupported(file, `the main '${main}'; it must be one .cjs file`);
  return createRequire(file)(join(rootDir, main));
}

/** Returns one line that names the file and everything wrong in it. */
function describeJsonError(file: string, error: unknown): string {
  const problems =
    error instanceof z.ZodError
      ? error.issues
          .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
          .join('; ')
      : (error as Error).message;
  return `${file} is invalid, or uses what the built-in host does not support: ${problems}`;
}
