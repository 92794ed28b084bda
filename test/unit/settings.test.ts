import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readLimits } from '../../lib/limits.ts';
import { parsePolicy } from '../../lib/policy/policy-source.ts';
import { createServices, toTelemetryOptions } from '../../lib/services.ts';
import { listIgnored, readSettings, SettingsError } from '../../lib/settings/read-settings.ts';
import { readMeta, type SettingName, type Settings, schema } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { UPSTREAMS, type UpstreamEntry } from '../../lib/upstream/upstreams.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const policy = { grants: [{ roles: ['Items.Read'], resources: ['*'] }] };
const policyFile = join(folder, 'policy.json');
// With the byte order mark that some editors write.
writeFileSync(policyFile, `\uFEFF${JSON.stringify(policy)}`);
const brokenFile = join(folder, 'broken.json');
writeFileSync(brokenFile, '{\n  "grants": [],\n}');

type Environment = Readonly<Record<string, string | undefined>>;

const TENANT = 'c0a70500-0000-4000-8000-000000000001';

/** Of every upstream: its address, and its scope or key. */
const ofUpstreams = Object.values<UpstreamEntry>(UPSTREAMS).flatMap(({ address, scope, key }) => [
  [address.setting, 'https://upstream.example'],
  scope ? [scope.setting, 'https://upstream.example/.default'] : [key?.setting, 'key'],
]);

/** All that must be set in the `vendor` profile, and nothing else. */
const least: Environment = {
  AUTH_ISSUER: 'https://login.example/{tenantid}/v2.0',
  AUTH_AUDIENCE: 'api://frontdesk',
  AUTH_TENANTS: TENANT,
  ACCESS_POLICY: JSON.stringify(policy),
  ...Object.fromEntries(ofUpstreams),
  ARM_BASE_URL: 'https://arm.example',
  ARM_SCOPE: 'https://arm.example/.default',
  BACKUP_RESTORE_BASE_URL: 'https://graph.example/v1.0',
  BACKUP_RESTORE_SCOPE: 'https://graph.example/.default',
  DOCUMENT_MODELS_ENDPOINT: 'https://documents.example',
  DOCUMENT_MODELS_SCOPE: 'https://documents.example/.default',
  BUSINESS_DATA_BASE_URL: 'https://business.example/v2.0',
  BUSINESS_DATA_SCOPE: 'https://business.example/.default',
  CACHE_CONNECTION_STRING: 'AccountName=a;AccountKey=b',
};

const CACHE_RULE = 'CACHE_TABLE_URL or CACHE_CONNECTION_STRING is required, and not both';

/** Lists what is said of settings that the app cannot start with. */
function issuesOf(environment: Environment): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [title, ...issues] = error.message.split(/\n +/);
    expect(title).toBe('Frontdesk cannot start with these settings:');
    const [last = '', hint] = issues.pop()?.split('\n') ?? [];
    expect(hint).toMatch(/docs\/settings\.md.*npm run doctor/);
    for (const issue of [...issues, last]) expect(issue).toMatch(/^ ?[A-Z_]+(?:\.\w+)* .+, e\.g\. \S/);
    return [...issues, last].map((issue) => issue.replace(/, e\.g\. .*$/, ''));
  }
  return [];
}

it('starts with the least that must be set, and fills in the rest', () => {
  expect(readSettings(least)).toEqual({
    ...least,
    CLOUD_PROFILE: 'vendor',
    AUTH_TENANTS: [TENANT],
    LOGIN_REDIRECT_ORIGINS: [],
    OPERATIONS: ['default'],
    LIMITS: {},
    PUBLIC_BASE_URL: 'http://localhost:7071',
    CACHE_TABLE_NAME: 'frontdeskcache',
    OTEL_SDK_DISABLED: 'false',
    OTEL_TRACES_SAMPLER_ARG: 1,
    OTEL_METRIC_EXPORT_INTERVAL: 60_000,
  });
});

