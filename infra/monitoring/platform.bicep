metadata description = 'What the platform sees of the app, whatever the app logs: a web test of /readyz, its 5xx, and its metrics in the workspace.'

@description('Region of the web test.')
param location string

@description('Tags of all resources.')
param tags object

@description('Name of the function app.')
param functionAppName string

@description('URL of the function app.')
param url string

@description('Name of the Application Insights component.')
param insightsName string

@description('Resource id of the workspace.')
param workspaceId string

@description('Locations of the web test: five or more.')
param locations array

@description('Resource ids of the action groups that alerts are sent to.')
param actionGroupIds array

@description('Address of a section of the runbook; {0} stands for its name.')
param runbookLink string

var actions = map(actionGroupIds, id => { actionGroupId: id })

resource app 'Microsoft.Web/sites@2024-11-01' existing = {
  name: functionAppName
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

// Each location asks every five minutes, so /readyz is asked once a minute, and its checks can raise check_failed.
resource readiness 'Microsoft.Insights/webtests@2022-06-15' = {
  name: 'frontdesk-readyz'
  location: location
  // The portal finds the component by this tag.
  tags: union(tags, { 'hidden-link:${insights.id}': 'Resource' })
  kind: 'standard'
  properties: {
    SyntheticMonitorId: 'frontdesk-readyz'
    Name: 'Frontdesk is ready'
    Enabled: true
    Kind: 'standard'
    Frequency: 300
    Timeout: 30
    RetryEnabled: true
    Locations: map(locations, id => { Id: id })
    Request: { RequestUrl: '${url}/readyz', HttpVerb: 'GET', ParseDependentRequests: false, FollowRedirects: false }
    ValidationRules: { ExpectedHttpStatusCode: 200, SSLCheck: true, SSLCertRemainingLifetimeCheck: 7 }
  }
}

resource unavailable 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: 'frontdesk-unavailable'
  location: 'global'
  tags: tags
  properties: {
    description: 'Frontdesk: not ready, or not there. Runbook, does-not-start: ${format(runbookLink, 'does-not-start')}'
    severity: 0
    enabled: true
    autoMitigate: true
    scopes: [readiness.id, insights.id]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT5M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.WebtestLocationAvailabilityCriteria'
      webTestId: readiness.id
      componentId: insights.id
      // Two locations may have trouble of their own.
      failedLocationCount: 3
    }
    actions: actions
  }
}

resource serverErrors 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: 'frontdesk-server-errors'
  location: 'global'
  tags: tags
  properties: {
    description: 'Frontdesk: the platform counts 5xx. Runbook, server-errors: ${format(runbookLink, 'server-errors')}'
    severity: 1
    enabled: true
    autoMitigate: true
    scopes: [app.id]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT5M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          name: 'server-errors'
          criterionType: 'StaticThresholdCriterion'
          metricNamespace: 'Microsoft.Web/sites'
          metricName: 'Http5xx'
          timeAggregation: 'Total'
          operator: 'GreaterThan'
          // More than the web test alone can cause while an instance is not ready.
          threshold: 20
        }
      ]
    }
    actions: actions
  }
}

// The rule `silent` compares them with the records. They come another way than the records do.
resource metrics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'frontdesk-metrics'
  scope: app
  properties: {
    workspaceId: workspaceId
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}
