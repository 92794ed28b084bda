metadata description = 'The managed identity as which Frontdesk calls the upstreams, its table, its vault and its telemetry.'

@description('Name of the identity.')
param name string

@description('Region of the identity.')
param location string

@description('Tags of the identity.')
param tags object

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: name
  location: location
  tags: tags
}

@description('Resource id: the function app bears it.')
output id string = identity.id

@description('Object id: roles are assigned to it.')
output principalId string = identity.properties.principalId

@description('Client id: MANAGED_IDENTITY_CLIENT_ID.')
output clientId string = identity.properties.clientId