const REQUIRED = Object.keys(least).filter((name) => name !== 'CACHE_CONNECTION_STRING');

it.each(REQUIRED)('%s is required, and nothing empty is set', (name) => {
  for (const value of [undefined, '  ']) expect(issuesOf({ ...least, [name]: value })).toEqual([`${name} is required`]);
});

it('the table is named in one of two ways', () => {
  const CACHE_TABLE_URL = 'https://frontdesk.table.core.windows.net';
  expect(issuesOf({ ...least, CACHE_CONNECTION_STRING: undefined, CACHE_TABLE_URL })).toEqual([]);
  expect(issuesOf({ ...least, CACHE_CONNECTION_STRING: undefined })).toEqual([CACHE_RULE]);
  expect(issuesOf({ ...least, CACHE_CONNECTION_STRING: '' })).toEqual([CACHE_RULE]);
  expect(issuesOf({ ...least, CACHE_TABLE_URL })).toEqual([CACHE_RULE]);
});

it('every issue is listed at once', () => {
  expect(issuesOf({})).toEqual([...REQUIRED.map((name) => `${name} is required`), CACHE_RULE]);
  const wrong = { CLOUD_PROFILE: 'x', OTEL_TRACES_SAMPLER_ARG: 'x', AUTH_TENANTS: ',', CACHE_TABLE_NAME: '1' };
  expect(issuesOf({ ...least, ...wrong })).toHaveLength(4);
});

const URL_RULE = 'must be an https:// address (http:// only for loopback) without query or fragment';

// Which addresses are trusted: test/unit/http/path.test.ts.
it.each([
  ...['PUBLIC_BASE_URL', 'ARM_BASE_URL', 'BACKUP_RESTORE_BASE_URL', 'DOCUMENT_MODELS_ENDPOINT'],
  ...['BUSINESS_DATA_BASE_URL', 'CACHE_TABLE_URL'],
])('%s is an address (S3-64)', (name) => {
  const rest = name === 'CACHE_TABLE_URL' ? { ...least, CACHE_CONNECTION_STRING: undefined } : least;
  for (const value of ['https://host.example:8443/base/', 'http://127.0.0.1:7071'])
    expect(issuesOf({ ...rest, [name]: value })).toEqual([]);
  for (const value of ['host.example', 'http://host.example', 'https://host.example?x=1', 'https://u:p@host.example'])
    expect(issuesOf({ ...rest, [name]: value })).toEqual([`${name} ${URL_RULE}`]);
});

const LIVE = 'https://api.businesscentral.dynamics.com';

it.each([
  ['BUSINESS_DATA_BASE_URL', `${LIVE}/v2.0/${TENANT}/production/api/v2.0`, true],
  ['BUSINESS_DATA_BASE_URL', `${LIVE}/v2.0/${TENANT.toUpperCase()}/UAT/api/v2.0/`, true],
  ['BUSINESS_DATA_BASE_URL', `${LIVE}/v2.0/production/api/v2.0`, true],
  ['BUSINESS_DATA_BASE_URL', `${LIVE}/v2.0/contoso.example/production/api/v2.0`, false],
  ['BUSINESS_DATA_BASE_URL', `${LIVE}/v2.0/${TENANT}/production/api`, false],
  ['BUSINESS_DATA_BASE_URL', `${LIVE}/v2.0/${TENANT}/production/api/v2.0/companies`, false],
  ['BUSINESS_DATA_BASE_URL', LIVE, false],
  ['BUSINESS_DATA_BASE_URL', 'https://onpremises.example/BC/api/v2.0', true],
  ['BACKUP_RESTORE_BASE_URL', 'https://graph.microsoft.com', false],
  ['BACKUP_RESTORE_BASE_URL', 'https://graph.microsoft.com/beta', false],
  ['ARM_BASE_URL', 'https://management.azure.com/subscriptions', false],
  ['DOCUMENT_MODELS_ENDPOINT', 'https://fabrikam.cognitiveservices.azure.com/', true],
  ['DOCUMENT_MODELS_ENDPOINT', 'https://fabrikam.cognitiveservices.azure.com/documentintelligence', false],
])('%s at the live host has the path of its API: %s (%s) (C-82)', (name, value, isAccepted) => {
  const issues = issuesOf({ ...least, [name]: value });
  expect(issues).toEqual(isAccepted ? [] : [`${name} must have the path of this API`]);
});

