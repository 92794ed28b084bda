metadata description = 'Assigns the role of management-role.bicep to Frontdesk for one resource group.'

@description('Object id of the managed identity: FRONTDESK_PRINCIPAL_ID.')
param principalId string

@description('Resource id of the role.')
param roleId string

resource assignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(resourceGroup().id, principalId, roleId)
  properties: {
    roleDefinitionId: roleId
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}
