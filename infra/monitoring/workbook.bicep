metadata description = 'The workbook: the charts of charts.json, then the runbook.'

@description('Region of the workbook.')
param location string

@description('Tags of the workbook.')
param tags object

@description('Resource id of the workspace.')
param workspaceId string

var charts = loadJsonContent('charts.json')

var timeRange = {
  type: 9
  name: 'parameters'
  content: {
    version: 'KqlParameterItem/1.0'
    parameters: [
      {
        version: 'KqlParameterItem/1.0'
        name: 'TimeRange'
        type: 4
        isRequired: true
        value: { durationMs: 86400000 }
        typeSettings: {
          selectableValues: [{ durationMs: 3600000 }, { durationMs: 86400000 }, { durationMs: 604800000 }]
        }
      }
    ]
    style: 'pills'
    queryType: 0
    resourceType: 'microsoft.operationalinsights/workspaces'
  }
}

// One text per section; links to other pages and sections do not work here.
var sections = split(replace(loadTextContent('../../docs/runbook.md'), '\n## ', '§## '), '§')
var runbook = map(sections, section => { type: 1, content: { json: section } })

var items = map(charts, chart => {
  type: 3
  name: chart.title
  content: {
    version: 'KqlItem/1.0'
    title: chart.title
    query: join(chart.query, '\n')
    visualization: chart.visualization
    size: 0
    timeContextFromParameter: 'TimeRange'
    queryType: 0
    resourceType: 'microsoft.operationalinsights/workspaces'
  }
})

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  name: guid(resourceGroup().id, 'frontdesk')
  location: location
  tags: tags
  kind: 'shared'
  properties: {
    displayName: 'Frontdesk'
    category: 'workbook'
    sourceId: workspaceId
    serializedData: string({
      version: 'Notebook/1.0'
      items: concat([timeRange], items, runbook)
      fallbackResourceIds: [workspaceId]
    })
  }
}

@description('Address of the workbook in the portal.')
output url string = '${environment().portal}/#@${tenant().tenantId}/resource${workbook.id}/workbook'
