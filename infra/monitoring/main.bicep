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

// The workbook shows the runbook too, in one page.
var runbookLink = empty(telemetry.runbookUrl) ? workbook.outputs.url : '${telemetry.runbookUrl}#{0}'

module alerts 'alerts.bicep' = {
  name: 'alerts'
  params: {
    location: location
    tags: tags
    workspaceId: store.outputs.workspaceId
    dailyCapGb: telemetry.dailyCapGb
    email: telemetry.alertEmail
    runbookLink: runbookLink
  }
}

module workbook 'workbook.bicep' = {
  name: 'workbook'
  params: { location: location, tags: tags, workspaceId: store.outputs.workspaceId }
}

@description('Resource id of the workspace.')
output workspaceId string = store.outputs.workspaceId

@description('Resource ids of the action groups that alerts are sent to.')
output actionGroupIds array = alerts.outputs.actionGroupIds

@description('Address of a section of the runbook; {0} stands for its name.')
output runbookLink string = runbookLink

@description('Name of the Application Insights component.')
output insightsName string = store.outputs.insightsName

@description('Connection string of the component.')
output connectionString string = store.outputs.connectionString
