metadata description = 'Who gets mails: of alerts that wake somebody, and of the others.'

@description('Tags of the groups.')
param tags object

@description('E-mail address for alerts that wake somebody; empty for none.')
param pageEmail string

@description('E-mail address for the other alerts; empty for none.')
param ticketEmail string

resource page 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(pageEmail)) {
  name: 'frontdesk-page'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'fd-page'
    enabled: true
    emailReceivers: [{ name: 'on-call', emailAddress: pageEmail, useCommonAlertSchema: true }]
  }
}

resource ticket 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(ticketEmail)) {
  name: 'frontdesk-ticket'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'fd-ticket'
    enabled: true
    emailReceivers: [{ name: 'operators', emailAddress: ticketEmail, useCommonAlertSchema: true }]
  }
}

@description('Action groups of alerts that wake somebody.')
output pageGroupIds array = empty(pageEmail) ? [] : [page.id]

@description('Action groups of the other alerts.')
output ticketGroupIds array = empty(ticketEmail) ? [] : [ticket.id]
