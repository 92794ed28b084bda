metadata description = 'The virtual network and the private endpoints of storage and vault.'

@description('Name of the network.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Address space of the network.')
param addressPrefix string

@description('Resource id of the storage account.')
param storageAccountId string

@description('Resource id of the vault.')
param vaultId string

var storageSuffix = environment().suffixes.storage
var targets = [
  { service: 'blob', id: storageAccountId, zone: 'privatelink.blob.${storageSuffix}' }
  { service: 'table', id: storageAccountId, zone: 'privatelink.table.${storageSuffix}' }
  { service: 'vault', id: vaultId, zone: 'privatelink.vaultcore.azure.net' }
]

module network 'virtual-network.bicep' = {
  name: 'virtual-network'
  params: { name: name, location: location, tags: tags, addressPrefix: addressPrefix }
}

module endpoints 'private-endpoint.bicep' = [for target in targets: {
  name: 'endpoint-${target.service}'
  params: {
    name: 'pe-${target.service}'
    location: location
    tags: tags
    networkId: network.outputs.id
    subnetId: network.outputs.endpointSubnetId
    targetId: target.id
    service: target.service
    zoneName: target.zone
  }
}]

@description('Subnet of the function app.')
output appSubnetId string = network.outputs.appSubnetId
