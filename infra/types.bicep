metadata description = 'Parameter types of main.bicep.'

@export()
@sealed()
@description('Scale and instance replacement of the function app.')
type scaleOptions = {
  @description('Maximum number of instances. The rates of docs/scale.md apply to each.')
  @minValue(40)
  @maxValue(1000)
  maximumInstances: int
  @description('Always-ready instances for HTTP. They are billed continuously.')
  @minValue(0)
  @maxValue(1000)
  alwaysReadyInstances: int
  @description('Memory of an instance; CPU scales with it.')
  instanceMemoryMB: 512 | 2048 | 4096
  @description('Concurrent HTTP calls per instance, above which another instance starts.')
  @minValue(1)
  @maxValue(1000)
  httpConcurrency: int
  @description('How a deployment replaces instances: all at once, or in batches (preview).')
  updateStrategy: 'Recreate' | 'RollingUpdate'
  @description('Whether instances and storage are zone-redundant.')
  isZoneRedundant: bool
}

@export()
@sealed()
@description('Who may call, and how storage and vault are reached.')
type networkOptions = {
  @description('public: everybody with a token. allowList: only from allowedRanges. private: only from inside the virtual network, through which storage and vault are reached, too.')
  access: 'public' | 'allowList' | 'private'
  @description('Address ranges of callers, as 203.0.113.0/24; only for allowList. The platform takes 500.')
  @maxLength(500)
  allowedRanges: string[]
  @description('Address space of the virtual network: a /25 or larger.')
  addressPrefix: string
}

@export()
@sealed()
@description('Retention, cap and alert recipients of telemetry.')
type telemetryOptions = {
  @description('Retention of audit records, in days.')
  @minValue(30)
  @maxValue(730)
  retentionDays: int
  @description('Daily ingestion cap in GB; records above it are lost. The default is for 100 calls per second (docs/scale.md). -1 for no cap.')
  @minValue(-1)
  dailyCapGb: int
  @description('E-mail address for alerts that wake nobody, and the daily digest; if empty, that of the others.')
  ticketEmail: string
  @description('URL of docs/runbook.md as a page with an anchor per section; if empty, alerts link to the workbook, which has its text.')
  runbookUrl: string
  @description('Locations that ask /readyz, each every ten minutes.')
  @minLength(5)
  webTestLocations: string[]
}
