/** Reads the app settings; missing or invalid ones stop startup, and the error lists every one. */
import type * as z from 'zod';
import { errorMessage } from '../contracts/schema/messages.ts';
import { isLoopback } from '../http/path.ts';
import { PROFILES } from '../profiles.ts';
import { UPSTREAMS, type UpstreamEntry } from '../upstream/upstreams.ts';
import { readMeta, type SettingName, type Settings, schema } from './schema.ts';

/** The message names each setting and its rule, never its value: a value may be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const HINT = 'Each setting is described in docs/settings.md; npm run doctor checks them against the live endpoints.';

/** Defaults of the profile `microsoft`: addresses and scopes that are the same for everyone. */
export const MICROSOFT_DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values<UpstreamEntry>(UPSTREAMS).flatMap(({ address, scope, common }) =>
    [common !== 'scope' && address, scope].flatMap((each) => (each ? [[each.setting, each.example]] : [])),
  ),
);

/** Returns the settings; an empty one counts as absent. Throws SettingsError. */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const unresolved = listUnresolved(environment);
  const quoted = Object.keys(schema.shape).filter((name) => /^(["']).*\1$/s.test(environment[name]?.trim() ?? ''));
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((setting) => [setting, environment[setting]?.trim()])
      .filter(([, value]) => value),
  );
  const defaults = {
    PUBLIC_BASE_URL: toHostUrl(environment['WEBSITE_HOSTNAME']?.trim() || undefined),
    ...(given['CLOUD_PROFILE'] === PROFILES.microsoft.name ? MICROSOFT_DEFAULTS : {}),
  };
  // Not compiled: settings are parsed once.
  const result = schema.safeParse({ ...defaults, ...given }, { error: errorMessage, jitless: true });
  const issues = [
    ...unresolved.map((name) => `${name} ${UNRESOLVED}, e.g. a managed identity with the role Key Vault Secrets User`),
    ...quoted.map((name) => `${name} is in quotes: remove them${exampleOf(name as SettingName)}`),
    // A reference or a quote breaks other rules too, which would only hide what is wrong.
    ...(result.error?.issues ?? [])
      .filter(({ path }) => ![...unresolved, ...quoted].includes(String(path[0])))
      .map(describeIssue),
    ...listConflicts(given),
    ...listLocal({ ...defaults, ...given }, environment),
  ];
  if (issues.length > 0)
    throw new SettingsError(`Frontdesk cannot start with these settings:\n  ${issues.join('\n  ')}\n${HINT}`);
  return result.data as Settings;
}

const UNRESOLVED = 'is a reference that Azure did not resolve: let the app read the secret';

/** Returns the names of settings, ours or not, that hold a reference instead of the value: Azure leaves it there if it cannot read it. */
function listUnresolved(environment: Readonly<Record<string, string | undefined>>): string[] {
  const isReference = (value = '') => /^\s*@Microsoft\.(?:KeyVault|AppConfiguration)\(/i.test(value);
  return Object.keys(environment).filter((name) => isReference(environment[name]));
}

/** Azure sets one of them in App Service, in Consumption and Flex Consumption, and in Container Apps. */
const DEPLOYED = ['WEBSITE_INSTANCE_ID', 'WEBSITE_SITE_NAME', 'CONTAINER_APP_NAME'];

/** The key of local.settings.sample.json: with it everybody can seal links. */
const SAMPLE_LINK_KEY = 'local links: this key is public.';

/** Lists settings that no deployment may have: callers cannot follow links to this machine, and everybody knows the sample's key. */
function listLocal(
  { PUBLIC_BASE_URL: url, LINK_KEY: key = '' }: { readonly PUBLIC_BASE_URL: string; readonly LINK_KEY?: string },
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const isLocal = URL.canParse(url) && isLoopback(new URL(url).hostname);
  if (!isLocal && Buffer.from(key, 'base64').toString() === SAMPLE_LINK_KEY)
    return [`LINK_KEY must not be the published one of the sample in a deployment${exampleOf('LINK_KEY')}`];
  if (!isLocal || !DEPLOYED.some((name) => environment[name])) return [];
  return [`PUBLIC_BASE_URL is required in a deployment and must not be localhost${exampleOf('PUBLIC_BASE_URL')}`];
}

/** Returns the setting's name, its rule, and an example. */
function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')} ${message}${exampleOf(path[0] as SettingName)}`;
}

const exampleOf = (name: SettingName): string => `, e.g. ${readMeta(name).example}`;

/** Returns what is wrong across settings. */
function listConflicts(given: object): string[] {
  const conflicts: string[] = [];
  if ('CACHE_TABLE_URL' in given === 'CACHE_CONNECTION_STRING' in given)
    conflicts.push(
      `CACHE_TABLE_URL or CACHE_CONNECTION_STRING is required, and not both${exampleOf('CACHE_TABLE_URL')}`,
    );
  if ('PAGES' in given && !('PAGES_CLIENT_ID' in given))
    conflicts.push(`PAGES_CLIENT_ID is required where PAGES is set${exampleOf('PAGES_CLIENT_ID')}`);
  return conflicts;
}

/** Returns the address that the platform names, or that of the local host. */
function toHostUrl(host = 'localhost:7071'): string {
  return `${isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'}://${host}`;
}

/** The variables of OpenTelemetry that its packages or our settings read. */
const OBEYED_OTEL =
  /^OTEL_(?:SDK_DISABLED|SERVICE_NAME|RESOURCE_ATTRIBUTES|TRACES_SAMPLER_ARG|METRIC_EXPORT_INTERVAL|(?:SPAN_)?ATTRIBUTE_(?:VALUE_LENGTH|COUNT)_LIMIT|BSP_\w+|EXPORTER_OTLP_(?:ENDPOINT|METRICS_TEMPORALITY_PREFERENCE|(?:(?:TRACES|METRICS)_)?(?:HEADERS|COMPRESSION|TIMEOUT|CERTIFICATE|CLIENT_KEY|CLIENT_CERTIFICATE)))$/;

/** Lists standard variables that are set and that Frontdesk does not obey: OpenTelemetry's others, and proxies. */
export function listIgnored(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const isIgnored = (name: string) =>
    /^(?:https?|all)_proxy$/i.test(name) || (name.startsWith('OTEL_') && !OBEYED_OTEL.test(name));
  return Object.keys(environment).filter((name) => environment[name] && isIgnored(name));
}
