metadata description = 'A storage account with its containers and tables. Shared keys are disabled.'

@description('Name of the account: 3 to 24 lower-case letters and digits, globally unique.')
@minLength(3)
@maxLength(24)
param name string

@description('Region of the account.')
param location string

@description('Tags of the account.')
param tags object

@description('Names of the containers.')
param containers array = []

@description('Names of the tables.')
param tables array = []

@description('Whether the account is reachable only through private endpoints.')
param isPrivate bool

@description('Redundancy. Cached data can be recreated, package and policy pushed again, so zone redundancy only adds availability.')
@allowed(['Standard_LRS', 'Standard_ZRS'])
param sku string

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

// Children that are loops cannot be nested.
resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource container 'Microsoft.Storage/storageAccounts/blobServices/containers@2024-01-01' = [
  for containerName in containers: {
    parent: blobs
    name: containerName
    properties: { publicAccess: 'None' }
  }
]

resource tableService 'Microsoft.Storage/storageAccounts/tableServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource table 'Microsoft.Storage/storageAccounts/tableServices/tables@2024-01-01' = [
  for tableName in tables: {
    parent: tableService
    name: tableName
  }
]

@description('Name of the account.')
output name string = account.name

@description('Resource id, for private endpoints.')
output id string = account.id

@description('URL of the blob service.')
output blobUrl string = 'https://${account.name}.blob.${environment().suffixes.storage}'

@description('URL of the table service.')
output tableUrl string = 'https://${account.name}.table.${environment().suffixes.storage}'

@description('Resource id of the tables, without the name of one.')
output tablesId string = '${tableService.id}/tables'
