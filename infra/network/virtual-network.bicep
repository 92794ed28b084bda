metadata description = 'The virtual network: a subnet for outbound calls of the function app, and one for private endpoints.'

@description('Name of the network.')
param name string

@description('Region of the network.')
param location string

@description('Tags of the network.')
param tags object

@description('Address space: a /25 or larger, of which the first two /26 are used.')
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
          // Required by Flex Consumption, which also allows no underscore in the name.
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
