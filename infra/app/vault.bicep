metadata description = 'Key vault for secret settings. An operator sets them (docs/deploy.md#secrets); the key of links is made at the first deployment, if there is none.'

@description('Name of the vault: 3 to 24 letters, digits and hyphens, globally unique.')
@minLength(3)
@maxLength(24)
param name string

@description('Region of the vault.')
param location string

@description('Tags of the vault.')
param tags object

@description('Becomes the key of links where the vault has none.')
@secure()
param newLinkKey string = '${newGuid()}${newGuid()}'

@description('Whether the vault is reachable only through a private endpoint.')
param isPrivate bool

@description('Object id of the operator who may set secrets; empty for none.')
param operatorPrincipalId string

@description('Type of the operator principal.')
@allowed(['User', 'Group', 'ServicePrincipal'])
param operatorPrincipalType string

var secretsOfficer = 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7'

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    sku: { family: 'A', name: 'standard' }
    enableRbacAuthorization: true
    enableSoftDelete: true
    enablePurgeProtection: true
    softDeleteRetentionInDays: 7
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource operator 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(operatorPrincipalId)) {
  name: guid(vault.id, operatorPrincipalId, secretsOfficer)
  scope: vault
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', secretsOfficer)
    principalId: operatorPrincipalId
    principalType: operatorPrincipalType
  }
}

// Written once: another key would end every link that callers have.
@onlyIfNotExists()
resource linkKey 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
  parent: vault
  name: 'link-key'
  properties: { value: base64(newLinkKey) }
}

@description('Name of the vault.')
output name string = vault.name

@description('Resource id, for private endpoints.')
output id string = vault.id
