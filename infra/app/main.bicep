metadata description = 'The function app with identity, storage, vault, roles and network.'

import { networkOptions, scaleOptions } from '../types.bicep'
import { contractSettings, optionalSettings, settingInVault } from 'settings.bicep'

@description('Suffix of resource names.')
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

module storage 'storage.bicep' = {
  name: 'storage'
  params: {
    name: 'st${token}'
    location: location
    tags: tags
    tableName: 'frontdeskcache'
    policyTableName: 'frontdeskpolicy'
    isPrivate: network.isPrivate
    sku: scale.isZoneRedundant ? 'Standard_ZRS' : 'Standard_LRS'
  }
}

module vault 'vault.bicep' = {
  name: 'vault'
  params: {
    name: 'kv-${token}'
    location: location
    tags: tags
    isPrivate: network.isPrivate
    operatorPrincipalId: principalId
    operatorPrincipalType: principalType
  }
}

module roles 'roles.bicep' = {
  name: 'roles'
  params: {
    principalId: identity.outputs.principalId
    storageAccountName: storage.outputs.name
    tableName: storage.outputs.tableName
    policyTableName: storage.outputs.policyTableName
    operatorPrincipalId: principalId
    operatorPrincipalType: principalType
    insightsName: insightsName
    vaultName: vault.outputs.name
  }
}

module virtualNetwork '../network/main.bicep' = if (network.isPrivate) {
  name: 'network'
  params: {
    name: 'vnet-${token}'
    location: location
    tags: tags
    addressPrefix: network.addressPrefix
    storageAccountId: storage.outputs.id
    vaultId: vault.outputs.id
  }
}

module appSettings 'settings.bicep' = {
  name: 'settings'
  params: {
    contract: contract
    identityClientId: identity.outputs.clientId
    tableUrl: storage.outputs.tableUrl
    tableName: storage.outputs.tableName
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
    storageAccountName: storage.outputs.name
    packageContainerUrl: storage.outputs.packageContainerUrl
    insightsConnectionString: insightsConnectionString
    settings: appSettings.outputs.values
    corsOrigins: corsOrigins
    subnetId: network.isPrivate ? virtualNetwork!.outputs.appSubnetId : ''
    scale: scale
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

@description('URL of the table service.')
output tableUrl string = storage.outputs.tableUrl

@description('Name of the storage account with the access policy.')
output policyAccountName string = storage.outputs.name

@description('Resource id of the tables, without the name of one.')
output tablesId string = storage.outputs.tablesId
