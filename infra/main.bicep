metadata description = 'All Azure resources of Frontdesk, for azd up. See docs/deploy.md.'

targetScope = 'subscription'

import { optionalSettings, required, settingInVault } from 'app/settings.bicep'
import { networkOptions, scaleOptions, telemetryOptions } from 'types.bicep'

@description('Name of the environment. Resource names are derived from it.')
@minLength(1)
@maxLength(64)
param environmentName string

@description('Region: those of az functionapp list-flexconsumption-locations.')
@allowed([
  'australiaeast'
  'australiasoutheast'
  'brazilsouth'
  'canadacentral'
  'centralindia'
  'centralus'
  'eastasia'
  'eastus'
  'eastus2'
  'francecentral'
  'germanywestcentral'
  'italynorth'
  'japaneast'
  'koreacentral'
  'northcentralus'
  'northeurope'
  'norwayeast'
  'southafricanorth'
  'southcentralus'
  'southeastasia'
  'southindia'
  'spaincentral'
  'swedencentral'
  'uaenorth'
  'uksouth'
  'ukwest'
  'westcentralus'
  'westeurope'
  'westus'
  'westus2'
  'westus3'
])
@metadata({ azd: { type: 'location' } })
param location string

@description('Object id of the user or group that may set secrets in the vault and change the access policy; azd passes the signed-in user. Empty for none.')
param principalId string

@description('Type of the principal.')
@allowed(['User', 'Group', 'ServicePrincipal'])
param principalType string

@description('Naming to use: the specification\'s (vendor) or Azure\'s (microsoft).')
@allowed(['vendor', 'microsoft'])
param cloudProfile string

@description('URL of the document-models resource.')
param documentModelsEndpoint string

@description('Base URL of business data, with tenant and environment.')
param businessDataBaseUrl string

@description('The access policy: table for the one that npm run access changes, or JSON, whose every change is a provision and a restart.')
param accessPolicy string = 'table'

@description('Allowed tenants of callers, comma-separated.')
param tenants string = tenant().tenantId

@description('Client id of an existing Entra application; empty creates one.')
param entraClientId string = ''

@description('Client ids of frontends whose users are not asked for consent.')
param frontendClientIds array

@description('Allowed CORS origins. List each origin; wildcards are ignored.')
param corsOrigins array

@description('Settings whose values are in the vault. Set the secrets first.')
param settingsInVault settingInVault[]

@description('App settings that override the defaults of docs/settings.md.')
param settings optionalSettings

@description('Scale.')
param scale scaleOptions

@description('Network.')
param network networkOptions

@description('E-mail address for alerts that wake somebody; azd asks for it. Empty for none.')
param alertEmail string

@description('Telemetry.')
param telemetry telemetryOptions

@description('Whether alerts page and the web test runs: set by the hook of azd once the app has been ready.')
param isWatched bool

var token = toLower(uniqueString(subscription().id, environmentName, location))
var tags = { 'azd-env-name': environmentName }

// What would be ignored, or fail only in the cloud, or leave an app that does not start.
var missing = filter(required[cloudProfile], name => !contains(settings, name) && !contains(settingsInVault, name))
var refused = filter(
  [
    empty(missing) ? '' : 'The profile ${cloudProfile} needs these settings, too: ${join(missing, ', ')}.'
    network.access == 'allowList' || empty(network.allowedRanges)
      ? ''
      : 'network.allowedRanges count only with the access allowList.'
    parseCidr(network.addressPrefix).cidr <= 25 ? '' : 'network.addressPrefix must be a /25 or larger.'
    endsWith(environmentName, '.') ? 'The name of the environment must not end with a dot.' : ''
  ],
  reason => !empty(reason)
)

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: 'rg-${environmentName}'
  location: empty(refused) ? location : fail(join(refused, ' '))
  tags: tags
}

