metadata description = 'The function app on Flex Consumption, Node 22. It bears one identity and no secret.'

import { scaleOptions } from '../types.bicep'

@description('Name of the function app, unique in the cloud.')
param name string

@description('Name of its plan.')
param planName string

@description('Region of both.')
param location string

@description('Tags of both.')
param tags object

@description('Resource id of the identity.')
param identityId string

@description('Client id of the identity.')
param identityClientId string

@description('Name of the storage account of the host.')
param storageAccountName string

@description('Address of the container that the deployed package is in.')
param packageContainerUrl string

@description('Connection string of Application Insights: an address, no key that writes (local authentication is off).')
param insightsConnectionString string

@description('The app settings of lib/settings.ts, by name.')
param settings object

@description('Origins whose pages may call Frontdesk, each written out; one with a star is left out.')
param corsOrigins array

@description('Subnet through which the app calls out; empty for none.')
param subnetId string

@description('Scale, and how instances are replaced.')
param scale scaleOptions

var hostSettings = {
  AzureWebJobsStorage__accountName: storageAccountName
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: identityClientId
  APPLICATIONINSIGHTS_CONNECTION_STRING: insightsConnectionString
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
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
    userAssignedIdentities: { '${identityId}': {} }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    keyVaultReferenceIdentity: identityId
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    siteConfig: {
      minTlsVersion: '1.2'
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
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      scaleAndConcurrency: {
        maximumInstanceCount: scale.maximumInstances
        instanceMemoryMB: scale.instanceMemoryMB
        alwaysReady: scale.alwaysReadyInstances > 0 ? [{ name: 'http', instanceCount: scale.alwaysReadyInstances }] : []
        triggers: { http: { perInstanceConcurrency: scale.httpConcurrency } }
      }
      siteUpdateStrategy: { type: scale.updateStrategy }
    }
  }

  // Deployment is by Entra tokens alone.
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

@description('Its address.')
output url string = 'https://${app.properties.defaultHostName}'
