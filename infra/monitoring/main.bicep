metadata description = 'Workspace, Application Insights, alerts and the workbook.'

import { telemetryOptions } from '../types.bicep'

@description('Suffix of resource names.')
param token string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Telemetry options.')
param telemetry telemetryOptions

module store 'store.bicep' = {
  name: 'telemetry'
  params: {
    workspaceName: 'log-${token}'
    insightsName: 'appi-${token}'
    location: location
    tags: tags
    retentionDays: telemetry.retentionDays
    dailyCapGb: telemetry.dailyCapGb
  }
}

module alerts 'alerts.bicep' = {
  name: 'alerts'
  params: {
    location: location
    tags: tags
    workspaceId: store.outputs.workspaceId
    email: telemetry.alertEmail
    runbookUrl: telemetry.runbookUrl
  }
}

module workbook 'workbook.bicep' = {
  name: 'workbook'
  params: { location: location, tags: tags, workspaceId: store.outputs.workspaceId }
}

@description('Name of the Application Insights component.')
output insightsName string = store.outputs.insightsName

@description('Connection string of the component.')
output connectionString string = store.outputs.connectionString
