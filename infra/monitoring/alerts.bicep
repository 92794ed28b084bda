metadata description = 'Log alerts for the promises of docs/reliability.md and SECURITY.md (alert-rules.json), and one for rules whose query fails.'

@description('Region of the rules.')
param location string

@description('Tags of the rules.')
param tags object

@description('Resource id of the workspace.')
param workspaceId string

@description('Daily ingestion cap of the workspace in GB; -1 for none.')
param dailyCapGb int

@description('E-mail address for alerts. If empty, alerts only show in the portal.')
param email string

@description('Address of a section of the runbook; {0} stands for its name.')
param runbookLink string

var rules = loadJsonContent('alert-rules.json')
var group = resourceGroup().id
var prelude = 'let dailyCapGb = ${dailyCapGb};\n${loadTextContent('operations.kql')}${loadTextContent('records.kql')}'

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
    description: '${rule.promise}. Runbook, ${rule.runbook}: ${format(runbookLink, rule.runbook)}'
    severity: rule.severity
    enabled: true
    autoMitigate: true
    scopes: [workspaceId]
    // The platform tells whether a query fails only of rules that run every 15 minutes or more often.
    evaluationFrequency: rule.?every ?? rule.window
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
      customProperties: { runbook: format(runbookLink, rule.runbook) }
    }
  }
}]

// Resource health of a rule is degraded or unavailable when its query fails: a table is gone, it is throttled, refused or too large.
resource failingRules 'Microsoft.Insights/activityLogAlerts@2020-10-01' = {
  name: 'frontdesk-rule-fails'
  location: 'global'
  tags: tags
  properties: {
    description: 'Frontdesk: a rule cannot run its query. Runbook, log-fails: ${format(runbookLink, 'log-fails')}'
    enabled: true
    scopes: [group]
    condition: {
      allOf: [
        { field: 'category', equals: 'ResourceHealth' }
        { field: 'resourceType', equals: 'Microsoft.Insights/scheduledQueryRules' }
        {
          anyOf: [
            { field: 'properties.currentHealthStatus', equals: 'Degraded' }
            { field: 'properties.currentHealthStatus', equals: 'Unavailable' }
          ]
        }
      ]
    }
    actions: { actionGroups: empty(email) ? [] : [{ actionGroupId: people.id }] }
  }
}

@description('Resource ids of the action groups that alerts are sent to.')
output actionGroupIds array = empty(email) ? [] : [people.id]