it('AUTH_TENANTS is a list of GUIDs with commas, in any casing', () => {
  const list = ` ${TENANT.toUpperCase()} ,,fab00000-0000-4000-8000-000000000002, `;
  const tenants = [TENANT, 'fab00000-0000-4000-8000-000000000002'];
  expect(readSettings({ ...least, AUTH_TENANTS: list }).AUTH_TENANTS).toEqual(tenants);
  expect(issuesOf({ ...least, AUTH_TENANTS: ' , ' })).toEqual(['AUTH_TENANTS must name a tenant']);
  for (const other of ['contoso', 'contoso.onmicrosoft.com', '*', 'common', `{${TENANT}}`, TENANT.replaceAll('-', '')])
    expect(issuesOf({ ...least, AUTH_TENANTS: `${TENANT},${other}` })).toEqual([
      'AUTH_TENANTS.1 must be tenant ids (GUIDs)',
    ]);
});

const SCOPE_RULE = 'must be a scope such as https://management.azure.com/.default';
const NO_SCOPES = ['https://arm.example', 'https://arm.example/.default/x', 'https://a b/.default', 'https://.default'];
const ISSUERS = ['http://127.0.0.1:7081/{tenantid}/v2.0', 'https://{tenantid}.login.example/'];

it.each([
  ...['ARM_SCOPE', 'BACKUP_RESTORE_SCOPE', 'DOCUMENT_MODELS_SCOPE', 'BUSINESS_DATA_SCOPE'].map(
    (name) => [name, SCOPE_RULE, [], NO_SCOPES] as const,
  ),
  [
    'AUTH_ISSUER',
    'must be an https:// address',
    ISSUERS,
    ['login', 'http://login.example/{tenantid}', 'https://login.example/?tenant={tenantid}'],
  ],
  ['CLOUD_PROFILE', 'must be vendor or microsoft', ['vendor'], ['Vendor', 'azure']],
  ['OTEL_TRACES_SAMPLER_ARG', 'must be at least 0', ['0', '1'], ['-5']],
  ['OTEL_TRACES_SAMPLER_ARG', 'must be a number', [], ['many']],
  [
    'LINK_KEY',
    'must be at least 32 bytes in base64',
    ['A'.repeat(43), `${'A'.repeat(43)}=`, `${'-_+/09azAZ'.repeat(5)}==`],
    ['A'.repeat(42), `${'A'.repeat(42)}=`, `${'A'.repeat(43)}===`, `${'A'.repeat(43)}!`, `!${'A'.repeat(43)}`],
  ],
  [
    'CACHE_CONNECTION_STRING',
    'must be a connection string with AccountName and AccountKey',
    ['AccountKey=b;AccountName=a'],
    ['table', 'UseDevelopmentStorage=true', 'AccountName=a;AccountKey=', 'AccountName=;AccountKey=b'],
  ],
  [
    'DOCUMENT_MODELS_KEY',
    'must be printable ASCII without quotes and backslashes',
    ['!', '~', '#[]', 'a1=='],
    ['a b', 'a\tb', 'ü', 'a"b', 'a\\b'],
  ],
  [
    'CACHE_TABLE_NAME',
    'must be 3 to 63 letters and digits',
    ['abc', 'A12', `a${'1'.repeat(62)}`],
    ['ab', '1ab', `a${'1'.repeat(63)}`, 'a-b', 'a_b', '-abc', 'abc-'],
  ],
] as const)('%s %s', (name, rule, accepted, refused) => {
  for (const value of accepted) expect(issuesOf({ ...least, [name]: value })).toEqual([]);
  for (const value of refused) expect(issuesOf({ ...least, [name]: value })).toEqual([`${name} ${rule}`]);
});