module entra 'app/entra.bicep' = if (empty(entraClientId)) {
  name: 'entra'
  scope: group
  params: { name: 'frontdesk-${token}', tenants: tenants, frontendClientIds: frontendClientIds }
}

module store 'monitoring/store.bicep' = {
  name: 'telemetry'
  scope: group
  params: {
    workspaceName: 'log-${token}'
    insightsName: 'appi-${token}'
    location: location
    tags: tags
    retentionDays: telemetry.retentionDays
    dailyCapGb: telemetry.dailyCapGb
  }
}

module frontdesk 'app/main.bicep' = {
  name: 'frontdesk'
  scope: group
  params: {
    token: token
    location: location
    tags: tags
    principalId: principalId
    principalType: principalType
    contract: {
      cloudProfile: cloudProfile
      audience: empty(entraClientId) ? entra!.outputs.clientId : entraClientId
      tenants: tenants
      accessPolicy: accessPolicy
      documentModelsEndpoint: documentModelsEndpoint
      businessDataBaseUrl: businessDataBaseUrl
    }
    settingsInVault: settingsInVault
    settings: settings
    corsOrigins: corsOrigins
    scale: scale
    network: network
    insightsName: store.outputs.insightsName
    insightsConnectionString: store.outputs.connectionString
  }
}

// Last: where a rule cannot be created, the app is there.
module monitoring 'monitoring/main.bicep' = {
  name: 'monitoring'
  scope: group
  params: {
    location: location
    tags: tags
    alertEmail: alertEmail
    telemetry: telemetry
    isWatched: isWatched
    isPrivate: network.access == 'private'
    workspaceName: store.outputs.workspaceName
    insightsName: store.outputs.insightsName
    functionAppName: frontdesk.outputs.name
    url: frontdesk.outputs.url
    policyAccountName: frontdesk.outputs.policyAccountName
  }
}

@description('Tenant of the deployment.')
output AZURE_TENANT_ID string = tenant().tenantId

@description('Resource group.')
output AZURE_RESOURCE_GROUP string = group.name

@description('Name of the workspace.')
output FRONTDESK_WORKSPACE string = store.outputs.workspaceName

@description('Whether alerts page: what the last deployment did, for the hook of azd.')
output FRONTDESK_ALERTS string = isWatched ? 'on' : 'off'

@description('Name of the function app.')
output AZURE_FUNCTION_NAME string = frontdesk.outputs.name

@description('URL of Frontdesk.')
output FRONTDESK_URL string = frontdesk.outputs.url

@description('Object id of the managed identity. infra/access grants it rights on the upstreams.')
output FRONTDESK_PRINCIPAL_ID string = frontdesk.outputs.principalId

@description('Resource id of the managed identity.')
output FRONTDESK_IDENTITY_ID string = frontdesk.outputs.identityId

@description('Client id of the managed identity, to register in Business Central.')
output FRONTDESK_IDENTITY_CLIENT_ID string = frontdesk.outputs.identityClientId

@description('Scope for frontends; of an application that already existed, by its client id.')
output FRONTDESK_SCOPE string = '${empty(entraClientId) ? entra!.outputs.identifierUri : entraClientId}/user_impersonation'

@description('Object id of the Entra application\'s service principal, for app role assignments. Empty if the application already existed.')
output FRONTDESK_APPLICATION_PRINCIPAL_ID string = empty(entraClientId) ? entra!.outputs.principalId : ''

@description('Name of the vault.')
output AZURE_KEY_VAULT_NAME string = frontdesk.outputs.vaultName

@description('URL of the policy\'s table service, for npm run access -- --table-endpoint.')
output FRONTDESK_TABLE_ENDPOINT string = frontdesk.outputs.policyTableUrl

@description('Resource id of the tables of the cache, without the name of one.')
output FRONTDESK_TABLES string = frontdesk.outputs.tablesId

@description('Resource id of the tables of the access policy, without the name of one.')
output FRONTDESK_POLICY_TABLES string = frontdesk.outputs.policyTablesId
