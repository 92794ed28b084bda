/** What is wrong with a deployment, as the app, the documents and the operator expect it. */
import { isDeepStrictEqual } from 'node:util';
import { readSettings } from '../../lib/settings/read-settings.ts';
import type { Resource, Snapshot } from './compiler.ts';

const ROLES = {
  'b7e6dc6d-f1e8-4753-8033-0f276bb0955b': 'Storage Blob Data Owner',
  'ba92f5b4-2d11-453d-a403-e96b0029c9fe': 'Storage Blob Data Contributor',
  '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3': 'Storage Table Data Contributor',
  '76199698-9eea-4c19-bc75-cec21354c6b6': 'Storage Table Data Reader',
  '3913510d-42f4-4e42-8a64-420c390055eb': 'Monitoring Metrics Publisher',
  '4633458b-17de-408a-b874-0445c86b69e6': 'Key Vault Secrets User',
  'b86a8fe4-44ce-4948-aee5-eccb2c155cd7': 'Key Vault Secrets Officer',
} as const;

/** Principal, role and scope; `*` stands for what ends all names. */
const GRANTS = [
  'id-*: Key Vault Secrets User on vaults/kv-*',
  'id-*: Monitoring Metrics Publisher on components/appi-*',
  'id-*: Storage Blob Data Owner on storageAccounts/st*',
  'id-*: Storage Table Data Contributor on storageAccounts/st*/tableServices/default/tables/frontdeskcache',
  'id-*: Storage Table Data Reader on storageAccounts/stc*/tableServices/default/tables/frontdeskpolicy',
  'id-deploy-*: Storage Blob Data Contributor on storageAccounts/stc*/blobServices/default/containers/package',
  'operator: Key Vault Secrets Officer on vaults/kv-*',
  'operator: Storage Table Data Contributor on storageAccounts/stc*/tableServices/default/tables/frontdeskpolicy',
];

/** Settings that follow from the resources, in every deployment. */
const SETTINGS = {
  AUTH_ISSUER: 'https://login.microsoftonline.com/{tenantid}/v2.0',
  ARM_BASE_URL: 'https://management.azure.com/',
  ARM_SCOPE: 'https://management.azure.com/.default',
  CACHE_TABLE_URL: 'https://st*.table.core.windows.net',
  CACHE_TABLE_NAME: 'frontdeskcache',
  MANAGED_IDENTITY_CLIENT_ID: 'clientId of id-*',
  LINK_KEY: '@Microsoft.KeyVault(VaultName=kv-*;SecretName=link-key)',
  AzureWebJobsStorage__blobServiceUri: 'https://st*.blob.core.windows.net',
  AzureWebJobsStorage__credential: 'managedidentity',
  AzureWebJobsStorage__clientId: 'clientId of id-*',
  APPLICATIONINSIGHTS_CONNECTION_STRING: 'ConnectionString of appi-*',
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=clientId of id-*;Authorization=AAD',
};

export interface Expected {
  readonly access?: 'public' | 'allowList' | 'private';
  /** The setting ACCESS_POLICY. */
  readonly policy?: string;
  readonly inVault?: readonly string[];
}

