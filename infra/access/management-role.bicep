metadata description = 'Custom role for Frontdesk at the management API: only the four actions of its operations. management-assignment.bicep assigns it.'

targetScope = 'subscription'

@description('Name of the role, unique in the tenant.')
param name string = 'Frontdesk management API'

var scopeId = subscription().id

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(scopeId, name)
  properties: {
    roleName: name
    description: 'Create or update authorizations, API diagnostics and streaming jobs; list health events.'
    type: 'CustomRole'
    assignableScopes: [scopeId]
    permissions: [
      {
        actions: [
          'Microsoft.ApiManagement/service/authorizationProviders/authorizations/write'
          'Microsoft.ApiManagement/service/apis/diagnostics/write'
          'Microsoft.ResourceHealth/events/read'
          'Microsoft.StreamAnalytics/streamingjobs/write'
        ]
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

@description('Resource id of the role.')
output roleId string = role.id
