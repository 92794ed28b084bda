metadata description = 'The virtual network, and the private endpoints of storage and vault.'

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

@description('Resource id of the storage account of package and policy.')
param controlAccountId string

@description('Resource id of the vault.')
param vaultId string

var storageSuffix = environment().suffixes.storage
var blobZone = 'privatelink.blob.${storageSuffix}'
var tableZone = 'privatelink.table.${storageSuffix}'
var vaultZone = 'privatelink${replace(environment().suffixes.keyvaultDns, '.vault.', '.vaultcore.')}'
var targets = [
  { name: 'blob', service: 'blob', id: storageAccountId, zone: blobZone }
  { name: 'table', service: 'table', id: storageAccountId, zone: tableZone }
  { name: 'package', service: 'blob', id: controlAccountId, zone: blobZone }
  { name: 'policy', service: 'table', id: controlAccountId, zone: tableZone }
  { name: 'vault', service: 'vault', id: vaultId, zone: vaultZone }
]

module network 'virtual-network.bicep' = {
  name: 'virtual-network'
  params: { name: name, location: location, tags: tags, addressPrefix: addressPrefix }
}

// One after the other: two share a zone.
@batchSize(1)
module endpoints 'private-endpoint.bicep' = [
  for target in targets: {
    name: 'endpoint-${target.name}'
    params: {
      name: 'pe-${target.name}'
      location: location
      tags: tags
      networkId: network.outputs.id
      subnetId: network.outputs.endpointSubnetId
      targetId: target.id
      service: target.service
      zoneName: target.zone
    }
  }
]

@description('Subnet of the function app.')
output appSubnetId string = network.outputs.appSubnetId

@description('Resource id of the network.')
output networkId string = network.outputs.id

@description('Subnet of private endpoints.')
output endpointSubnetId string = network.outputs.endpointSubnetId
