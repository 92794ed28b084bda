metadata description = 'The app settings of lib/settings, as one output (checked by test/infra/app-settings.test.ts).'

@export()
@description('A setting that may be a secret.')
// Written by npm run generate: secrets
type settingInVault = 'DOCUMENT_MODELS_KEY' | 'OTEL_EXPORTER_OTLP_HEADERS'
// End

@export()
@description('Settings of upstreams without which an app of the profile does not start.')
var required = {
  // Written by npm run generate: required
  vendor: ['BACKUP_RESTORE_BASE_URL', 'BACKUP_RESTORE_SCOPE', 'DOCUMENT_MODELS_SCOPE', 'BUSINESS_DATA_SCOPE']
  microsoft: []
  // End
}

@export()
@sealed()
@description('Settings that every deployment must provide.')
type contractSettings = {
  @description('Naming to use: the specification\'s (vendor) or Azure\'s (microsoft).')
  cloudProfile: 'vendor' | 'microsoft'
  @description('Client id of Frontdesk\'s Entra application: the expected audience of access tokens.')
  audience: string
  @description('Allowed tenants of callers, comma-separated.')
  tenants: string
  @description('The access policy: table for the one in table storage, or JSON.')
  accessPolicy: string
  @description('URL of the document-models resource.')
  documentModelsEndpoint: string
  @description('Base URL of business data.')
  businessDataBaseUrl: string
}

@export()
@description('Settings with a default in docs/settings.md. JSON values are strings.')
@sealed()
type optionalSettings = {
  @description('Public base URL, if it is not the function app\'s.')
  PUBLIC_BASE_URL: string?
  @description('Operations to serve: names, default or all, comma-separated. Those that start, stop, delete or sign in must be named.')
  OPERATIONS: string?
  @description('Origins to which a sign-in of an authorization may send the browser, comma-separated.')
  LOGIN_REDIRECT_ORIGINS: string?
  @description('URL of the signing keys (JWKS), if they should not be discovered from the issuer.')
  AUTH_JWKS_URI: string?
  // Written by npm run generate: optional
  @description('The backup-restore API, version included.')
  BACKUP_RESTORE_BASE_URL: string?
  @description('Scope of the token for the backup-restore API.')
  BACKUP_RESTORE_SCOPE: string?
  @description('Scope of the token for the document models.')
  DOCUMENT_MODELS_SCOPE: string?
  @description('Scope of the token for the business-data API.')
  BUSINESS_DATA_SCOPE: string?
  // End
  @description('Proxy for calls of the upstreams.')
  UPSTREAM_PROXY_URL: string?
  @description('JSON: limits that are not the default: of a caller, of each upstream, of records and of stored responses.')
  LIMITS: string?
  @description('OTLP/HTTP collector for traces and metrics. Nothing is exported without it.')
  OTEL_EXPORTER_OTLP_ENDPOINT: string?
  @description('true: nothing is exported, whatever else is set.')
  OTEL_SDK_DISABLED: string?
  @description('Name of the service in traces.')
  OTEL_SERVICE_NAME: string?
  @description('Resource attributes in traces: key=value, comma-separated.')
  OTEL_RESOURCE_ATTRIBUTES: string?
  @description('Sampling ratio of traces, 0 to 1.')
  OTEL_TRACES_SAMPLER_ARG: string?
  @description('Interval between span exports, in milliseconds.')
  OTEL_BSP_SCHEDULE_DELAY: string?
  @description('Interval between metric exports to the collector, in milliseconds.')
  OTEL_METRIC_EXPORT_INTERVAL: string?
  @description('Pages to serve: docs, console or both. The package must include them (npm run build -- --with-pages).')
  PAGES: string?
  @description('Client id of the public client that pages sign in with.')
  PAGES_CLIENT_ID: string?
}

@description('Tenants, policy and upstreams.')
param contract contractSettings

@description('Client id of the managed identity.')
param identityClientId string

@description('URL of the table service.')
param tableUrl string

@description('Name of the cache\'s table.')
param tableName string

@description('Address of the policy\'s table.')
param policyTable string

@description('Name of the vault.')
param vaultName string

@description('Settings whose values are in the vault. Secret names are lower-case with hyphens.')
param settingsInVault settingInVault[]

@description('Settings that override the defaults of docs/settings.md.')
param optional optionalSettings

var deployed = {
  CLOUD_PROFILE: contract.cloudProfile
  AUTH_ISSUER: '${environment().authentication.loginEndpoint}{tenantid}/v2.0'
  AUTH_AUDIENCE: contract.audience
  AUTH_TENANTS: contract.tenants
  ACCESS_POLICY: contract.accessPolicy == 'table' ? 'table:${policyTable}' : contract.accessPolicy
  MANAGED_IDENTITY_CLIENT_ID: identityClientId
  // The management API's URL ends in a slash.
  ARM_BASE_URL: environment().resourceManager
  ARM_SCOPE: '${environment().resourceManager}.default'
  DOCUMENT_MODELS_ENDPOINT: contract.documentModelsEndpoint
  // Written by npm run generate: keys
  DOCUMENT_MODELS_KEY: toReference('DOCUMENT_MODELS_KEY', settingsInVault, vaultName)
  // End
  BUSINESS_DATA_BASE_URL: contract.businessDataBaseUrl
  CACHE_TABLE_URL: tableUrl
  CACHE_TABLE_NAME: tableName
  // Of the host: just above the largest body that an operation reads (1 MiB). It reads before the token: docs/decisions.md, body-limit.
  FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '1114112'
  // Of Node: a name whose look-up hangs takes a thread until the resolver gives up (10 s). Of the default 4, four such names leave none.
  UV_THREADPOOL_SIZE: '16'
  OTEL_EXPORTER_OTLP_HEADERS: toReference('OTEL_EXPORTER_OTLP_HEADERS', settingsInVault, vaultName)
  LINK_KEY: toReference('LINK_KEY', ['LINK_KEY'], vaultName) // vault.bicep makes it.
}

@description('Returns the Key Vault reference of a setting; empty if it is not in the vault.')
func toReference(setting string, inVault array, vault string) string =>
  contains(inVault, setting)
    ? '@Microsoft.KeyVault(VaultName=${vault};SecretName=${replace(toLower(setting), '_', '-')})'
    : ''

@description('The settings by name, without empty ones.')
output values object = toObject(
  filter(items(union(deployed, optional)), setting => !empty(setting.value)),
  setting => setting.key,
  setting => setting.value
)