/** Returns the app's settings by name. */
export function readAppSettings({ resources }: Snapshot): Record<string, string> {
  const site = resources.find(({ type }) => type === 'Microsoft.Web/sites');
  const settings: { name: string; value: string }[] = site?.properties.siteConfig.appSettings ?? [];
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

/** Returns what is wrong, in words: nothing, for templates that may be deployed so. */
export function listMistakes(snapshot: Snapshot, expected: Expected = {}): string[] {
  const { said, resources } = snapshot;
  if (resources.length === 0 || said.length > 0) return [...said, ...(said.length > 0 ? [] : ['nothing is deployed'])];
  const of = (type: string) => resources.filter((resource) => resource.type === type);
  const [site] = of('Microsoft.Web/sites') as [Resource];
  const token = site.name.replace('func-', '');
  const shorten = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(token, '*'));
  const check = (what: string, is: unknown, should: unknown) =>
    isDeepStrictEqual(is, should) ? [] : [`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`];
  const settings = shorten(readAppSettings(snapshot));
  return [
    ...check(
      'the grants',
      shorten(of('Microsoft.Authorization/roleAssignments').map(describeGrant)).toSorted(),
      GRANTS,
    ),
    ...listSettingMistakes(readAppSettings(snapshot), resources, expected),
    ...Object.entries({
      ...SETTINGS,
      ACCESS_POLICY: expected.policy ?? 'table:https://stc*.table.core.windows.net/frontdeskpolicy',
    }).flatMap(([name, value]) => check(name, settings[name], value)),
    ...check('the site', shorten(describeSite(site)), describeSite({ access: expected.access ?? 'public' })),
    ...of('Microsoft.Storage/storageAccounts').flatMap(({ name, properties }) =>
      check(name, { ...properties }, { ...ACCOUNT, ...toAccess(expected) }),
    ),
    ...of('Microsoft.KeyVault/vaults').flatMap(({ name, properties: { tenantId: _, sku: __, ...rules } }) =>
      check(name, rules, { ...VAULT, ...toAccess(expected) }),
    ),
    ...check(
      'the endpoints',
      shorten(of('Microsoft.Network/privateEndpoints').map(describeEndpoint)).toSorted(),
      expected.access === 'private' ? ENDPOINTS : [],
    ),
    ...check('passwords and keys', listPasswords(resources), []),
    ...listNameMistakes(resources),
    ...listQueryMistakes(resources),
  ];
}

function describeGrant({ id, properties }: Resource): string {
  const role = ROLES[properties.roleDefinitionId.split('/').at(-1) as keyof typeof ROLES];
  const who = /^principalId of (.*)$/.exec(properties.principalId)?.[1] ?? 'operator';
  const scope = id.replace(/\/providers\/Microsoft\.Authorization\/.*$/, '').replace(/^.*\/providers\/[^/]+\//, '');
  return `${who}: ${role} on ${scope}`;
}

/** Returns what the app says of the settings, with any value in place of a secret; and references to secrets that do not exist. */
function listSettingMistakes(
  settings: Record<string, string>,
  resources: readonly Resource[],
  { inVault = [] }: Expected,
): string[] {
  const made = resources.flatMap(({ type, name }) => (type.endsWith('/secrets') ? [name.split('/')[1]] : []));
  const secrets = [...made, ...inVault.map((name) => name.toLowerCase().replaceAll('_', '-'))];
  const references = Object.values(settings).flatMap((value) => /SecretName=([^)]*)/.exec(value)?.[1] ?? []);
  const missing = references.filter((name) => !secrets.includes(name)).map((name) => `there is no secret ${name}`);
  const plain = Object.entries(settings).map(([name, value]) => [name, value.startsWith('@') ? 'A'.repeat(44) : value]);
  try {
    readSettings({
      WEBSITE_HOSTNAME: 'func-x.azurewebsites.net',
      WEBSITE_SITE_NAME: 'func-x',
      ...Object.fromEntries(plain),
    });
    return missing;
  } catch (error) {
    return [...missing, (error as Error).message];
  }
}

const ACCOUNT = {
  allowBlobPublicAccess: false,
  allowSharedKeyAccess: false,
  allowCrossTenantReplication: false,
  defaultToOAuthAuthentication: true,
  minimumTlsVersion: 'TLS1_2',
  supportsHttpsTrafficOnly: true,
};
const VAULT = {
  enableRbacAuthorization: true,
  enableSoftDelete: true,
  enablePurgeProtection: true,
  softDeleteRetentionInDays: 7,
};

function toAccess({ access }: Expected) {
  return access === 'private'
    ? { publicNetworkAccess: 'Disabled', networkAcls: { bypass: 'None', defaultAction: 'Deny' } }
    : { publicNetworkAccess: 'Enabled', networkAcls: { bypass: 'None', defaultAction: 'Allow' } };
}

