metadata description = 'Private endpoint of one resource, with the DNS zone that resolves its public name.'

@description('Name of the endpoint.')
param name string

@description('Region of the endpoint.')
param location string

@description('Tags of endpoint and zone.')
param tags object

@description('Resource id of the network.')
param networkId string

@description('Subnet of the endpoint.')
param subnetId string

@description('Resource id of the target.')
param targetId string

@description('Service of the target: blob, table, vault or sites.')
param service string

@description('Name of the DNS zone.')
param zoneName string

resource endpoint 'Microsoft.Network/privateEndpoints@2024-05-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    subnet: { id: subnetId }
    privateLinkServiceConnections: [
      {
        name: name
        properties: { privateLinkServiceId: targetId, groupIds: [service] }
      }
    ]
  }

  resource zones 'privateDnsZoneGroups' = {
    name: 'default'
    properties: { privateDnsZoneConfigs: [{ name: service, properties: { privateDnsZoneId: zone.id } }] }
  }
}

resource zone 'Microsoft.Network/privateDnsZones@2020-06-01' = {
  name: zoneName
  location: 'global'
  tags: tags

  resource link 'virtualNetworkLinks' = {
    name: uniqueString(networkId)
    location: 'global'
    tags: tags
    properties: { registrationEnabled: false, virtualNetwork: { id: networkId } }
  }
}
