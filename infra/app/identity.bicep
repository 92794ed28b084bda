metadata description = 'Managed identity that Frontdesk uses for upstreams, table, vault and telemetry.'

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

@description('Resource id, for the function app.')
output id string = identity.id

@description('Object id, for role assignments.')
output principalId string = identity.properties.principalId

@description('Client id: MANAGED_IDENTITY_CLIENT_ID.')
output clientId string = identity.properties.clientId