describe('settings in JSON', () => {
  const limits = UPSTREAMS.arm.limits;

  it('LIMITS must be JSON, and an object; what is given replaces its default', () => {
    expect(issuesOf({ ...least, LIMITS: '{' })).toEqual(['LIMITS must be JSON: it is not JSON at line 1, column 2']);
    expect(issuesOf({ ...least, LIMITS: '5' })).toEqual(['LIMITS must be an object']);
    const LIMITS = { caller: { perSecond: 1, burst: 2 }, cachedResponses: 7, arm: limits };
    expect(readSettings({ ...least, LIMITS: JSON.stringify(LIMITS) }).LIMITS).toEqual(LIMITS);
  });

  it.each<[unknown, string[]]>([
    [{ caller: { perSecond: 'x' } }, ['LIMITS.caller.perSecond must be a number']],
    [{ caller: { perSecond: 1, burst: 0 } }, ['LIMITS.caller.burst must be at least 1']],
    [{ cachedResponses: 0 }, ['LIMITS.cachedResponses must be at least 1']],
    [{ arm: { rate: { read: { burst: 0 } } } }, ['LIMITS.arm.rate.read.burst must be at least 1']],
    [
      { arm: { ...limits, bulkhead: { read: { parallel: 0, queue: -1 }, write: { parallel: 1, queue: 0 } } } },
      ['LIMITS.arm.bulkhead.read.parallel must be at least 1', 'LIMITS.arm.bulkhead.read.queue must be at least 0'],
    ],
  ])('what is wrong in %j is reported with its path', (value, issues) => {
    expect(issuesOf({ ...least, LIMITS: JSON.stringify(value) })).toEqual(issues);
  });

  const { bulkhead } = limits;
  it.each<object>([
    { extra: 1 },
    { bulkhead: { ...bulkhead, write: { parallel: 1.5, queue: 1 } } },
    { rate: { other: { perSecond: 1, burst: 1 } } },
  ])('%j are no limits', (change) => {
    const LIMITS = JSON.stringify({ businessData: { ...limits, ...change } });
    expect(issuesOf({ ...least, LIMITS })).toEqual([expect.stringMatching(/^LIMITS\.businessData/)]);
  });
});

it.each<[Environment, string]>([
  [{ PAGES: 'docs,admin', PAGES_CLIENT_ID: 'client' }, 'PAGES.1 must be docs, console or both'],
  [{ PAGES: 'docs' }, 'PAGES_CLIENT_ID is required where PAGES is set'],
  [{ PAGES_CONTROL_URL: 'https://control.example/' }, 'PAGES_CONTROL_URL must be an address of this machine'],
  [{ PAGES_CONTROL_URL: 'nonsense' }, 'PAGES_CONTROL_URL must be an address of this machine'],
])('does not serve pages with %o', (settings, issue) => {
  expect(issuesOf({ ...least, ...settings })).toEqual([issue]);
});

const NO_FILE = 'is neither JSON nor a file that can be read$';

it.each([
  ['without any grant: nothing is ever allowed by default (F57)', '{"grants":[]}', 'grants: '],
  ['of a file that is broken', brokenFile, 'is not JSON at line 3, column 1$'],
  ['that is no file, without its name', join(folder, 'none.json'), NO_FILE],
  ['that is a folder', folder, NO_FILE],
  ['that is a word', 'none', NO_FILE],
])('nothing starts with an ACCESS_POLICY %s', (_, setting, reason) => {
  expect(issuesOf({ ...least, ACCESS_POLICY: policyFile })).toEqual([]);
  const issue = expect.stringMatching(new RegExp(`^ACCESS_POLICY must be an access policy: ${reason}`));
  expect(issuesOf({ ...least, ACCESS_POLICY: setting })).toEqual([issue]);
});

