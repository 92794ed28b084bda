metadata description = 'Parameter types of main.bicep.'

@export()
@sealed()
@description('Scale and instance replacement of the function app.')
type scaleOptions = {
  @description('Maximum number of instances, 40 to 1000. The rates of lib/upstream/limits.ts apply to all together.')
  maximumInstances: int
  @description('Always-ready instances for HTTP. They are billed continuously.')
  alwaysReadyInstances: int
  @description('Memory of an instance; CPU scales with it.')
  instanceMemoryMB: 512 | 2048 | 4096
  @description('Concurrent HTTP calls per instance, 1 to 1000, above which another instance starts.')
  httpConcurrency: int
  @description('How a deployment replaces instances: all at once, or in batches (preview).')
  updateStrategy: 'Recreate' | 'RollingUpdate'
  @description('Whether instances and storage are zone-redundant.')
  isZoneRedundant: bool
}

@export()
@sealed()
@description('Private networking.')
type networkOptions = {
  @description('Whether storage and vault are reachable only through private endpoints, and outbound calls use a virtual network.')
  isPrivate: bool
  @description('Address space of the virtual network: a /25 or larger.')
  addressPrefix: string
}

@export()
@sealed()
@description('Retention, cap and alert recipients of telemetry.')
type telemetryOptions = {
  @description('Retention of audit records, in days.')
  retentionDays: int
  @description('Daily ingestion cap in GB; records above it are lost. The default is for 100 calls per second (docs/scale.md). -1 for no cap.')
  dailyCapGb: int
  @description('E-mail address for alerts that wake nobody, and the daily digest; if empty, that of the others.')
  ticketEmail: string
  @description('URL of docs/runbook.md as a page with an anchor per section; if empty, alerts link to the workbook, which has its text.')
  runbookUrl: string
  @description('Locations that ask /readyz, each every ten minutes: five or more.')
  webTestLocations: string[]
}
