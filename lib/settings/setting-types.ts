/** Building blocks of the settings' schema: what describes a setting, and the types of its value. */
import * as z from 'zod';
import { parseJson } from '../http/json-text.ts';
import { isLoopback, isTrustedUrl } from '../http/path.ts';
import { parsePolicy, readPolicyText, readTable } from '../policy/policy-source.ts';

/** The content of a setting's `.meta()`. */
export interface SettingMeta {
  readonly group: string;
  readonly description: string;
  /** A valid value, or in words how to get one. */
  readonly example: string;
  /** The default, in words, where the schema does not hold it. */
  readonly defaultNote?: string;
  readonly isSecret?: true;
}

type Notes = Pick<SettingMeta, 'defaultNote' | 'isSecret'>;

/** Returns the function that describes a setting of the group. */
export const group =
  (name: string) =>
  <Schema extends z.ZodType>(schema: Schema, description: string, example: string, notes: Notes = {}): Schema =>
    schema.meta({ group: name, description, example, ...notes });

export const name = z.string().min(1);
export const milliseconds = z.coerce.number().int().min(10).max(3_600_000);

export const url = z
  .string()
  .refine(isTrustedUrl, 'must be an https:// address (http:// only for loopback) without query or fragment');

/** Takes a query: an app that has its own signing key publishes its keys at `…/keys?appid=…` only. */
export const keysUrl = z
  .string()
  .refine(
    (text) => isTrustedUrl(text.replace(/\?[^#]*$/, '')),
    'must be an https:// address (http:// only for loopback) without fragment',
  );

export const proxyUrl = z
  .string()
  .regex(/^https?:\/\/[\w.-]+(?::\d{1,5})?\/?$/, 'must be http:// or https:// with a host, and a port if need be');

export const scopeUrl = z
  .string()
  .regex(/^https:\/\/\S+\/\.default$/, 'must be a scope such as https://management.azure.com/.default');

export const linkKey = z.string().regex(/^[A-Za-z0-9+/_-]{43,}={0,2}$/, 'must be at least 32 bytes in base64');

export const issuer = z
  .string()
  .refine((text) => isTrustedUrl(text.replace('{tenantid}', 'tenant')), 'must be an https:// address');

export const apiKey = z
  .string()
  .regex(/^[!\x23-\x5b\x5d-\x7e]+$/, 'must be printable ASCII without quotes and backslashes');

export const connectionString = z
  .string()
  .regex(
    /^(?=.*\bAccountName=[^;])(?=.*\bAccountKey=[^;])/,
    'must be a connection string with AccountName and AccountKey',
  );

export const tableName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{2,62}$/, 'must be 3 to 63 letters and digits');

export const loopbackUrl = z
  .string()
  .refine((text) => isTrustedUrl(text) && isLoopback(new URL(text).hostname), 'must be an address of this machine');

/** Tenant ids. Another name of a tenant is never in a token's `tid`, so it would match nobody. */
export const tenantIds = z
  .string()
  .transform(splitList)
  .pipe(z.array(z.guid('must be tenant ids (GUIDs)')).min(1, 'must name a tenant'));

/** Comma-separated; lower-cased. */
export const list = z.string().transform(splitList);

const ORIGIN = 'must be origins such as https://portal.example.com (http:// only for loopback), comma-separated';

export const origins = list.pipe(
  z.array(z.string().refine((text) => isTrustedUrl(text) && new URL(text).origin === text, ORIGIN)),
);

/** A setting that holds JSON. */
export const json = <Schema extends z.ZodType>(schema: Schema) => z.string().transform(parseSetting).pipe(schema);

/** JSON, the path of a JSON file, or `table:` and a name. */
export const policy = z.string().superRefine((setting, context) => {
  const table = readTable(setting)?.name;
  if (table !== undefined) {
    const message = 'must have the name of a table after table:, 3 to 63 letters and digits';
    if (!tableName.safeParse(table).success) context.addIssue({ code: 'custom', message });
    return;
  }
  try {
    parsePolicy(readPolicyText(setting));
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error
        ? 'is neither JSON nor a file that can be read'
        : (error as Error).message;
    context.addIssue({ code: 'custom', message: `must be an access policy: ${reason}` });
  }
});

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
}

function parseSetting(text: string, context: z.core.$RefinementCtx): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `must be JSON: it ${(error as Error).message}` });
    return z.NEVER;
  }
}