it.each([...Object.keys(least), 'LIMITS', 'APPLICATIONINSIGHTS_CONNECTION_STRING'])(
  'a reference that Azure did not resolve stops the start in %s, and nothing else is said of the setting',
  (name) => {
    const rule = 'is a reference that Azure did not resolve: let the app read the secret';
    const reference = '@Microsoft.KeyVault(SecretUri=https://vault.example/secrets/canary/)';
    for (const value of [reference, ' @microsoft.AppConfiguration(Endpoint=https://x.example; Key=k)'])
      expect(issuesOf({ ...least, [name]: value })).toEqual([`${name} ${rule}`]);
    expect(issuesOf({ ...least, WEBSITE_KEYVAULT_REFERENCES: `{"A":{"rawReference":"${reference}"}}` })).toEqual([]);
  },
);

it.each(['WEBSITE_INSTANCE_ID', 'WEBSITE_SITE_NAME', 'CONTAINER_APP_NAME'])(
  'a public address that is not this machine’s is required where %s is set',
  (marker) => {
    const rule = 'PUBLIC_BASE_URL is required in a deployment and must not be localhost';
    const [WEBSITE_HOSTNAME, own] = ['frontdesk.azurewebsites.net', { PUBLIC_BASE_URL: 'https://a.example' }];
    const local = [{ WEBSITE_HOSTNAME: 'localhost:7071' }, { PUBLIC_BASE_URL: 'http://[::1]', WEBSITE_HOSTNAME }];
    for (const address of [{}, ...local]) {
      expect(issuesOf({ ...least, ...address, [marker]: 'x' })).toEqual([rule]);
      expect(issuesOf({ ...least, ...address })).toEqual([]);
    }
    for (const address of [{ WEBSITE_HOSTNAME }, own])
      expect(issuesOf({ ...least, ...address, [marker]: 'x' })).toEqual([]);
  },
);

it('AUTH_JWKS_URI may have a query: an application with its own signing key publishes its keys so', () => {
  const keys = 'https://login.example/common/discovery/v2.0/keys';
  for (const value of [keys, `${keys}?appid=c11e0000-0000-4000-8000-000000000001`])
    expect(issuesOf({ ...least, AUTH_JWKS_URI: value })).toEqual([]);
  const rule = 'AUTH_JWKS_URI must be an https:// address (http:// only for loopback) without fragment';
  for (const value of ['http://host.example/keys?appid=a', `${keys}#a`, 'https://u:p@host.example?a=b'])
    expect(issuesOf({ ...least, AUTH_JWKS_URI: value })).toEqual([rule]);
});

it('the sample’s LINK_KEY is public: an app that others reach does not start with it (A88)', () => {
  const { LINK_KEY } = JSON.parse(readFileSync('local.settings.sample.json', 'utf8')).Values;
  const rule = 'LINK_KEY must not be the published one of the sample in a deployment';
  for (const key of [LINK_KEY, LINK_KEY.replace('=', '')]) {
    expect(issuesOf({ ...least, LINK_KEY: key })).toEqual([]);
    expect(issuesOf({ ...least, LINK_KEY: key, WEBSITE_HOSTNAME: 'frontdesk.azurewebsites.net' })).toEqual([rule]);
    expect(issuesOf({ ...least, LINK_KEY: key, PUBLIC_BASE_URL: 'https://frontdesk.example' })).toEqual([rule]);
  }
});

it.each(['CACHE_CONNECTION_STRING', 'AUTH_AUDIENCE', 'ARM_SCOPE'])(
  '%s in quotes is named, and the start ends',
  (name) => {
    for (const quote of ['"', "'"])
      expect(issuesOf({ ...least, [name]: quote + least[name] + quote })).toEqual([
        `${name} is in quotes: remove them`,
      ]);
  },
);

