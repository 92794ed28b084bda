metadata description = 'Log alerts for the promises of docs/reliability.md and SECURITY.md (alert-rules.json).'

@description('Region of the rules.')
param location string

@description('Tags of the rules.')
param tags object

@description('Resource id of the workspace.')
param workspaceId string

@description('E-mail address for alerts. If empty, alerts only show in the portal.')
param email string

@description('URL of the runbook.')
param runbookUrl string

var rules = loadJsonContent('alert-rules.json')
var prelude = loadTextContent('records.kql')

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(email)) {
  name: 'frontdesk-operators'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'frontdesk'
    enabled: true
    emailReceivers: [{ name: 'operators', emailAddress: email, useCommonAlertSchema: true }]
  }
}

resource alerts 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for rule in rules: {
  name: 'frontdesk-${rule.name}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: 'Frontdesk: ${rule.title}'
    description: '${rule.promise}. ${runbookUrl}#${rule.runbook}'
    severity: rule.severity
    enabled: true
    autoMitigate: true
    scopes: [workspaceId]
    evaluationFrequency: rule.window
    windowSize: rule.window
    criteria: {
      allOf: [
        {
          query: '${prelude}\n${join(rule.query, '\n')}'
          timeAggregation: 'Count'
          operator: 'GreaterThan'
          threshold: 0
          failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }
        }
      ]
    }
    actions: {
      actionGroups: empty(email) ? [] : [people.id]
      customProperties: { runbook: '${runbookUrl}#${rule.runbook}' }
    }
  }
}]
