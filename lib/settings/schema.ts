/** Every app setting: its rule, its group, what it is for, and an example. docs/settings.md is generated from here. */
import * as z from 'zod';
import { rate } from '../time/token-bucket.ts';
import { hasLivePath } from '../upstream/upstream.ts';
import {
  mapUpstreams,
  UPSTREAMS,
  type UpstreamEntry,
  type UpstreamName,
  upstreamLimits,
} from '../upstream/upstreams.ts';
import * as types from './setting-types.ts';

const app = types.group('App');
const callers = types.group('Callers');
const cache = types.group('Cache');
const upstreams = types.group('Upstreams');
const telemetry = types.group('Telemetry');
const pages = types.group('Pages');

type Entry = (typeof UPSTREAMS)[UpstreamName];
type Of<Part extends 'scope' | 'key'> = Extract<Entry, Readonly<Record<Part, { setting: string }>>>[Part]['setting'];
type UpstreamSettings = Readonly<Record<Entry['address']['setting'] | Of<'scope'>, z.ZodString>> &
  Readonly<Record<Of<'key'>, z.ZodOptional<z.ZodString>>>;

/** Address, scope and key of each upstream. */
const upstreamSettings = Object.fromEntries(
  Object.values<UpstreamEntry>(UPSTREAMS).flatMap(({ title, address, scope, key }) => [
    [
      address.setting,
      upstreams(
        types.url.refine((text) => !URL.canParse(text) || hasLivePath(text, address), 'must have the path of this API'),
        address.description,
        address.example,
      ),
    ],
    ...(scope ? [[scope.setting, upstreams(types.scopeUrl, `Scope of the token for ${title}.`, scope.example)]] : []),
    ...(key ? [[key.setting, toKeySetting(key, scope ? types.apiKey.optional() : types.apiKey)]] : []),
  ]),
) as unknown as UpstreamSettings;

function toKeySetting({ description, example }: NonNullable<UpstreamEntry['key']>, rule: z.ZodType) {
  return upstreams(rule, description, example, { isSecret: true });
}

const rateParts = rate.partial();

/** Every part may be left out, and keeps its default. */
export const deploymentLimits = z
  .strictObject({
    caller: rateParts.describe('requests of a person'),
    refusalRecords: rateParts.describe('records of refusals'),
    hitRecords: rateParts.describe('records of cache hits'),
    cachedResponses: z.int().min(1).describe('responses that a person adds to the cache per hour'),
    ...mapUpstreams(() => upstreamLimits),
  })
  .partial();

