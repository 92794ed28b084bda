metadata description = 'Custom role for Frontdesk at the management API: only the actions of its operations. management-assignment.bicep assigns it.'

targetScope = 'subscription'

@description('Name of the role, unique in the tenant.')
param name string = 'Frontdesk management API'

@description('Whether streaming jobs may use user-assigned identities. The role then also allows to assign those in the resource groups where it is assigned.')
param jobsUseAssignedIdentities bool = false

@description('Operations beyond reads and specified writes that the role also allows, as in the setting OPERATIONS.')
param operations array = []

var scopeId = subscription().id
var actionsOfOperations = {
  deleteAuthorization: 'Microsoft.ApiManagement/service/authorizationProviders/authorizations/delete'
  getAuthorizationLoginLinks: 'Microsoft.ApiManagement/service/authorizationProviders/authorizations/getLoginLinks/action'
  confirmAuthorizationConsentCode: 'Microsoft.ApiManagement/service/authorizationProviders/authorizations/confirmConsentCode/action'
  startStreamingJob: 'Microsoft.StreamAnalytics/streamingjobs/start/action'
  stopStreamingJob: 'Microsoft.StreamAnalytics/streamingjobs/stop/action'
}
var namedActions = map(filter(items(actionsOfOperations), item => contains(operations, item.key)), item => item.value)
var operationActions = [
  'Microsoft.ApiManagement/service/authorizationProviders/authorizations/write'
  'Microsoft.ApiManagement/service/authorizationProviders/authorizations/read'
  'Microsoft.ApiManagement/service/apis/diagnostics/write'
  'Microsoft.ApiManagement/service/apis/diagnostics/read'
  'Microsoft.ResourceHealth/events/read'
  'Microsoft.StreamAnalytics/streamingjobs/write'
  'Microsoft.StreamAnalytics/streamingjobs/read'
]
var assignActions = ['Microsoft.ManagedIdentity/userAssignedIdentities/assign/action']

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(scopeId, name)
  properties: {
    roleName: name
    description: 'Create, update and read authorizations, API diagnostics and streaming jobs; list health events.'
    type: 'CustomRole'
    assignableScopes: [scopeId]
    permissions: [
      {
        actions: concat(operationActions, namedActions, jobsUseAssignedIdentities ? assignActions : [])
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

@description('Resource id of the role.')
output roleId string = role.id
