metadata description = 'The function app on Flex Consumption, Node 22. It has no secret.'

import { networkOptions, scaleOptions } from '../types.bicep'

@description('Name of the function app, globally unique.')
param name string

@description('Name of the plan.')
param planName string

@description('Region of app and plan.')
param location string

@description('Tags of app and plan.')
param tags object

@description('Resource id of the identity.')
param identityId string

@description('Client id of the identity.')
param identityClientId string

@description('Resource id of the identity that the platform deploys with.')
param deployerId string

@description('URL of the blob service of the host\'s storage account.')
param blobServiceUri string

@description('URL of the deployment package container.')
param packageContainerUrl string

@description('Connection string of Application Insights. It contains no usable key: local authentication is disabled.')
param insightsConnectionString string

@description('The app settings of docs/settings.md, by name.')
param settings object

@description('Allowed CORS origins. List each origin; wildcards are ignored.')
param corsOrigins array

@description('Who may call.')
param network networkOptions

@description('Subnet for outbound calls; empty for none.')
param subnetId string

@description('Scale and instance replacement.')
param scale scaleOptions

var hostSettings = {
  AzureWebJobsStorage__blobServiceUri: blobServiceUri
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: identityClientId
  // Its home page is 200 also where the app did not start.
  AzureWebJobsDisableHomepage: 'true'
  APPLICATIONINSIGHTS_CONNECTION_STRING: insightsConnectionString
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
}

var callers = map(range(0, length(network.allowedRanges)), index => {
  name: 'callers-${index}'
  priority: 100 + index
  action: 'Allow'
  ipAddress: network.allowedRanges[index]
})
var webTest = {
  name: 'web-test'
  priority: 1000
  action: 'Allow'
  tag: 'ServiceTag'
  ipAddress: 'ApplicationInsightsAvailability'
}

resource plan 'Microsoft.Web/serverfarms@2024-11-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: { name: 'FC1', tier: 'FlexConsumption' }
  properties: { reserved: true, zoneRedundant: scale.isZoneRedundant }
}

resource app 'Microsoft.Web/sites@2024-11-01' = {
  name: name
  location: location
  // azd finds the app to deploy to by this tag.
  tags: union(tags, { 'azd-service-name': 'frontdesk' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: { '${identityId}': {}, '${deployerId}': {} }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    keyVaultReferenceIdentity: identityId
    publicNetworkAccess: network.access == 'private' ? 'Disabled' : 'Enabled'
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    siteConfig: {
      minTlsVersion: '1.2'
      ipSecurityRestrictionsDefaultAction: network.access == 'allowList' ? 'Deny' : 'Allow'
      ipSecurityRestrictions: network.access == 'allowList' ? concat(callers, [webTest]) : []
      // Deployments need an Entra token.
      scmIpSecurityRestrictionsDefaultAction: 'Allow'
      http20Enabled: true
      appSettings: map(items(union(settings, hostSettings)), setting => { name: setting.key, value: setting.value })
      cors: {
        allowedOrigins: filter(corsOrigins, origin => !contains(origin, '*'))
        supportCredentials: false
      }
    }
    functionAppConfig: {
      runtime: { name: 'node', version: '22' }
      deployment: {
        storage: {
          type: 'blobContainer'
          value: packageContainerUrl
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: deployerId
          }
        }
      }
      scaleAndConcurrency: {
        maximumInstanceCount: scale.maximumInstances
        instanceMemoryMB: scale.instanceMemoryMB
        alwaysReady: scale.alwaysReadyInstances > 0 ? [{ name: 'http', instanceCount: scale.alwaysReadyInstances }] : []
        triggers: { http: { perInstanceConcurrency: scale.httpConcurrency } }
      }
      // Documented for Flex Consumption; the published types lack it.
      #disable-next-line BCP037
      siteUpdateStrategy: { type: scale.updateStrategy }
    }
  }

  // Deployment requires Entra tokens.
  resource ftp 'basicPublishingCredentialsPolicies' = {
    name: 'ftp'
    properties: { allow: false }
  }

  resource scm 'basicPublishingCredentialsPolicies' = {
    name: 'scm'
    properties: { allow: false }
  }
}

@description('Name of the function app.')
output name string = app.name

@description('URL of the function app.')
output url string = 'https://${app.properties.defaultHostName}'

@description('Resource id of the function app.')
output id string = app.id

@description('Domain of function apps in this cloud.')
output domain string = replace(app.properties.defaultHostName, '${app.name}.', '')
