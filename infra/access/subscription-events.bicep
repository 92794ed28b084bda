metadata description = 'Lets Frontdesk read the health events of the whole subscription: a role for one resource group does not reach them.'

targetScope = 'subscription'

@description('Object id of the managed identity: FRONTDESK_PRINCIPAL_ID.')
param principalId string

@description('Name of the role, unique in the tenant: another one for each subscription and environment.')
param name string = 'Frontdesk subscription (${subscription().subscriptionId})'

var scopeId = subscription().id

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(scopeId, name)
  properties: {
    roleName: name
    description: 'The operations of Frontdesk on the whole subscription.'
    type: 'CustomRole'
    assignableScopes: [scopeId]
    permissions: [
      {
        actions: loadJsonContent('actions.json').subscription
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

resource assignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(scopeId, principalId, role.id)
  properties: {
    roleDefinitionId: role.id
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}
