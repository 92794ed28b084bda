metadata description = 'What watches the app: functions of the workspace, alert rules, web test and workbook. Nothing that serves callers depends on it.'

import { telemetryOptions } from '../types.bicep'

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('E-mail address for alerts that wake somebody; empty for none.')
param alertEmail string

@description('Telemetry options.')
param telemetry telemetryOptions

@description('Whether alerts page: only once the app has been ready.')
param isWatched bool

@description('Whether only callers in the virtual network reach the app: no web test does.')
param isPrivate bool

@description('Name of the workspace.')
param workspaceName string

@description('Name of the Application Insights component.')
param insightsName string

@description('Name of the function app.')
param functionAppName string

@description('URL of the function app.')
param url string

@description('Name of the storage account with the access policy.')
param policyAccountName string

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' existing = {
  name: workspaceName
}

// The workbook shows the runbook too, in one page.
var runbookLink = empty(telemetry.runbookUrl) ? workbook.outputs.url : '${telemetry.runbookUrl}#<section>'

module logs 'logs.bicep' = {
  name: 'logs'
  params: { workspaceId: workspace.id, functionAppName: functionAppName, policyAccountName: policyAccountName }
}

module functions 'functions.bicep' = {
  name: 'functions'
  params: { workspaceName: workspaceName }
}

module actionGroups 'action-groups.bicep' = {
  name: 'action-groups'
  params: {
    tags: tags
    pageEmail: alertEmail
    ticketEmail: empty(telemetry.ticketEmail) ? alertEmail : telemetry.ticketEmail
  }
}

module alerts 'alerts.bicep' = {
  name: 'alerts'
  dependsOn: [functions] // Their queries call them.
  params: {
    location: location
    tags: tags
    workspaceId: workspace.id
    dailyCapGb: telemetry.dailyCapGb
    isWatched: isWatched
    isPrivate: isPrivate
    pageGroupIds: actionGroups.outputs.pageGroupIds
    ticketGroupIds: actionGroups.outputs.ticketGroupIds
    runbookLink: runbookLink
  }
}

module webTest 'web-test.bicep' = if (!isPrivate) {
  name: 'web-test'
  params: {
    location: location
    tags: tags
    isWatched: isWatched
    url: url
    insightsName: insightsName
    locations: telemetry.webTestLocations
    groupIds: actionGroups.outputs.pageGroupIds
    runbookLink: runbookLink
  }
}

module workbook 'workbook.bicep' = {
  name: 'workbook'
  params: { location: location, tags: tags, workspaceId: workspace.id }
}
