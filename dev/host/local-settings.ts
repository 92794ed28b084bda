/**
 * local.settings.json as `func start` reads it.
 * Source: azure-functions-core-tools AppSettingsFile.cs, HostStartSettings.cs, StartHostAction.cs.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

export interface LocalSettings {
  /** The app settings; connection strings are named `ConnectionStrings:<name>`. */
  readonly values: Readonly<Record<string, string>>;
  /** Origins with commas between them, or `*`; empty if no other origin is allowed. */
  readonly cors: string;
  readonly corsCredentials: boolean;
  /** Undefined: the usual port. */
  readonly port: number | undefined;
  /** Members that this host does not know, or cannot do. */
  readonly ignored: readonly string[];
}

/** As .NET writes them. */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)));
const connectionString = z.union([z.string(), z.looseObject({ ConnectionString: z.string() })]);

const File = z.looseObject({
  IsEncrypted: z.literal(false, 'encrypted settings are not supported').default(false),
  Values: z.record(z.string(), text).default({}),
  ConnectionStrings: z.record(z.string(), connectionString).default({}),
  Host: z
    .looseObject({
      LocalHttpPort: z.int().min(0).max(65_535).optional(),
      CORS: z.string().default(''),
      CORSCredentials: z.boolean().default(false),
    })
    .prefault({}),
});

/** Reads the file; a missing file means no settings. Throws an Error that names the file and everything wrong in it. */
export async function readLocalSettings(rootDir: string): Promise<LocalSettings> {
  const file = join(rootDir, 'local.settings.json');
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    // Core Tools reads a byte order mark, too.
    return toLocalSettings(File.parse(JSON.parse(content.replace(/^\uFEFF/, ''))));
  } catch (cause) {
    throw new Error(describeJsonError(file, cause), { cause });
  }
}

function toLocalSettings(file: z.infer<typeof File>): LocalSettings {
  const { IsEncrypted: _, Values, ConnectionStrings, Host, ...others } = file;
  const { LocalHttpPort, CORS, CORSCredentials, ...otherHost } = Host;
  const connections = Object.entries(ConnectionStrings).map(([name, value]) => [
    `ConnectionStrings:${name}`,
    typeof value === 'string' ? value : value.ConnectionString,
  ]);
  return {
    values: { ...Values, ...Object.fromEntries(connections) },
    cors: CORS,
    corsCredentials: CORSCredentials,
    // 0 is the default of Core Tools, too.
    port: LocalHttpPort || undefined,
    ignored: [...Object.keys(others), ...Object.keys(otherHost).map((name) => `Host.${name}`)],
  };
}

/** Returns one line that names the file and everything wrong in it. */
export function describeJsonError(file: string, error: unknown): string {
  const problems =
    error instanceof z.ZodError
      ? error.issues
          .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
          .join('; ')
      : (error as Error).message;
  return `${file} is invalid, or uses what the built-in host does not support: ${problems}`;
}
