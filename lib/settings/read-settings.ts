/** App settings become Settings; a bad one stops the start with every issue listed. Source: DESIGN 3 (App settings). */
import * as z from 'zod';
import { loadPolicy } from '../auth/policy-source.ts';
import { DEFAULT_CALLER_LIMIT } from '../auth/rate-limit.ts';
import { errorMessage } from '../contracts/messages.ts';
import { isLoopback, isTrustedUrl } from '../http/url.ts';
import { PROFILES } from '../profiles.ts';
import { systemClock } from '../time/clock.ts';
import { rate } from '../time/token-bucket.ts';
import { DEFAULT_LIMITS, upstreamLimits } from '../upstream/limits.ts';
import { SETTINGS_HELP, type SettingHelp } from './settings-help.ts';

/** The message names each setting and its rule, never its value: a value may be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const url = z
  .string()
  .refine(isTrustedUrl, 'must be an https:// address (http:// only for loopback) without query or fragment');
const scope = z
  .string()
  .regex(/^https:\/\/\S+\/\.default$/, 'must be a scope such as https://management.azure.com/.default');
const name = z.string().min(1);
/** Comma-separated, without regard to case. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);
const PAGE_NAMES = ['docs', 'console'] as const;
/** A setting that holds JSON. */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => parseJson(text, context))
    .pipe(schema);

/** Exported for the reference: docs/settings.md. */
export const schema = z.object({
  CLOUD_PROFILE: z.enum(['vendor', 'microsoft'], 'must be vendor or microsoft').default('vendor'),
  PUBLIC_BASE_URL: url.optional(),
  WEBSITE_HOSTNAME: name.optional(),
  PAGING_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/_-]{43,}={0,2}$/, 'must be at least 32 bytes in base64')
    .optional(),

  AUTH_ISSUER: z
    .string()
    .refine((issuer) => isTrustedUrl(issuer.replace('{tenantid}', 'tenant')), 'must be an https:// address'),
  AUTH_AUDIENCE: name,
  AUTH_TENANTS: list.refine((tenants) => tenants.length > 0, 'must name a tenant'),
  AUTH_JWKS_URI: url.optional(),
  ACCESS_POLICY: z.string().superRefine(checkPolicy),
  /** JSON: how often one caller may ask. */
  CALLER_LIMIT: json(rate).default(DEFAULT_CALLER_LIMIT),
  MANAGED_IDENTITY_CLIENT_ID: name.optional(),

  ARM_BASE_URL: url,
  ARM_SCOPE: scope,
  ARM_LIMITS: json(upstreamLimits).default(DEFAULT_LIMITS.arm),
  BACKUP_RESTORE_BASE_URL: url,
  BACKUP_RESTORE_SCOPE: scope,
  BACKUP_RESTORE_LIMITS: json(upstreamLimits).default(DEFAULT_LIMITS.backupRestore),
  DOCUMENT_MODELS_ENDPOINT: url,
  DOCUMENT_MODELS_SCOPE: scope,
  DOCUMENT_MODELS_LIMITS: json(upstreamLimits).default(DEFAULT_LIMITS.documentModels),
  DOCUMENT_MODELS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable')
    .optional(),
  BUSINESS_DATA_BASE_URL: url,
  BUSINESS_DATA_SCOPE: scope,
  BUSINESS_DATA_LIMITS: json(upstreamLimits).default(DEFAULT_LIMITS.businessData),

  CACHE_TABLE_URL: url.optional(),
  CACHE_CONNECTION_STRING: z
    .string()
    .regex(
      /^(?=.*\bAccountName=[^;])(?=.*\bAccountKey=[^;])/,
      'must be a connection string with AccountName and AccountKey',
    )
    .optional(),
  /** How many replies to ever new questions one caller may have stored. */
  CACHE_ROWS_PER_CALLER: z.coerce.number().int().min(1).default(1_000),
  CACHE_TABLE_NAME: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{2,62}$/, 'must be 3 to 63 letters and digits')
    .default('frontdeskcache'),

  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: name.optional(),
  OTEL_SERVICE_NAME: name.optional(),
  OTEL_RESOURCE_ATTRIBUTES: name.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(10).max(3_600_000).optional(),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(10).max(3_600_000).optional(),

  /** Which pages for people are served; none without. */
  PAGES: list.pipe(z.array(z.enum(PAGE_NAMES, 'must be docs, console or both'))).optional(),
  /** The public client as which a page signs a person in. */
  PAGES_CLIENT_ID: name.optional(),
  /** For the local stack: where the console injects faults. */
  PAGES_CONTROL_URL: z
    .string()
    .refine(
      (address) => isTrustedUrl(address) && isLoopback(new URL(address).hostname),
      'must be an address of this machine',
    )
    .optional(),
});

