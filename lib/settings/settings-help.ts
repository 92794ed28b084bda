/** What each app setting is for, and what one writes there: for the error of a start that fails, and for docs/settings.md. */

export interface SettingHelp {
  readonly group: string;
  readonly about: string;
  /** A value that is valid. */
  readonly example: string;
  /** Of a JSON setting or one that has its default elsewhere: where to read on. */
  readonly defaultNote?: string;
  readonly isSecret?: true;
}

const LIMITS_EXAMPLE =
  '{"bulkhead":{"read":{"parallel":8,"queue":32},"write":{"parallel":4,"queue":16}},"rate":{"write":{"perSecond":4,"burst":5}}}';
const LIMITS_NOTE = 'lib/upstream/limits.ts';
const UPSTREAM = 'Upstreams';
const CALLERS = 'Callers';
const CACHE = 'Cache';
const TELEMETRY = 'Telemetry';
const PAGES = 'Pages';
const APP = 'App';

const toLimitsHelp = (what: string): SettingHelp => ({
  group: UPSTREAM,
  about: `What one instance may ask of ${what}: calls under way (\`parallel\`) and waiting (\`queue\`), and a rate for each kind of call, by subscription where there is one.`,
  example: LIMITS_EXAMPLE,
  defaultNote: LIMITS_NOTE,
});

const toScopeHelp = (what: string, example: string): SettingHelp => ({
  group: UPSTREAM,
  about: `What the managed identity's token for ${what} is asked for.`,
  example,
});

