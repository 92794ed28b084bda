metadata description = 'Role assignments of Frontdesk\'s identity, and of operators, in its own resource group. infra/access grants rights on the upstreams.'

@description('Object id of the identity.')
param principalId string

@description('Object id of the identity that the platform deploys with.')
param deployerPrincipalId string

@description('Name of the storage account of the host and the cache.')
param storageAccountName string

@description('Name of the cache\'s table.')
param tableName string

@description('Name of the storage account of package and access policy.')
param controlAccountName string

@description('Name of the access policy\'s table.')
param policyTableName string

@description('Name of the package\'s container.')
param packageContainerName string

@description('Object id of the user or group that may change the access policy; empty for none.')
param operatorPrincipalId string

@description('Type of the principal.')
param operatorPrincipalType 'User' | 'Group' | 'ServicePrincipal'

@description('Name of the Application Insights component.')
param insightsName string

@description('Name of the vault.')
param vaultName string

// Required by the host: it creates containers, leases and reads blobs. It does not cover tables.
var storageBlobDataOwner = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
var storageBlobDataContributor = 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'
var storageTableDataContributor = '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
var storageTableDataReader = '76199698-9eea-4c19-bc75-cec21354c6b6'
var monitoringMetricsPublisher = '3913510d-42f4-4e42-8a64-420c390055eb'
var keyVaultSecretsUser = '4633458b-17de-408a-b874-0445c86b69e6'

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: storageAccountName

  resource tables 'tableServices' existing = {
    name: 'default'

    resource table 'tables' existing = {
      name: tableName
    }
  }
}

resource control 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: controlAccountName

  resource blobs 'blobServices' existing = {
    name: 'default'

    resource package 'containers' existing = {
      name: packageContainerName
    }
  }

  resource tables 'tableServices' existing = {
    name: 'default'

    resource policy 'tables' existing = {
      name: policyTableName
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: vaultName
}

resource hostBlobs 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, storageBlobDataOwner)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageBlobDataOwner)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// Who can write the package decides what runs: not the app's identity.
resource package 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(control::blobs::package.id, deployerPrincipalId, storageBlobDataContributor)
  scope: control::blobs::package
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageBlobDataContributor)
    principalId: deployerPrincipalId
    principalType: 'ServicePrincipal'
  }
}

// On the table, not on the account.
resource cacheTable 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account::tables::table.id, principalId, storageTableDataContributor)
  scope: account::tables::table
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageTableDataContributor)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// Reading only: an app that was broken into cannot grant anything.
resource policyReader 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(control::tables::policy.id, principalId, storageTableDataReader)
  scope: control::tables::policy
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageTableDataReader)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

resource policyOperator 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(operatorPrincipalId)) {
  name: guid(control::tables::policy.id, operatorPrincipalId, storageTableDataContributor)
  scope: control::tables::policy
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageTableDataContributor)
    principalId: operatorPrincipalId
    principalType: operatorPrincipalType
  }
}

resource telemetry 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(insights.id, principalId, monitoringMetricsPublisher)
  scope: insights
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', monitoringMetricsPublisher)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

resource secrets 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(vault.id, principalId, keyVaultSecretsUser)
  scope: vault
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', keyVaultSecretsUser)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}
