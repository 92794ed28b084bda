/** The templates, compiled and evaluated by the real compiler: each configuration of docs/deploy.md, and wrong templates, which are found. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMeta, type SettingName, schema } from '../../lib/settings/schema.ts';
import { bicep, ENVIRONMENT, type Json, TENANT, Templates } from './compiler.ts';
import { type Expected, listMistakes, readAppSettings } from './mistakes.ts';

const FABRIKAM = 'fab00000-0000-4000-8000-000000000002';
const { parameters } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8'));
const network = (access: string, allowedRanges: string[] = []) => ({
  network: { ...parameters.network.value, access, allowedRanges },
});
const POLICY = '{"grants":[{"roles":["Items.Read"],"resources":["*"]}]}';
/** Every optional setting of the templates, with the example of its documentation. */
const [, names = ''] =
  /^type optionalSettings = \{\n([\s\S]*?)^\}/m.exec(readFileSync('infra/app/settings.bicep', 'utf8')) ?? [];
const optional = Array.from(names.matchAll(/^ {2}([A-Z_]+): /gm), ([, name = '']) => name);
const exampleOf = (name: string) => (name in schema.shape ? readMeta(name as SettingName).example : 'x=1');
const settings = Object.fromEntries(optional.map((name) => [name, exampleOf(name)]));
const inVault = ['DOCUMENT_MODELS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'];
const ofVendor = {
  ...{ BACKUP_RESTORE_BASE_URL: 'https://graph.example/v1.0', BACKUP_RESTORE_SCOPE: 'https://graph.example/.default' },
  ...{
    DOCUMENT_MODELS_SCOPE: 'https://documents.example/.default',
    BUSINESS_DATA_SCOPE: 'https://business.example/.default',
  },
};

const CONFIGURATIONS: Readonly<Record<string, readonly [changed: object, expected?: Expected]>> = {
  'the default': [{}],
  'an allow list': [network('allowList', ['203.0.113.0/24', '2001:db8::/32']), { access: 'allowList' }],
  'a private network': [network('private'), { access: 'private' }],
  'an existing application': [{ entraClientId: 'c11e0000-0000-4000-8000-000000000001' }],
  'two tenants': [{ tenants: `${TENANT},${FABRIKAM}` }],
  'a policy in JSON': [{ accessPolicy: POLICY }, { policy: POLICY }],
  'secrets in the vault': [{ settingsInVault: inVault }, { inVault }],
  'every optional setting': [{ settings }],
  'the profile vendor': [{ cloudProfile: 'vendor', settings: ofVendor }],
  'an app that serves': [{ isWatched: 'true', corsOrigins: ['https://portal.example.com'] }],
};

const reason = bicep ? '' : ' (skipped: neither BICEP nor the PATH has the compiler; docs/testing.md)';

it.runIf(process.env['REQUIRE_BICEP'])('the compiler is there', () => {
  expect(bicep, 'BICEP names no compiler, and the PATH has none').toBeDefined();
});