const PAGE_NAMES = ['docs', 'console'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export const schema = z.object({
  CLOUD_PROFILE: app(
    z.enum(['vendor', 'microsoft'], 'must be vendor or microsoft').default('vendor'),
    "Names: the specification's or Azure's.",
    'microsoft',
  ),
  // Never taken from a request's Host header.
  PUBLIC_BASE_URL: app(
    types.url.transform((text) => text.replace(/\/+$/, '')),
    'Public base URL, in links.',
    'https://frontdesk.example.com',
    { defaultNote: 'https:// and `WEBSITE_HOSTNAME`' },
  ),
  LINK_KEY: app(
    types.linkKey.optional(),
    'Key of links to next pages and pending writes, the same for all instances. The templates make one.',
    'the output of: openssl rand -base64 32',
    { isSecret: true, defaultNote: 'random: links work on one instance only' },
  ),
  OPERATIONS: app(
    types.list.default(['default']),
    'Operations to serve: names, `default` (reads and the specified writes), `all`.',
    'default,startStreamingJob,stopStreamingJob',
  ),
  LOGIN_REDIRECT_ORIGINS: app(
    types.origins.default([]),
    "Origins to which an authorization's sign-in may lead.",
    'https://portal.example.com',
  ),

  AUTH_ISSUER: callers(
    types.issuer,
    "Issuer of access tokens. `{tenantid}` is replaced by the token's own tenant.",
    'https://login.microsoftonline.com/{tenantid}/v2.0',
  ),
  AUTH_AUDIENCE: callers(
    types.name,
    "`aud` of access tokens: the client id or identifier URI of Frontdesk's app registration.",
    'api://frontdesk',
  ),
  AUTH_TENANTS: callers(
    types.tenantIds,
    'Tenants whose callers are accepted.',
    'c0a70500-0000-4000-8000-000000000001,fab00000-0000-4000-8000-000000000002',
  ),
  AUTH_JWKS_URI: callers(
    types.keysUrl.optional(),
    'URL of the signing keys; skips discovery. For an application with its own key, with `?appid=` and its client id.',
    'https://login.microsoftonline.com/common/discovery/v2.0/keys',
  ),
  ACCESS_POLICY: callers(
    types.policy,
    "Who may act on which resources: JSON, the path of a JSON file, or `table:` and the name of a table in the cache's account, or its https:// address.",
    '{"grants":[{"roles":["Items.Read"],"resources":["/companies/c0400000-0000-4000-8000-00000000000a"]}]}',
  ),
  MANAGED_IDENTITY_CLIENT_ID: upstreams(
    types.name.optional(),
    'Client id of a user-assigned identity, else the system-assigned one.',
    '1de00000-0000-4000-8000-000000000001',
  ),
  ...upstreamSettings,
  UPSTREAM_PROXY_URL: upstreams(
    types.proxyUrl.optional(),
    'Proxy for upstreams that are not on this machine.',
    'http://proxy.example.com:3128',
  ),
  LIMITS: upstreams(
    types.json(deploymentLimits).default({}),
    "Limits that differ from the default, as JSON with [these parts](#parts-of-limits). The access policy's `limits` replaces parts of them without a restart.",
    '{"caller":{"burst":200},"businessData":{"bulkhead":{"read":{"parallel":4}}}}',
    { defaultNote: 'each part its own' },
  ),

  CACHE_TABLE_URL: cache(
    types.url.optional(),
    'Table storage, with the managed identity; required without `CACHE_CONNECTION_STRING`, not with it.',
    'https://frontdesk.table.core.windows.net',
  ),
  CACHE_CONNECTION_STRING: cache(
    types.connectionString.optional(),
    'Table storage, with an account key; for local use.',
    'the connection string of the storage account',
    { isSecret: true },
  ),
  CACHE_TABLE_NAME: cache(
    types.tableName.default('frontdeskcache'),
    'Name of the table; created if missing.',
    'frontdeskcache',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: telemetry(
    types.url.optional(),
    'Base URL of an OpenTelemetry collector.',
    'https://collector.example.com',
  ),
  OTEL_SDK_DISABLED: telemetry(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false'], 'must be true or false'))
      .default('false'),
    '`true`: nothing is exported.',
    'true',
  ),
  OTEL_TRACES_SAMPLER_ARG: telemetry(
    z.coerce.number().min(0).max(1).default(1),
    'Share of requests that are traced if the caller has not decided.',
    '0.1',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: telemetry(
    types.milliseconds.default(60_000),
    'Milliseconds between exports of metrics.',
    '60000',
  ),

  PAGES: pages(
    types.list.pipe(z.array(z.enum(PAGE_NAMES, 'must be docs, console or both'))).optional(),
    'Pages to serve.',
    'docs',
  ),
  PAGES_CLIENT_ID: pages(
    types.name.optional(),
    'Client id that signs people in; required with `PAGES`.',
    'c11e0000-0000-4000-8000-000000000001',
  ),
  PAGES_CONTROL_URL: pages(
    types.loopbackUrl.optional(),
    'Local only: where the console injects faults.',
    'http://127.0.0.1:7083/_control',
  ),
});

export type Settings = z.infer<typeof schema>;

export type SettingName = keyof Settings;

/** Returns what describes a setting. */
export function readMeta(name: SettingName): types.SettingMeta {
  return schema.shape[name].meta() as unknown as types.SettingMeta;
}
