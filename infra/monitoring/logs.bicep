metadata description = 'What the platform logs to the workspace: metrics of the app, and writes to the table of the access policy.'

@description('Resource id of the workspace.')
param workspaceId string

@description('Name of the function app.')
param functionAppName string

@description('Name of the storage account with the access policy.')
param policyAccountName string

resource app 'Microsoft.Web/sites@2024-11-01' existing = {
  name: functionAppName
}

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: policyAccountName

  resource tables 'tableServices' existing = {
    name: 'default'
  }
}

// They come another way than the records do.
resource metrics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'frontdesk-metrics'
  scope: app
  properties: {
    workspaceId: workspaceId
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

resource access 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'frontdesk-access'
  scope: account::tables
  properties: {
    workspaceId: workspaceId
    logs: [{ category: 'StorageWrite', enabled: true }, { category: 'StorageDelete', enabled: true }]
  }
}
