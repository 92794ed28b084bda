metadata description = 'The app settings of lib/settings.ts; test/infra/app-settings.test.ts holds the two lists equal. No resource: one output.'

@export()
@description('A setting that may be a secret.')
type settingInVault = 'DOCUMENT_MODELS_KEY' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'PAGING_KEY'

@export()
@sealed()
@description('What every deployment must say.')
type contractSettings = {
  @description('Which contract the operations speak.')
  cloudProfile: 'vendor' | 'microsoft'
  @description('Client id of Frontdesk\'s own Entra application: the audience of its callers\' tokens.')
  audience: string
  @description('Tenants whose callers may come, comma-separated.')
  tenants: string
  @description('The access policy: JSON.')
  accessPolicy: string
  @description('Address of the document-models resource.')
  documentModelsEndpoint: string
  @description('Base address of business data.')
  businessDataBaseUrl: string
}

@export()
@description('Settings that lib/settings.ts has a default for: a name that is left out keeps it. JSON is written as text.')
@sealed()
type optionalSettings = {
  @description('Under which address callers reach Frontdesk, where that is not the function app\'s own.')
  PUBLIC_BASE_URL: string?
  @description('The JWK Set, where discovery is not wanted.')
  AUTH_JWKS_URI: string?
  @description('JSON: how often one caller may ask.')
  CALLER_LIMIT: string?
  @description('JSON: what one instance may ask of the management API.')
  ARM_LIMITS: string?
  @description('Base address of backup-restore, where it is not the profile\'s own.')
  BACKUP_RESTORE_BASE_URL: string?
  @description('Scope of backup-restore, where it is not the profile\'s own.')
  BACKUP_RESTORE_SCOPE: string?
  @description('JSON: what one instance may ask of backup-restore.')
  BACKUP_RESTORE_LIMITS: string?
  @description('Scope of document models, where it is not the profile\'s own.')
  DOCUMENT_MODELS_SCOPE: string?
  @description('JSON: what one instance may ask of document models.')
  DOCUMENT_MODELS_LIMITS: string?
  @description('Scope of business data, where it is not the profile\'s own.')
  BUSINESS_DATA_SCOPE: string?
  @description('JSON: what one instance may ask of business data.')
  BUSINESS_DATA_LIMITS: string?
  @description('How many replies to ever new questions one caller may have stored.')
  CACHE_ROWS_PER_CALLER: string?
  @description('Collector that traces and metrics are sent to by OTLP over HTTP; none without.')
  OTEL_EXPORTER_OTLP_ENDPOINT: string?
  @description('Name of the service in traces.')
  OTEL_SERVICE_NAME: string?
  @description('Attributes of the service in traces: key=value, comma-separated.')
  OTEL_RESOURCE_ATTRIBUTES: string?
  @description('Share of traces that are kept, 0 to 1.')
  OTEL_TRACES_SAMPLER_ARG: string?
  @description('Milliseconds between two sendings of spans.')
  OTEL_BSP_SCHEDULE_DELAY: string?
  @description('Milliseconds between two sendings of metrics.')
  OTEL_METRIC_EXPORT_INTERVAL: string?
  @description('Pages for people: docs, console or both. The package must hold them (npm run package -- --with-pages).')
  PAGES: string?
  @description('The public client as which a page signs a person in.')
  PAGES_CLIENT_ID: string?
}

@description('Whom Frontdesk serves, and whom it calls.')
param contract contractSettings

@description('Client id of the managed identity.')
param identityClientId string

@description('Address of the table service.')
param tableUrl string

@description('Name of the cache\'s table.')
param tableName string

@description('Name of the vault.')
param vaultName string

@description('Settings whose values the vault holds, each under its name in small letters with hyphens.')
param settingsInVault settingInVault[]

@description('Over the defaults of lib/settings.ts.')
param optional optionalSettings

var deployed = {
  CLOUD_PROFILE: contract.cloudProfile
  AUTH_ISSUER: '${environment().authentication.loginEndpoint}{tenantid}/v2.0'
  AUTH_AUDIENCE: contract.audience
  AUTH_TENANTS: contract.tenants
  ACCESS_POLICY: contract.accessPolicy
  MANAGED_IDENTITY_CLIENT_ID: identityClientId
  // The management API's address ends in a slash.
  ARM_BASE_URL: environment().resourceManager
  ARM_SCOPE: '${environment().resourceManager}.default'
  DOCUMENT_MODELS_ENDPOINT: contract.documentModelsEndpoint
  DOCUMENT_MODELS_KEY: toReference('DOCUMENT_MODELS_KEY', settingsInVault, vaultName)
  BUSINESS_DATA_BASE_URL: contract.businessDataBaseUrl
  CACHE_TABLE_URL: tableUrl
  CACHE_TABLE_NAME: tableName
  OTEL_EXPORTER_OTLP_HEADERS: toReference('OTEL_EXPORTER_OTLP_HEADERS', settingsInVault, vaultName)
  PAGING_KEY: toReference('PAGING_KEY', settingsInVault, vaultName)
}

@description('Answers the reference to a secret; empty, which is left out of the settings, where the vault holds none.')
func toReference(setting string, inVault array, vault string) string =>
  contains(inVault, setting)
    ? '@Microsoft.KeyVault(VaultName=${vault};SecretName=${replace(toLower(setting), '_', '-')})'
    : ''

@description('The settings by name, without those that are empty.')
output values object = toObject(
  filter(items(union(deployed, optional)), setting => !empty(setting.value)),
  setting => setting.key,
  setting => setting.value
)
