metadata description = 'A web test of /readyz, and the alert if the app does not respond. Whether it is ready, and why not, the log says.'

@description('Region of the web test.')
param location string

@description('Tags of all resources.')
param tags object

@description('Whether the app has been ready once: before, there is nothing to test.')
param isWatched bool

@description('URL of the function app.')
param url string

@description('Name of the Application Insights component.')
param insightsName string

@description('Locations of the web test: five or more.')
param locations array

@description('Resource ids of the action groups that the alert is sent to.')
param groupIds array

@description('Address of a section of the runbook; <section> stands for its name.')
param runbookLink string

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

// Five locations ask every ten minutes each: /readyz is asked every two minutes, and an unready instance logs check_failed.
resource readiness 'Microsoft.Insights/webtests@2022-06-15' = {
  name: 'frontdesk-readyz'
  location: location
  // The portal finds the component by this tag.
  tags: union(tags, { 'hidden-link:${insights.id}': 'Resource' })
  kind: 'standard'
  properties: {
    SyntheticMonitorId: 'frontdesk-readyz'
    Name: 'Frontdesk responds'
    Enabled: isWatched
    Kind: 'standard'
    Frequency: 600
    Timeout: 30
    RetryEnabled: true
    Locations: map(locations, id => { Id: id })
    Request: { RequestUrl: '${url}/readyz', HttpVerb: 'GET', ParseDependentRequests: false, FollowRedirects: false }
    ValidationRules: {
      // 503 with Frontdesk's own body also passes: the rules of the log say what is not ready.
      IgnoreHttpStatusCode: true
      ContentValidation: { ContentMatch: '"status":"', IgnoreCase: false, PassIfTextFound: true }
      SSLCheck: true
      SSLCertRemainingLifetimeCheck: 7
    }
  }
}

resource unavailable 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: 'frontdesk-unavailable'
  location: 'global'
  tags: tags
  properties: {
    description: 'Frontdesk: it does not respond. Runbook, does-not-start: ${replace(runbookLink, '<section>', 'does-not-start')}'
    severity: 0
    enabled: isWatched
    autoMitigate: true
    scopes: [readiness.id, insights.id]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT15M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.WebtestLocationAvailabilityCriteria'
      webTestId: readiness.id
      componentId: insights.id
      // Two locations may have trouble of their own.
      failedLocationCount: 3
    }
    actions: map(groupIds, id => { actionGroupId: id })
  }
}
