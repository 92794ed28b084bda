/** Reads local.settings.json, the settings of an app on a developer's machine, as `func start` does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { CorsPolicy } from './cors.ts';

const LocalSettings = z.looseObject({
  IsEncrypted: z.literal(false, 'encrypted settings are not supported').default(false),
  Values: z.record(z.string(), z.string()).default({}),
  Host: z
    .looseObject({
      LocalHttpPort: z.int().min(1).max(65_535).optional(),
      CORS: z.string().default(''),
      CORSCredentials: z.boolean().default(false),
    })
    .prefault({}),
});

export interface LocalHostSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly port?: number;
  /** Undefined when no origin is named. */
  readonly cors?: CorsPolicy;
}

/** Reads the file of an app's root; none means no settings. Throws with every fault in it listed. */
export async function readLocalSettings(rootDir: string): Promise<LocalHostSettings> {
  const file = join(rootDir, 'local.settings.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return '{}';
    }
    throw error;
  });
  const { Values: values, Host: host } = parseSettings(file, text);
  const origins = host.CORS.split(',').filter((origin) => origin !== '');
  return {
    values,
    ...(host.LocalHttpPort !== undefined && { port: host.LocalHttpPort }),
    ...(origins.length > 0 && { cors: { origins, credentials: host.CORSCredentials } }),
  };
}

/** Sets what the environment does not hold yet. */
export function applySettings(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!process.env[name]) {
      process.env[name] = value;
    }
  }
}

function parseSettings(file: string, text: string) {
  try {
    return LocalSettings.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`'${file}' cannot be read. ${reason}`, { cause });
  }
}
