metadata description = 'The function app with identities, storage, vault, roles and network.'

import { networkOptions, scaleOptions } from '../types.bicep'
import { contractSettings, optionalSettings, settingInVault } from 'settings.bicep'

@description('Suffix of resource names.')
@minLength(13)
@maxLength(13)
param token string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Object id of the user or group that may set secrets and change the access policy; empty for none.')
param principalId string

@description('Type of the principal.')
param principalType 'User' | 'Group' | 'ServicePrincipal'

@description('Tenants, policy and upstreams.')
param contract contractSettings

@description('Settings whose values are in the vault.')
param settingsInVault settingInVault[]

@description('App settings that override the defaults of docs/settings.md.')
param settings optionalSettings

@description('Allowed CORS origins.')
param corsOrigins array

@description('Scale.')
param scale scaleOptions

@description('Network.')
param network networkOptions

@description('Name of the Application Insights component.')
param insightsName string

@description('Connection string of the component.')
param insightsConnectionString string

module identity 'identity.bicep' = {
  name: 'identity'
  params: { name: 'id-${token}', location: location, tags: tags }
}

// Assigned to the app, so that the platform deploys with it; the app's own identity has no right on the package.
module deployer 'identity.bicep' = {
  name: 'deployer'
  params: { name: 'id-deploy-${token}', location: location, tags: tags }
}

var isPrivate = network.access == 'private'
var sku = scale.isZoneRedundant ? 'Standard_ZRS' : 'Standard_LRS'
var cacheTable = 'frontdeskcache'
var policyTable = 'frontdeskpolicy'
var packageContainer = 'package'

// What the app writes: the host's blobs and the cache.
module storage 'storage.bicep' = {
  name: 'storage'
  params: { name: 'st${token}', location: location, tags: tags, tables: [cacheTable], isPrivate: isPrivate, sku: sku }
}

// What decides over the app: its package and its access policy. Writes to the policy's table are logged.
module control 'storage.bicep' = {
  name: 'control'
  params: {
    name: 'stc${token}'
    location: location
    tags: tags
    containers: [packageContainer]
    tables: [policyTable]
    isPrivate: isPrivate
    sku: sku
  }
}

module vault 'vault.bicep' = {
  name: 'vault'
  params: {
    name: 'kv-${token}'
    location: location
    tags: tags
    isPrivate: isPrivate
    operatorPrincipalId: principalId
    operatorPrincipalType: principalType
  }
}

module roles 'roles.bicep' = {
  name: 'roles'
  params: {
    principalId: identity.outputs.principalId
    deployerPrincipalId: deployer.outputs.principalId
    storageAccountName: storage.outputs.name
    tableName: cacheTable
    controlAccountName: control.outputs.name
    policyTableName: policyTable
    packageContainerName: packageContainer
    operatorPrincipalId: principalId
    operatorPrincipalType: principalType
    insightsName: insightsName
    vaultName: vault.outputs.name
  }
}

module virtualNetwork '../network/main.bicep' = if (isPrivate) {
  name: 'network'
  params: {
    name: 'vnet-${token}'
    location: location
    tags: tags
    addressPrefix: network.addressPrefix
    storageAccountId: storage.outputs.id
    controlAccountId: control.outputs.id
    vaultId: vault.outputs.id
  }
}

module appSettings 'settings.bicep' = {
  name: 'settings'
  params: {
    contract: contract
    identityClientId: identity.outputs.clientId
    tableUrl: storage.outputs.tableUrl
    tableName: cacheTable
    policyTable: '${control.outputs.tableUrl}/${policyTable}'
    vaultName: vault.outputs.name
    settingsInVault: settingsInVault
    optional: settings
  }
}

module functionApp 'function-app.bicep' = {
  name: 'function-app'
  dependsOn: [roles] // The host reads its blobs and the vault at startup.
  params: {
    name: 'func-${token}'
    planName: 'plan-${token}'
    location: location
    tags: tags
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    deployerId: deployer.outputs.id
    blobServiceUri: storage.outputs.blobUrl
    packageContainerUrl: '${control.outputs.blobUrl}/${packageContainer}'
    insightsConnectionString: insightsConnectionString
    settings: appSettings.outputs.values
    corsOrigins: corsOrigins
    network: network
    subnetId: isPrivate ? virtualNetwork!.outputs.appSubnetId : ''
    scale: scale
  }
}

// The app itself, inside the network only.
module inbound '../network/private-endpoint.bicep' = if (isPrivate) {
  name: 'endpoint-app'
  params: {
    name: 'pe-app'
    location: location
    tags: tags
    networkId: virtualNetwork!.outputs.networkId
    subnetId: virtualNetwork!.outputs.endpointSubnetId
    targetId: functionApp.outputs.id
    service: 'sites'
    zoneName: 'privatelink.${functionApp.outputs.domain}'
  }
}

@description('Name of the function app.')
output name string = functionApp.outputs.name

@description('URL of the function app.')
output url string = functionApp.outputs.url

@description('Object id of the identity.')
output principalId string = identity.outputs.principalId

@description('Resource id of the identity.')
output identityId string = identity.outputs.id

@description('Client id of the identity.')
output identityClientId string = identity.outputs.clientId

@description('Name of the vault.')
output vaultName string = vault.outputs.name

@description('URL of the table service with the access policy.')
output policyTableUrl string = control.outputs.tableUrl

@description('Resource id of the tables of the cache, without the name of one.')
output tablesId string = storage.outputs.tablesId

@description('Resource id of the tables of the access policy, without the name of one.')
output policyTablesId string = control.outputs.tablesId

@description('Name of the storage account with the access policy.')
output policyAccountName string = control.outputs.name