export const SETTINGS_HELP = {
  CLOUD_PROFILE: {
    group: APP,
    about: "Whose names are spoken: the specification's (`vendor`) or the live cloud's (`microsoft`).",
    example: 'microsoft',
  },
  PUBLIC_BASE_URL: {
    group: APP,
    about: 'Under which address callers reach Frontdesk: links to next pages begin with it.',
    example: 'https://frontdesk.example.com',
    defaultNote: 'https:// and `WEBSITE_HOSTNAME`',
  },
  WEBSITE_HOSTNAME: {
    group: APP,
    about: 'Host name of the function app; the platform sets it.',
    example: 'frontdesk.azurewebsites.net',
  },
  PAGING_KEY: {
    group: APP,
    about:
      'Seals page tokens, so that nobody can make one (ADR 5): 32 bytes or more in base64, the same for all instances.',
    example: 'the output of: openssl rand -base64 32',
    isSecret: true,
  },

  AUTH_ISSUER: {
    group: CALLERS,
    about: "Whose tokens are taken. `{tenantid}` stands for the token's own tenant.",
    example: 'https://login.microsoftonline.com/{tenantid}/v2.0',
  },
  AUTH_AUDIENCE: {
    group: CALLERS,
    about:
      "For whom a token must be issued: the client id, or the identifier URI, of Frontdesk's own app registration; as it stands in `aud`.",
    example: 'api://frontdesk',
  },
  AUTH_TENANTS: {
    group: CALLERS,
    about: 'Tenants whose callers are let in, comma-separated: their ids, as in `tid`.',
    example: 'c0a70500-0000-4000-8000-000000000001,fab00000-0000-4000-8000-000000000002',
  },
  AUTH_JWKS_URI: {
    group: CALLERS,
    about: 'Where the signing keys are, where they are not to be discovered from the issuer.',
    example: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
  },
  ACCESS_POLICY: {
    group: CALLERS,
    about:
      'Who may act on what (README, "Who may do what"): JSON, or the path of a file with it. A changed file is in force within a second.',
    example: '{"grants":[{"roles":["Items.Read"],"resources":["/companies/c0400000-0000-4000-8000-00000000000a"]}]}',
  },
  CALLER_LIMIT: {
    group: CALLERS,
    about: 'How often one caller may ask one instance: JSON.',
    example: '{"perSecond":20,"burst":100}',
  },

  MANAGED_IDENTITY_CLIENT_ID: {
    group: UPSTREAM,
    about: 'Client id of a user-assigned identity. Without it the system-assigned one is used.',
    example: '1de00000-0000-4000-8000-000000000001',
  },
  ARM_BASE_URL: {
    group: UPSTREAM,
    about: 'The management API: authorizations, diagnostics, health events, streaming jobs.',
    example: 'https://management.azure.com',
  },
  ARM_SCOPE: toScopeHelp('the management API', 'https://management.azure.com/.default'),
  ARM_LIMITS: toLimitsHelp('the management API'),
  BACKUP_RESTORE_BASE_URL: {
    group: UPSTREAM,
    about: 'The backup-restore API, with its version.',
    example: 'https://graph.microsoft.com/v1.0',
  },
  BACKUP_RESTORE_SCOPE: toScopeHelp('the backup-restore API', 'https://graph.microsoft.com/.default'),
  BACKUP_RESTORE_LIMITS: toLimitsHelp('the backup-restore API'),
  DOCUMENT_MODELS_ENDPOINT: {
    group: UPSTREAM,
    about: 'The document-models resource.',
    example: 'https://contoso.cognitiveservices.azure.com',
  },
  DOCUMENT_MODELS_SCOPE: toScopeHelp('the document models', 'https://cognitiveservices.azure.com/.default'),
  DOCUMENT_MODELS_LIMITS: toLimitsHelp('the document models'),
  DOCUMENT_MODELS_KEY: {
    group: UPSTREAM,
    about: 'An API key in the place of the managed identity, for the document models alone.',
    example: "the resource's key 1 or key 2",
    isSecret: true,
  },
  BUSINESS_DATA_BASE_URL: {
    group: UPSTREAM,
    about: 'The business-data API, with its version, tenant and environment as it has them.',
    example: 'https://api.businesscentral.dynamics.com/v2.0/production/api/v2.0',
  },
  BUSINESS_DATA_SCOPE: toScopeHelp('the business-data API', 'https://api.businesscentral.dynamics.com/.default'),
  BUSINESS_DATA_LIMITS: toLimitsHelp('the business-data API'),

  CACHE_TABLE_URL: {
    group: CACHE,
    about: 'Table storage, reached with the managed identity. Required, unless `CACHE_CONNECTION_STRING` is set.',
    example: 'https://frontdesk.table.core.windows.net',
  },
  CACHE_CONNECTION_STRING: {
    group: CACHE,
    about: "Table storage, reached with a key: for a developer's machine.",
    example: 'the connection string of the storage account',
    isSecret: true,
  },
  CACHE_TABLE_NAME: {
    group: CACHE,
    about: 'The table; it is made where there is none.',
    example: 'frontdeskcache',
  },
  CACHE_ROWS_PER_CALLER: {
    group: CACHE,
    about: 'How many replies to ever new questions one caller may have stored.',
    example: '1000',
  },

  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: TELEMETRY,
    about:
      'Switches OpenTelemetry on: a collector that takes OTLP over HTTP in JSON at `/v1/traces` and `/v1/metrics`.',
    example: 'https://collector.example.com',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    group: TELEMETRY,
    about: 'Sent with everything: `name=value`, comma-separated, values percent-encoded.',
    example: 'x-api-key=abc',
    isSecret: true,
  },
  OTEL_SERVICE_NAME: { group: TELEMETRY, about: '`service.name`.', example: 'frontdesk', defaultNote: '`frontdesk`' },
  OTEL_RESOURCE_ATTRIBUTES: {
    group: TELEMETRY,
    about: 'What else the sender says of itself: `name=value`, comma-separated.',
    example: 'deployment.environment.name=production',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    group: TELEMETRY,
    about: 'Share of the requests that are traced where no caller has decided: 0 to 1.',
    example: '0.1',
    defaultNote: '`1`',
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    group: TELEMETRY,
    about: 'Milliseconds between two sendings of spans.',
    example: '5000',
    defaultNote: '`5000`',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    group: TELEMETRY,
    about: 'Milliseconds between two readings of the metrics, for the log and for a collector.',
    example: '60000',
    defaultNote: '`60000`',
  },

  PAGES: {
    group: PAGES,
    about: 'Pages for people that are served: `docs`, `console` or both, comma-separated. None without.',
    example: 'docs',
  },
  PAGES_CLIENT_ID: {
    group: PAGES,
    about: 'The public client as which a page signs a person in. Required where `PAGES` is set.',
    example: 'c11e0000-0000-4000-8000-000000000001',
  },
  PAGES_CONTROL_URL: {
    group: PAGES,
    about: 'For the local stack: where the console injects faults.',
    example: 'http://127.0.0.1:7083/_control',
  },
} as const satisfies Readonly<Record<string, SettingHelp>>;
