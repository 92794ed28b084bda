metadata description = 'Everything that Frontdesk needs of the cloud, for azd up. Step by step: docs/deploy.md.'

targetScope = 'subscription'

import { optionalSettings, settingInVault } from 'app/settings.bicep'
import { networkOptions, scaleOptions, telemetryOptions } from 'types.bicep'

@description('Name of the environment; every name is derived from it.')
@minLength(1)
@maxLength(40)
param environmentName string

@description('Region. It must offer Flex Consumption: az functionapp list-flexconsumption-locations.')
@metadata({ azd: { type: 'location' } })
param location string

@description('Object id of who may set secrets in the vault; azd gives the one who is signed in. Empty for nobody.')
param principalId string

@description('What the principal is.')
@allowed(['User', 'Group', 'ServicePrincipal'])
param principalType string

@description('Which contract the operations speak.')
@allowed(['vendor', 'microsoft'])
param cloudProfile string

@description('Address of the document-models resource.')
param documentModelsEndpoint string

@description('Base address of business data, with its tenant and environment.')
param businessDataBaseUrl string

@description('The access policy. infra/access-policy.json grants nothing that exists until it is edited.')
param accessPolicy string = string(loadJsonContent('access-policy.json'))

@description('Tenants whose callers may come, comma-separated.')
param tenants string = tenant().tenantId

@description('Client id of an Entra application that exists; empty has one made.')
param entraClientId string = ''

@description('Client ids of the frontends that need no consent of their users.')
param frontendClientIds array

@description('Origins whose pages may call Frontdesk, each written out.')
param corsOrigins array

@description('Settings whose values the vault holds: PAGING_KEY, DOCUMENT_MODELS_KEY, OTEL_EXPORTER_OTLP_HEADERS. The secrets are set first.')
param settingsInVault settingInVault[]

@description('App settings over the defaults of lib/settings.ts.')
param settings optionalSettings

@description('Scale.')
param scale scaleOptions

@description('Network.')
param network networkOptions

@description('Telemetry.')
param telemetry telemetryOptions

var token = toLower(uniqueString(subscription().id, environmentName, location))
var tags = { 'azd-env-name': environmentName }

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: 'rg-${environmentName}'
  location: location
  tags: tags
}

module entra 'app/entra.bicep' = if (empty(entraClientId)) {
  name: 'entra'
  scope: group
  params: { name: 'frontdesk-${token}', tenants: tenants, frontendClientIds: frontendClientIds }
}

module monitoring 'monitoring/main.bicep' = {
  name: 'monitoring'
  scope: group
  params: { token: token, location: location, tags: tags, telemetry: telemetry }
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
    insightsName: monitoring.outputs.insightsName
    insightsConnectionString: monitoring.outputs.connectionString
  }
}

@description('Name of the function app.')
output AZURE_FUNCTION_NAME string = frontdesk.outputs.name

@description('Address of Frontdesk.')
output FRONTDESK_URL string = frontdesk.outputs.url

@description('Object id of the managed identity: the upstreams\' rights are granted to it (infra/access).')
output FRONTDESK_PRINCIPAL_ID string = frontdesk.outputs.principalId

@description('Client id of the managed identity: Business Central knows it by this.')
output FRONTDESK_IDENTITY_CLIENT_ID string = frontdesk.outputs.identityClientId

@description('What frontends ask tokens for; empty where the application existed.')
output FRONTDESK_SCOPE string = empty(entraClientId) ? '${entra!.outputs.identifierUri}/user_impersonation' : ''

@description('Object id of the Entra application\'s service principal: app roles are assigned on it. Empty where the application existed.')
output FRONTDESK_APPLICATION_PRINCIPAL_ID string = empty(entraClientId) ? entra!.outputs.principalId : ''

@description('Name of the vault.')
output AZURE_KEY_VAULT_NAME string = frontdesk.outputs.vaultName
