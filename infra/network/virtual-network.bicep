metadata description = 'The virtual network: one subnet that the function app calls out of, one that the private endpoints are in.'

@description('Name of the network.')
param name string

@description('Region of the network.')
param location string

@description('Tags of the network.')
param tags object

@description('Address space: a /24 or larger, whose first two /26 are taken.')
param addressPrefix string

resource network 'Microsoft.Network/virtualNetworks@2024-05-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    addressSpace: { addressPrefixes: [addressPrefix] }
    subnets: [
      {
        name: 'app'
        properties: {
          addressPrefix: cidrSubnet(addressPrefix, 26, 0)
          // What Flex Consumption demands of a subnet; the name has no underscore for the same reason.
          delegations: [{ name: 'flex', properties: { serviceName: 'Microsoft.App/environments' } }]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: cidrSubnet(addressPrefix, 26, 1)
          privateEndpointNetworkPolicies: 'Enabled'
        }
      }
    ]
  }

  resource app 'subnets' existing = { name: 'app' }
  resource endpoints 'subnets' existing = { name: 'endpoints' }
}

@description('Resource id of the network, for DNS.')
output id string = network.id

@description('Subnet of the function app.')
output appSubnetId string = network::app.id

@description('Subnet of the private endpoints.')
output endpointSubnetId string = network::endpoints.id