it('no issue quotes a value: it may be a secret', () => {
  const bad = Object.fromEntries(
    [...Object.keys(least), 'PUBLIC_BASE_URL', 'LINK_KEY', 'DOCUMENT_MODELS_KEY'].map((name) => [name, 'canary ü']),
  );
  const grants = JSON.stringify({ grants: [{ roles: [''], tenants: 'canary', resources: ['canary'] }] });
  const issues = issuesOf({
    ...bad,
    CLOUD_PROFILE: 'canary',
    OTEL_TRACES_SAMPLER_ARG: 'canary',
    LIMITS: JSON.stringify({ caller: { perSecond: 'canary' } }),
    ACCESS_POLICY: grants,
    CACHE_TABLE_URL: 'canary',
    CACHE_TABLE_NAME: 'canary!',
  });
  expect(issues.length).toBeGreaterThan(15);
  expect(issues.join('\n')).not.toContain('canary');
});

describe('in the microsoft profile', () => {
  const { ARM_BASE_URL, ARM_SCOPE, BACKUP_RESTORE_BASE_URL, BACKUP_RESTORE_SCOPE, ...rest } = least;
  const { DOCUMENT_MODELS_SCOPE, BUSINESS_DATA_SCOPE, ...own } = rest;
  const microsoft: Environment = { ...own, CLOUD_PROFILE: 'microsoft' };

  it('the addresses and scopes that are the same for everyone need not be set', () => {
    expect(readSettings(microsoft)).toMatchObject({
      CLOUD_PROFILE: 'microsoft',
      ARM_BASE_URL: 'https://management.azure.com',
      ARM_SCOPE: 'https://management.azure.com/.default',
      BACKUP_RESTORE_BASE_URL: 'https://graph.microsoft.com/v1.0',
      BACKUP_RESTORE_SCOPE: 'https://graph.microsoft.com/.default',
      DOCUMENT_MODELS_SCOPE: 'https://cognitiveservices.azure.com/.default',
      BUSINESS_DATA_SCOPE: 'https://api.businesscentral.dynamics.com/.default',
    });
  });

  it('those of one customer must be set, and in the other profile all', () => {
    const missing = { ...microsoft, DOCUMENT_MODELS_ENDPOINT: undefined, BUSINESS_DATA_BASE_URL: undefined };
    expect(issuesOf(missing)).toEqual(['DOCUMENT_MODELS_ENDPOINT is required', 'BUSINESS_DATA_BASE_URL is required']);
    expect(issuesOf({ ...microsoft, CLOUD_PROFILE: undefined })).toContain('ARM_BASE_URL is required');
  });
});

it.each([
  [{ PUBLIC_BASE_URL: 'https://frontdesk.example/base/' }, 'https://frontdesk.example/base'],
  [{ PUBLIC_BASE_URL: 'https://a.example', WEBSITE_HOSTNAME: 'b.example' }, 'https://a.example'],
  [{ WEBSITE_HOSTNAME: 'frontdesk.azurewebsites.net' }, 'https://frontdesk.azurewebsites.net'],
  [{ WEBSITE_HOSTNAME: 'localhost:7071' }, 'http://localhost:7071'],
  [{ WEBSITE_HOSTNAME: '[::1]:7071' }, 'http://[::1]:7071'],
  [{ WEBSITE_HOSTNAME: 'localhost.example:7071' }, 'https://localhost.example:7071'],
  [{}, 'http://localhost:7071'],
])('with %j callers reach the app at %s', (environment, url) => {
  expect(readSettings({ ...least, ...environment }).PUBLIC_BASE_URL).toBe(url);
});

/** Otherwise they sweep a minute later, and ask for a token beside another test. */
function openServices(settings: Settings) {
  const services = createServices(settings, systemClock, () => {});
  onTestFinished(() => services.close());
  return services;
}

