metadata description = 'The functions of the workspace in which alert rules, workbook and runbook are written: one per file of functions/.'

@description('Name of the workspace.')
param workspaceName string

var functions = [
  { name: 'FrontdeskOperations', parameters: '', text: loadTextContent('functions/FrontdeskOperations.kql') }
  { name: 'FrontdeskLines', parameters: '', text: loadTextContent('functions/FrontdeskLines.kql') }
  { name: 'FrontdeskRecords', parameters: '', text: loadTextContent('functions/FrontdeskRecords.kql') }
  { name: 'FrontdeskAlerts', parameters: '', text: loadTextContent('functions/FrontdeskAlerts.kql') }
  { name: 'FrontdeskFailing', parameters: 'wanted:string', text: loadTextContent('functions/FrontdeskFailing.kql') }
  { name: 'FrontdeskLasting', parameters: 'wanted:string', text: loadTextContent('functions/FrontdeskLasting.kql') }
  { name: 'FrontdeskDigest', parameters: '', text: loadTextContent('functions/FrontdeskDigest.kql') }
  { name: 'FrontdeskPlatform', parameters: '', text: loadTextContent('functions/FrontdeskPlatform.kql') }
  { name: 'FrontdeskPolicyChanges', parameters: '', text: loadTextContent('functions/FrontdeskPolicyChanges.kql') }
]

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' existing = {
  name: workspaceName
}

// One after the other: some call others.
@batchSize(1)
resource saved 'Microsoft.OperationalInsights/workspaces/savedSearches@2023-09-01' = [
  for function in functions: {
    parent: workspace
    name: function.name
    // Without it a second deployment conflicts with the first.
    etag: '*'
    properties: {
      category: 'Frontdesk'
      displayName: function.name
      functionAlias: function.name
      functionParameters: function.parameters
      query: function.text
      version: 2
    }
  }
]
