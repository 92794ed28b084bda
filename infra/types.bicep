metadata description = 'Options that belong together.'

@export()
@sealed()
@description('How the function app scales and how its instances are replaced.')
type scaleOptions = {
  @description('Most instances at a time, 40 to 1000. The limits of lib/upstream/limits.ts count for one.')
  maximumInstances: int
  @description('Instances that wait for HTTP calls and are paid for all the time.')
  alwaysReadyInstances: int
  @description('Memory of an instance; its share of CPU goes with it.')
  instanceMemoryMB: 512 | 2048 | 4096
  @description('HTTP calls at a time on one instance, 1 to 1000, from which on another is started.')
  httpConcurrency: int
  @description('How a deployment replaces instances: all at once, or in batches (preview).')
  updateStrategy: 'Recreate' | 'RollingUpdate'
  @description('Whether instances and storage are spread over zones.')
  isZoneRedundant: bool
}

@export()
@sealed()
@description('What is reached by which way.')
type networkOptions = {
  @description('Whether storage and vault are reached by way of private endpoints alone, and calls go out through a virtual network.')
  isPrivate: bool
  @description('Address space of the virtual network: a /25 or larger.')
  addressPrefix: string
}

@export()
@sealed()
@description('What becomes of telemetry.')
type telemetryOptions = {
  @description('How long the audit records are kept, in days.')
  retentionDays: int
  @description('Most that is taken in on a day, in GB; past it, records of that day are lost. -1 for no cap.')
  dailyCapGb: int
  @description('Who is told of alerts by mail; empty for nobody.')
  alertEmail: string
  @description('Where the runbook is read.')
  runbookUrl: string
}
