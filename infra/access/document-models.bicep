metadata description = 'Lets Frontdesk call one document-models resource with its identity. Not needed if the vault has DOCUMENT_MODELS_KEY.'

@description('Object id of the managed identity: FRONTDESK_PRINCIPAL_ID.')
param principalId string

@description('Name of the resource in the target resource group.')
param accountName string

// The narrowest built-in role that can call it. It can also list the resource's keys.
var cognitiveServicesUser = 'a97b65f3-24c7-4388-baec-2e87135dc908'

resource account 'Microsoft.CognitiveServices/accounts@2024-10-01' existing = {
  name: accountName
}

resource assignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, cognitiveServicesUser)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', cognitiveServicesUser)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}
