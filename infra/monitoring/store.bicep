metadata description = 'Where telemetry goes. It is written with the managed identity: local authentication is off.'

@description('Name of the workspace.')
param workspaceName string

@description('Name of the Application Insights component.')
param insightsName string

@description('Region of both.')
param location string

@description('Tags of both.')
param tags object

@description('How long the audit records are kept.')
@minValue(30)
@maxValue(730)
param retentionDays int

@description('Most that is taken in on a day, in GB; past it, records of that day are lost. -1 for no cap.')
param dailyCapGb int

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    sku: { name: 'PerGB2018' }
    retentionInDays: retentionDays
    workspaceCapping: { dailyQuotaGb: dailyCapGb }
    features: { disableLocalAuth: true }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: insightsName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: workspace.id
    DisableLocalAuth: true
  }
}

@description('Resource id of the workspace: alerts and workbook ask it.')
output workspaceId string = workspace.id

@description('Name of the component.')
output insightsName string = insights.name

@description('APPLICATIONINSIGHTS_CONNECTION_STRING.')
output connectionString string = insights.properties.ConnectionString
