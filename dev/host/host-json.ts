/** Reads the part of host.json that the stand-in host obeys: `extensions.http.routePrefix` and `customHeaders`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const HostJson = z.looseObject({
  version: z.literal('2.0'),
  extensions: z
    .looseObject({
      http: z
        .looseObject({
          routePrefix: z.string().default('api'),
          customHeaders: z.record(z.string(), z.string()).default({}),
        })
        .prefault({}),
    })
    .prefault({}),
});

export interface HttpOptions {
  /** Put before each route with a '/'; empty for none. */
  readonly routePrefix: string;
  /** Added to every answer that does not bear them already. */
  readonly customHeaders: Readonly<Record<string, string>>;
}

/** Reads `host.json` of an app's root; a missing file means the defaults. Throws when it cannot be read as version 2.0. */
export async function readHostJson(rootDir: string): Promise<HttpOptions> {
  const file = join(rootDir, 'host.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return '{"version":"2.0"}';
    }
    throw error;
  });
  try {
    const { routePrefix, customHeaders } = HostJson.parse(JSON.parse(text)).extensions.http;
    return { routePrefix, customHeaders };
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`Unable to parse host configuration file '${file}'. ${reason}`, { cause });
  }
}
