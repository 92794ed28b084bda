metadata description = 'Storage account for the deployment package, the host\'s blobs, the cache table and the table of the access policy. Shared keys are disabled.'

@description('Name of the account: 3 to 24 lower-case letters and digits, globally unique.')
@minLength(3)
@maxLength(24)
param name string

@description('Region of the account.')
param location string

@description('Tags of the account.')
param tags object

@description('Name of the cache\'s table.')
param tableName string

@description('Name of the access policy\'s table, which the app may only read.')
param policyTableName string

@description('Whether the account is reachable only through private endpoints.')
param isPrivate bool

@description('Redundancy. Cached data can be recreated, and the policy pushed again, so zone redundancy only adds availability.')
@allowed(['Standard_LRS', 'Standard_ZRS'])
param sku string

var containerName = 'package'

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: sku }
  properties: {
    allowBlobPublicAccess: false
    allowSharedKeyAccess: false
    allowCrossTenantReplication: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource container 'Microsoft.Storage/storageAccounts/blobServices/containers@2024-01-01' = {
  parent: blobs
  name: containerName
  properties: { publicAccess: 'None' }
}

resource tables 'Microsoft.Storage/storageAccounts/tableServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource table 'Microsoft.Storage/storageAccounts/tableServices/tables@2024-01-01' = {
  parent: tables
  name: tableName
}

resource policyTable 'Microsoft.Storage/storageAccounts/tableServices/tables@2024-01-01' = {
  parent: tables
  name: policyTableName
}

@description('Name of the account: AzureWebJobsStorage__accountName.')
output name string = account.name

@description('Resource id, for private endpoints.')
output id string = account.id

@description('URL of the deployment package container.')
output packageContainerUrl string = '${account.properties.primaryEndpoints.blob}${container.name}'

@description('URL of the table service: CACHE_TABLE_URL.')
output tableUrl string = 'https://${account.name}.table.${environment().suffixes.storage}'

@description('Name of the cache\'s table: CACHE_TABLE_NAME.')
output tableName string = table.name

@description('Name of the access policy\'s table: ACCESS_POLICY, after table:.')
output policyTableName string = policyTable.name

@description('Resource id of the tables, without the name of one.')
output tablesId string = '${tables.id}/tables'
