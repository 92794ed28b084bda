metadata description = 'Custom role for Frontdesk at the management API: only the actions of its operations. management-assignment.bicep assigns it.'

targetScope = 'subscription'

@description('Name of the role, unique in the tenant.')
param name string = 'Frontdesk management API'

@description('Whether streaming jobs may use user-assigned identities. The role then also allows to assign those in the resource groups where it is assigned.')
param jobsUseAssignedIdentities bool = false

var scopeId = subscription().id
var operationActions = [
  'Microsoft.ApiManagement/service/authorizationProviders/authorizations/write'
  'Microsoft.ApiManagement/service/apis/diagnostics/write'
  'Microsoft.ResourceHealth/events/read'
  'Microsoft.StreamAnalytics/streamingjobs/write'
]
var assignActions = ['Microsoft.ManagedIdentity/userAssignedIdentities/assign/action']

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(scopeId, name)
  properties: {
    roleName: name
    description: 'Create or update authorizations, API diagnostics and streaming jobs; list health events.'
    type: 'CustomRole'
    assignableScopes: [scopeId]
    permissions: [
      {
        actions: concat(operationActions, jobsUseAssignedIdentities ? assignActions : [])
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

@description('Resource id of the role.')
output roleId string = role.id
