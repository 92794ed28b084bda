/** The roles that operations require. A policy with any other does not load: its grant would allow nothing. */

export const ROLES = [
  'Authorizations.Write',
  'ApiDiagnostics.Write',
  'HealthEvents.Read',
  'StreamingJobs.Write',
  'RestorePoints.Search',
  'RestoreSessions.Delete',
  'DocumentModels.AuthorizeCopy',
  'Customers.Read',
  'Items.Read',
] as const;