it('starts with every example; those of secrets say how to get one', () => {
  const names = Object.keys(schema.shape) as SettingName[];
  const secrets = names.filter((name) => readMeta(name).isSecret);
  const keys = Object.values<UpstreamEntry>(UPSTREAMS).flatMap(({ key, scope }) => (key ? [{ key, scope }] : []));
  expect(secrets).toEqual(['LINK_KEY', ...keys.map(({ key }) => key.setting), 'CACHE_CONNECTION_STRING']);
  const needed = keys.filter(({ scope }) => !scope).map(({ key }) => key.setting);
  const given = names.filter((name) => !secrets.includes(name));
  const examples = given.map((name) => [name, readMeta(name).example]);
  const settings = readSettings(Object.fromEntries([...examples, ...needed.map((name) => [name, 'key'])]));
  expect(Object.keys(settings).toSorted()).toEqual([...given, ...needed].toSorted());
  expect(openServices(settings).upstreams.businessData.basePath).toMatch(
    /^\/v2\.0\/[\da-f-]{36}\/production\/api\/v2\.0$/,
  );
});

it('standard variables that are set and not obeyed are named', () => {
  const obeyed = {
    OTEL_SDK_DISABLED: 'true',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=b',
    OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
    OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta',
    OTEL_SERVICE_NAME: 'frontdesk',
    NO_PROXY: '*',
  };
  const others = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x', OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_SAMPLER: 'x' };
  const proxies = { HTTPS_PROXY: 'x', http_proxy: 'x', ALL_PROXY: 'x' };
  expect(listIgnored({ ...least, ...obeyed, ...others, ...proxies, all_proxy: '' })).toEqual(
    Object.keys({ ...others, ...proxies }),
  );
});

it('OTEL_SDK_DISABLED: nothing is exported, though a collector is set', () => {
  const collector = { ...least, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' };
  const isExported = (value: string) => {
    const settings = readSettings({ ...collector, OTEL_SDK_DISABLED: value });
    return toTelemetryOptions(settings, openServices(settings).upstreams).collector !== undefined;
  };
  expect([isExported('false'), isExported('TRUE')]).toEqual([true, false]);
  expect(issuesOf({ ...collector, OTEL_SDK_DISABLED: 'yes' })).toEqual(['OTEL_SDK_DISABLED must be true or false']);
});

it('limits are the policy’s, otherwise the setting’s, otherwise the defaults, part by part', () => {
  const grants = [{ roles: ['Items.Read'], resources: ['*'] }];
  const LIMITS = { caller: { burst: 2 }, arm: { bulkhead: { read: { parallel: 3 } }, maxResponseBytes: 8_192 } };
  let policy = parsePolicy(JSON.stringify({ grants }));
  const { LIMITS: read } = readSettings({ ...least, LIMITS: JSON.stringify(LIMITS) });
  const limits = readLimits({ LIMITS: read }, { limits: () => policy.limits });
  const { bulkhead, rate } = UPSTREAMS.arm.limits;
  const room = { ...bulkhead.read, parallel: 3 };
  const inForce = { bulkhead: { ...bulkhead, read: room }, rate, maxResponseBytes: 8_192 };
  expect([limits.upstream('arm'), limits.caller()]).toEqual([inForce, { perSecond: 20, burst: 2 }]);
  const parts = { arm: { bulkhead: { read: { queue: 1 } }, rate: { write: { burst: 9 } } }, caller: { perSecond: 1 } };
  policy = parsePolicy(JSON.stringify({ grants, limits: parts }));
  expect([limits.upstream('arm'), limits.caller()]).toEqual([
    {
      ...inForce,
      bulkhead: { ...bulkhead, read: { ...room, queue: 1 } },
      rate: { ...rate, write: { ...rate.write, burst: 9 } },
    },
    { perSecond: 1, burst: 2 },
  ]);
  expect(limits.upstream('arm')).toBe(limits.upstream('arm'));
  expect(limits.upstream('businessData')).toEqual(UPSTREAMS.businessData.limits);
  policy = parsePolicy(JSON.stringify({ grants, limits: { businessData: { rate: { read: { perSecond: 2.5 } } } } }));
  expect(limits.upstream('businessData').rate).toEqual({ read: { perSecond: 2.5, burst: 3 } });
});
