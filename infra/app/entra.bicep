metadata description = 'Entra application of Frontdesk: its scope, app roles and preauthorized frontends.'

extension microsoftGraphV1

@description('Unique name of the application in the tenant. Later deployments find it by this name.')
param name string

@description('Allowed tenants of callers, comma-separated.')
param tenants string

@description('Client ids of frontends whose users are not asked for consent.')
param frontendClientIds array

var scopeName = 'user_impersonation'
var scopeId = guid(tenant().tenantId, name, scopeName)
// Accepted in every tenant; some tenants reject the plain api://name.
var identifierUri = 'api://${tenant().tenantId}/${name}'

var roles = loadJsonContent('roles.json')

resource application 'Microsoft.Graph/applications@v1.0' = {
  uniqueName: name
  displayName: name
  // People of another tenant get no token where it is only this one's.
  signInAudience: tenants == tenant().tenantId ? 'AzureADMyOrg' : 'AzureADMultipleOrgs'
  identifierUris: [identifierUri]
  appRoles: [
    for role in roles: {
      id: guid(tenant().tenantId, name, role.value)
      value: role.value
      displayName: role.value
      description: role.description
      allowedMemberTypes: ['User', 'Application']
      isEnabled: true
    }
  ]
  api: {
    // Version 2: the token's audience is the client id, and the issuer ends in /v2.0.
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
    preAuthorizedApplications: [
      for clientId in frontendClientIds: {
        appId: clientId
        delegatedPermissionIds: [scopeId]
      }
    ]
  }
}

resource principal 'Microsoft.Graph/servicePrincipals@v1.0' = {
  appId: application.appId
  // Users and applications without a role get no token.
  appRoleAssignmentRequired: true
}

@description('Client id: AUTH_AUDIENCE.')
output clientId string = application.appId

@description('Prefix of scopes: add /user_impersonation in frontends, /.default in daemons.')
output identifierUri string = identifierUri

@description('Object id of the service principal, for app role assignments.')
output principalId string = principal.id
