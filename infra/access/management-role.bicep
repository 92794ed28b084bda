metadata description = 'Custom role for Frontdesk at the management API: only the actions of its operations. management-assignment.bicep assigns it.'

targetScope = 'subscription'

@description('Name of the role, unique in the tenant: another one for each subscription and environment.')
param name string = 'Frontdesk management API (${subscription().subscriptionId})'

@description('Whether streaming jobs may use user-assigned identities. The role then also allows to assign those in the resource groups where it is assigned.')
param jobsUseAssignedIdentities bool = false

@description('Operations beyond reads and specified writes that the role also allows, as in the setting OPERATIONS.')
param operations array = []

var scopeId = subscription().id
var actions = loadJsonContent('actions.json')
var namedActions = map(filter(items(actions.named), item => contains(operations, item.key)), item => item.value)
var assignActions = ['Microsoft.ManagedIdentity/userAssignedIdentities/assign/action']

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(scopeId, name)
  properties: {
    roleName: name
    description: 'The operations of Frontdesk in a resource group.'
    type: 'CustomRole'
    assignableScopes: [scopeId]
    permissions: [
      {
        actions: concat(actions.resourceGroup, namedActions, jobsUseAssignedIdentities ? assignActions : [])
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

@description('Resource id of the role.')
output roleId string = role.id