export type Settings = z.infer<typeof schema>;

export type PageName = (typeof PAGE_NAMES)[number];

/** A setting without help does not compile. */
const HELP: Readonly<Record<keyof Settings, SettingHelp>> = SETTINGS_HELP;
const HINT = 'Each setting is described in docs/settings.md; npm run doctor checks them against what they name.';

/** The live cloud's addresses and scopes, where they are the same for everyone. Source: public-cloud 0. */
export const MICROSOFT_DEFAULTS = {
  ARM_BASE_URL: 'https://management.azure.com',
  ARM_SCOPE: 'https://management.azure.com/.default',
  BACKUP_RESTORE_BASE_URL: 'https://graph.microsoft.com/v1.0',
  BACKUP_RESTORE_SCOPE: 'https://graph.microsoft.com/.default',
  DOCUMENT_MODELS_SCOPE: 'https://cognitiveservices.azure.com/.default',
  BUSINESS_DATA_SCOPE: 'https://api.businesscentral.dynamics.com/.default',
};

/** Reads the settings; an empty one counts as absent. Throws SettingsError. */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((setting) => [setting, environment[setting]?.trim()])
      .filter(([, value]) => value),
  );
  const defaults = given['CLOUD_PROFILE'] === PROFILES.microsoft.name ? MICROSOFT_DEFAULTS : {};
  // Read once: a parser compiled for it would not pay.
  const result = schema.safeParse({ ...defaults, ...given }, { error: errorMessage, jitless: true });
  const issues = (result.error?.issues ?? []).map(describeIssue);
  // Across settings: told beside whatever else is wrong.
  if ('CACHE_TABLE_URL' in given === 'CACHE_CONNECTION_STRING' in given) {
    issues.push('CACHE_TABLE_URL or CACHE_CONNECTION_STRING is required, and not both');
  }
  if ('PAGES' in given && !('PAGES_CLIENT_ID' in given)) issues.push('PAGES_CLIENT_ID is required where PAGES is set');
  if (issues.length > 0)
    throw new SettingsError(`Frontdesk cannot start with these settings:\n  ${issues.join('\n  ')}\n${HINT}`);
  return result.data as Settings;
}

/** Names the setting, its rule, and something that may stand there. */
function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')} ${message}, e.g. ${HELP[path[0] as keyof Settings].example}`;
}

/** Answers the origin under which callers reach this app: no link is ever made from a request's own Host field. */
export function toPublicUrl({ PUBLIC_BASE_URL, WEBSITE_HOSTNAME }: Settings): string {
  if (PUBLIC_BASE_URL) return PUBLIC_BASE_URL.replace(/\/+$/, '');
  const host = WEBSITE_HOSTNAME ?? 'localhost:7071';
  return `${isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'}://${host}`;
}

/** The policy itself, or a path to it. */
function checkPolicy(setting: string, context: z.core.$RefinementCtx): void {
  try {
    loadPolicy(setting, systemClock, () => {});
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error ? 'is neither JSON nor a file that can be read' : String(error);
    context.addIssue({ code: 'custom', message: `must be an access policy: ${reason.replace(/^Error: /, '')}` });
  }
}

function parseJson(text: string, context: z.core.$RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}
