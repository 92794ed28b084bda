/** The roles that operations require. Written by `npm run generate` from the operations. */
export const ROLES = [
  'Authorizations.Write',
  'Authorizations.Read',
  'ApiDiagnostics.Write',
  'ApiDiagnostics.Read',
  'HealthEvents.Read',
  'HealthEvents.ReadSensitive',
  'StreamingJobs.Write',
  'StreamingJobs.Read',
  'StreamingJobs.Operate',
  'RestorePoints.Search',
  'RestoreSessions.Read',
  'RestoreSessions.Delete',
  'DocumentModels.AuthorizeCopy',
  'Companies.Read',
  'Customers.Read',
  'Items.Read',
] as const;