describe.skipIf(!bicep)(`the templates${reason}`, () => {
  const templates = bicep ? new Templates() : (undefined as never);

  it.each(Object.entries(CONFIGURATIONS))('evaluate without a mistake: %s', (_, [changed, expected]) => {
    expect(listMistakes(templates.snapshot({ ...changed }), expected)).toEqual([]);
  });

  it('every optional setting gets to the app, and an application its tenants', () => {
    const { resources, ...rest } = templates.snapshot({ settings, tenants: FABRIKAM });
    expect(readAppSettings({ resources, ...rest })).toMatchObject({ ...settings, AUTH_TENANTS: FABRIKAM });
    const application = resources.find(({ type }) => type.startsWith('Microsoft.Graph/applications'));
    expect(application?.properties.signInAudience).toBe('AzureADMultipleOrgs');
  });

  const files = readdirSync('infra', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.bicep'));

  it.each(files.filter((file) => /^access|^main/.test(file)))('%s compiles without a warning', (file) => {
    expect(templates.build(file).said).toEqual([]);
  });

  it('they are formatted', () => {
    expect(new Templates().listUnformatted(files)).toEqual([]);
  });

  it('the app waits for its storage and roles, and for nothing that only watches; rules wait for the functions that they call', () => {
    const { template } = templates.build('main.bicep');
    const deployed = (name: string, of: Json = template) => of.resources[name].properties.template;
    const waits = (name: string, of: Json = template): string[] => of.resources[name].dependsOn;
    expect(waits('frontdesk')).toEqual(expect.arrayContaining(['store']));
    expect(waits('frontdesk')).not.toContain('monitoring');
    expect(waits('monitoring')).toContain('frontdesk');
    expect(waits('functionApp', deployed('frontdesk'))).toEqual(
      expect.arrayContaining(['roles', 'storage', 'control']),
    );
    expect(waits('alerts', deployed('monitoring'))).toContain('functions');
  });

  const scale = (change: object) => ({ scale: { ...parameters.scale.value, ...change } });
  const telemetry = (change: object) => ({ telemetry: { ...parameters.telemetry.value, ...change } });

  it.each<[string, object, RegExp, environment?: object]>([
    ['a number as a text', scale({ maximumInstances: 'forty' }), /'forty'/],
    ['a misspelled option', { settings: { OPERATION: 'all' } }, /OPERATION/],
    ['too few instances', scale({ maximumInstances: 39 }), /39/],
    ['no concurrency', scale({ httpConcurrency: 0 }), /"?0"?/],
    ['four web tests', telemetry({ webTestLocations: ['a', 'b', 'c', 'd'] }), /4/],
    ['ranges that nobody reads', network('public', ['203.0.113.0/24']), /only with the access allowList/],
    [
      'a network that is too small',
      { network: { ...parameters.network.value, addressPrefix: '10.0.0.0/26' } },
      /a \/25 or larger/,
    ],
    [
      'a profile without its addresses',
      { cloudProfile: 'vendor' },
      /BACKUP_RESTORE_BASE_URL, BACKUP_RESTORE_SCOPE, DOCUMENT/,
    ],
    ['501 ranges', network('allowList', Array(501).fill('203.0.113.0/24')), /500/],
    ['a name of 65 characters', {}, /64/, { ...ENVIRONMENT, AZURE_ENV_NAME: 'a'.repeat(65) }],
    ['a name that no group may have', {}, /must not end with a dot/, { ...ENVIRONMENT, AZURE_ENV_NAME: 'test.' }],
  ])('what a person mistypes in the parameters is refused, and said: %s', (_, changed, said, environment) => {
    const snapshot = templates.snapshot({ ...changed }, environment);
    expect(snapshot.resources).toEqual([]);
    expect(snapshot.said.join('\n')).toMatch(said);
  });

  /** File, and what is replaced by what. */
  type Mutation = readonly [file: string, from: string | RegExp, to: string, configuration?: string];
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: Bicep has them, too.
  const MUTATIONS: Readonly<Record<string, Mutation>> = {
    'the app may change secrets': [
      'app/roles.bicep',
      '4633458b-17de-408a-b874-0445c86b69e6',
      'b86a8fe4-44ce-4948-aee5-eccb2c155cd7',
    ],
    'blobs of the whole group': ['app/roles.bicep', /(storageBlobDataOwner\)\n) {2}scope: account\n/, '$1'],
    'a writer of the policy': [
      'app/roles.bicep',
      '76199698-9eea-4c19-bc75-cec21354c6b6',
      '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3',
    ],
    'a name as the address of the table': [
      'app/settings.bicep',
      'CACHE_TABLE_URL: tableUrl',
      'CACHE_TABLE_URL: replace(tableUrl, tableUrl, tableName)',
    ],
    'a scope without its dot': ['app/settings.bicep', "resourceManager}.default'", "resourceManager}default'"],
    'the issuer of version 1': ['app/settings.bicep', "{tenantid}/v2.0'", "{tenantid}/'"],
    'the policy in the app’s account': [
      'app/main.bicep',
      "'${control.outputs.tableUrl}/",
      "'${storage.outputs.tableUrl}/",
    ],
    'another secret': ['app/vault.bicep', "name: 'link-key'", "name: 'links-key'"],
    'no storage of the host': ['app/function-app.bicep', '  AzureWebJobsStorage__blobServiceUri: blobServiceUri\n', ''],
    'secrets read as another identity': [
      'app/function-app.bicep',
      'keyVaultReferenceIdentity: identityId',
      'keyVaultReferenceIdentity: deployerId',
    ],
    'an account that is open inside': [
      'app/storage.bicep',
      "isPrivate ? 'Deny' : 'Allow'",
      "'Allow'",
      'a private network',
    ],
    'a vault without roles': ['app/vault.bicep', 'enableRbacAuthorization: true', 'enableRbacAuthorization: false'],
    'a property that does not exist': ['app/storage.bicep', 'minimumTlsVersion', 'minimalTlsVersion'],
    'a module without a parameter': [
      'app/main.bicep',
      '    insightsName: insightsName\n    vaultName',
      '    vaultName',
    ],
    'a rule that calls no function': ['monitoring/alert-rules.json', 'FrontdeskFailing(', 'FrontdeskFails('],
    'a misspelled parameter': ['main.parameters.json', '"corsOrigins"', '"corsOrigin"'],
  };
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: Bicep has them, too.

  it.each(Object.entries(MUTATIONS))(
    'a wrong template is found: %s',
    (_, [file, from, to, configuration = 'the default']) => {
      const wrong = new Templates();
      wrong.change(file, (text) => text.replace(from, to));
      const [changed, expected] = CONFIGURATIONS[configuration] ?? [{}];
      expect(listMistakes(wrong.snapshot({ ...changed }), expected)).not.toEqual([]);
    },
  );
});
