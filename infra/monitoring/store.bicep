metadata description = 'Log Analytics workspace and Application Insights. Local authentication is disabled; the managed identity writes.'

@description('Name of the workspace.')
param workspaceName string

@description('Name of the Application Insights component.')
param insightsName string

@description('Region of workspace and component.')
param location string

@description('Tags of workspace and component.')
param tags object

@description('Retention of audit records, in days.')
@minValue(30)
@maxValue(730)
param retentionDays int

@description('Daily ingestion cap in GB; records above it are lost. -1 for no cap.')
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

@description('Name of the workspace.')
output workspaceName string = workspace.name

@description('Name of the component.')
output insightsName string = insights.name

@description('APPLICATIONINSIGHTS_CONNECTION_STRING.')
output connectionString string = insights.properties.ConnectionString