/** Returns who may reach the app, as whom it reads secrets and package; of a resource, or as it should be. */
function describeSite(site: Resource | { readonly access: string }): unknown {
  const id = (name: unknown) => String(name).split('/').at(-1);
  if ('access' in site) {
    const isOpen = site.access !== 'private';
    return {
      isOpen,
      isListed: site.access === 'allowList',
      https: true,
      tls: '1.2',
      reads: 'id-*',
      deploys: 'id-deploy-*',
      package: 'https://stc*.blob.core.windows.net/package',
      node: '22',
      isInside: !isOpen,
    };
  }
  const { properties } = site as Resource;
  const { siteConfig, functionAppConfig } = properties;
  const { storage } = functionAppConfig.deployment;
  return {
    isOpen: properties.publicNetworkAccess === 'Enabled',
    isListed: siteConfig.ipSecurityRestrictionsDefaultAction === 'Deny',
    https: properties.httpsOnly,
    tls: siteConfig.minTlsVersion,
    reads: id(properties.keyVaultReferenceIdentity),
    deploys: id(storage.authentication.userAssignedIdentityResourceId),
    package: storage.value,
    node: functionAppConfig.runtime.version,
    isInside: properties.virtualNetworkSubnetId !== null,
  };
}

const ENDPOINTS = ['kv-*: vault', 'func-*: sites', 'st*: blob', 'st*: table', 'stc*: blob', 'stc*: table'].toSorted();

function describeEndpoint({ properties }: Resource): string {
  const [
    {
      properties: { privateLinkServiceId, groupIds },
    },
  ] = properties.privateLinkServiceConnections;
  return `${privateLinkServiceId.split('/').at(-1)}: ${groupIds}`;
}

/** Returns what takes publishing passwords, or keys in place of a token. */
function listPasswords(resources: readonly Resource[]): string[] {
  const open = resources.filter(({ type, properties }) => {
    if (type.endsWith('/basicPublishingCredentialsPolicies')) return properties.allow !== false;
    if (type === 'Microsoft.OperationalInsights/workspaces') return properties.features.disableLocalAuth !== true;
    return type === 'Microsoft.Insights/components' && properties.DisableLocalAuth !== true;
  });
  return open.map(({ name }) => name);
}

const NAMES: Readonly<Record<string, RegExp>> = {
  'Microsoft.Storage/storageAccounts': /^[a-z\d]{3,24}$/,
  'Microsoft.KeyVault/vaults': /^[a-zA-Z][a-zA-Z\d-]{1,22}[a-zA-Z\d]$/,
  'Microsoft.Web/sites': /^[a-zA-Z\d][a-zA-Z\d-]{0,58}[a-zA-Z\d]$/,
  'Microsoft.Resources/resourceGroups': /^[\w().-]{0,89}[\w()-]$/,
};

function listNameMistakes(resources: readonly Resource[]): string[] {
  const wrong = resources.filter(({ type, name }) => NAMES[type] && !NAMES[type].test(name));
  return wrong.map(({ type, name }) => `${name} is no name of ${type}`);
}

/** Every query calls only functions that the workspace gets. */
function listQueryMistakes(resources: readonly Resource[]): string[] {
  const saved = resources.filter(({ type }) => type.endsWith('/savedSearches'));
  const known = saved.map(({ properties }) => properties.functionAlias);
  const queries = resources.filter(({ type }) => /scheduledQueryRules|savedSearches|workbooks/.test(type));
  return queries.flatMap(({ name, properties }) =>
    [...JSON.stringify(properties).matchAll(/\bFrontdesk[A-Z]\w+(?=[( ])/g)].flatMap(([called]) =>
      known.includes(called) ? [] : [`${name} calls ${called}, which does not exist`],
    ),
  );
}
