metadata description = 'The Entra application that callers ask tokens for: its scope, its app roles, and who may come without asking for consent.'

extension microsoftGraphV1

@description('Unique name of the application in the tenant; a later deployment finds it by this name.')
param name string

@description('Tenants whose callers may come, comma-separated.')
param tenants string

@description('Client ids of the frontends that need no consent of their users.')
param frontendClientIds array

var scopeName = 'user_impersonation'
var scopeId = guid(tenant().tenantId, name, scopeName)
// This form is taken in every tenant; the plain api://name is refused where identifiers are restricted.
var identifierUri = 'api://${tenant().tenantId}/${name}'

var roles = [
  { value: 'Authorizations.Write', description: 'Create and update authorizations of API Management.' }
  { value: 'ApiDiagnostics.Write', description: 'Create and update API diagnostics.' }
  { value: 'HealthEvents.Read', description: 'List health events.' }
  { value: 'StreamingJobs.Write', description: 'Create and replace streaming jobs.' }
  { value: 'RestorePoints.Search', description: 'Search restore points.' }
  { value: 'RestoreSessions.Delete', description: 'Delete draft restore sessions.' }
  { value: 'DocumentModels.AuthorizeCopy', description: 'Authorize copies of document models.' }
  { value: 'Customers.Read', description: 'Read customers.' }
  { value: 'Items.Read', description: 'Read items.' }
]

resource application 'Microsoft.Graph/applications@v1.0' = {
  uniqueName: name
  displayName: name
  signInAudience: contains(tenants, ',') ? 'AzureADMultipleOrgs' : 'AzureADMyOrg'
  identifierUris: [identifierUri]
  appRoles: [for role in roles: {
    id: guid(tenant().tenantId, name, role.value)
    value: role.value
    displayName: role.value
    description: role.description
    allowedMemberTypes: ['User', 'Application']
    isEnabled: true
  }]
  api: {
    // Version 2: the audience of a token is the client id, the issuer ends in /v2.0.
    requestedAccessTokenVersion: 2
    oauth2PermissionScopes: [
      {
        id: scopeId
        value: scopeName
        type: 'User'
        isEnabled: true
        adminConsentDisplayName: 'Call Frontdesk'
        adminConsentDescription: 'Lets a frontend call Frontdesk on behalf of the person who signed in.'
        userConsentDisplayName: 'Call Frontdesk'
        userConsentDescription: 'Lets a frontend call Frontdesk on your behalf.'
      }
    ]
    preAuthorizedApplications: [for clientId in frontendClientIds: {
      appId: clientId
      delegatedPermissionIds: [scopeId]
    }]
  }
}

resource principal 'Microsoft.Graph/servicePrincipals@v1.0' = {
  appId: application.appId
  // No token for anybody who was not given a role.
  appRoleAssignmentRequired: true
}

@description('Client id: AUTH_AUDIENCE.')
output clientId string = application.appId

@description('What a frontend puts in front of a scope, and a daemon in front of /.default.')
output identifierUri string = identifierUri

@description('Object id of the service principal: app roles are assigned on it.')
output principalId string = principal.id
