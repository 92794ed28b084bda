metadata description = 'Application permissions of Frontdesk\'s identity at Microsoft Graph and Business Central. Deploying it requires the Entra role Privileged Role Administrator.'

extension microsoftGraphV1

@description('Object id of the managed identity: FRONTDESK_PRINCIPAL_ID.')
param principalId string

var graphPermissions = [
  'BackupRestore-Search.Read.All' // search restore points
  'BackupRestore-Restore.ReadWrite.All' // delete a draft restore session
  'BackupRestore-Restore.Read.All' // read restore sessions
]
// Business Central has no narrower permission. Its permission sets limit what the identity can read.
var businessDataPermissions = ['API.ReadWrite.All']

resource graph 'Microsoft.Graph/servicePrincipals@v1.0' existing = {
  appId: '00000003-0000-0000-c000-000000000000'
}

resource businessCentral 'Microsoft.Graph/servicePrincipals@v1.0' existing = {
  appId: '996def3d-b36c-4153-8607-a6fd3c01b89f'
}

resource graphGrants 'Microsoft.Graph/appRoleAssignedTo@v1.0' = [
  for permission in graphPermissions: {
    appRoleId: filter(graph.appRoles, role => role.value == permission)[0].id
    principalId: principalId
    resourceId: graph.id
  }
]

resource businessDataGrants 'Microsoft.Graph/appRoleAssignedTo@v1.0' = [
  for permission in businessDataPermissions: {
    appRoleId: filter(businessCentral.appRoles, role => role.value == permission)[0].id
    principalId: principalId
    resourceId: businessCentral.id
  }
]
