metadata description = 'Log alerts for the promises of docs/reliability.md and SECURITY.md (alert-rules.json), and one for rules whose query fails.'

@description('Region of the rules.')
param location string

@description('Tags of the rules.')
param tags object

@description('Resource id of the workspace.')
param workspaceId string

@description('Daily ingestion cap of the workspace in GB; -1 for none.')
param dailyCapGb int

@description('Whether alerts page: only once the app has been ready.')
param isWatched bool

@description('Whether no web test reaches the app: a rule takes its place.')
param isPrivate bool

@description('Action groups of alerts that wake somebody.')
param pageGroupIds array

@description('Action groups of the other alerts.')
param ticketGroupIds array

@description('Address of a section of the runbook; <section> stands for its name.')
param runbookLink string

var rules = filter(loadJsonContent('alert-rules.json'), rule => isPrivate || !(rule.?isForPrivate ?? false))
var group = resourceGroup().id

resource alerts 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for rule in rules: {
    name: 'frontdesk-${rule.name}'
    location: location
    tags: tags
    kind: 'LogAlert'
    properties: {
      displayName: 'Frontdesk: ${rule.title}'
      description: '${rule.promise}. Runbook, ${rule.runbook}: ${replace(runbookLink, '<section>', rule.runbook)}'
      severity: rule.severity
      enabled: isWatched || rule.severity > 1
      // One mail when it begins and one when it ends; of an event, one for each evaluation that finds one.
      autoMitigate: !(rule.?isEvent ?? false)
      // Tables exist from their first row on (docs/decisions.md#alert-queries).
      skipQueryValidation: true
      scopes: [workspaceId]
      // The platform reports a failing query only of rules that run every 15 minutes or more often.
      evaluationFrequency: rule.?every ?? rule.window
      windowSize: rule.window
      criteria: {
        allOf: [
          {
            query: replace(join(rule.query, '\n'), 'dailyCapGb', string(dailyCapGb))
            // A mail names the values.
            dimensions: map(rule.?dimensions ?? [], name => { name: name, operator: 'Include', values: ['*'] })
            timeAggregation: 'Count'
            operator: 'GreaterThan'
            threshold: 0
            failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }
          }
        ]
      }
      actions: {
        actionGroups: rule.severity > 1 ? ticketGroupIds : pageGroupIds
        customProperties: { runbook: replace(runbookLink, '<section>', rule.runbook) }
      }
    }
  }
]

// Resource health of a rule is degraded or unavailable when its query fails: a table is gone, it is throttled, refused or too large.
resource failingRules 'Microsoft.Insights/activityLogAlerts@2020-10-01' = {
  name: 'frontdesk-rule-fails'
  location: 'global'
  tags: tags
  properties: {
    description: 'Frontdesk: a rule cannot run its query. Runbook, log-fails: ${replace(runbookLink, '<section>', 'log-fails')}'
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
    actions: { actionGroups: map(ticketGroupIds, id => { actionGroupId: id }) }
  }
}
