/** The operations as the console shows them, grouped by the service behind them. */

export interface ConsoleOperation {
  /** In the address after `#/`. */
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** The app role that the API asks for. */
  readonly role: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly about: string;
  /** Names of the API's operations that a record may bear. */
  readonly names: readonly string[];
}

export const OPERATIONS: readonly ConsoleOperation[] = [
  {
    id: 'health-events',
    title: 'Health events',
    group: 'Management',
    role: 'HealthEvents.Read',
    method: 'GET',
    path: '/{resourceUri}/providers/{ns}.ResourceHealth/events',
    about: 'What goes wrong, is planned or has ended around one resource.',
    names: ['listHealthEvents', 'listNestedHealthEvents'],
  },
  {
    id: 'streaming-jobs',
    title: 'Streaming jobs',
    group: 'Management',
    role: 'StreamingJobs.Write',
    method: 'PUT',
    path: '…/{ns}.StreamAnalytics/streamingjobs/{jobName}',
    about: 'Create a job, or replace the whole of one, with its inputs, outputs and query.',
    names: ['createOrReplaceStreamingJob'],
  },
  {
    id: 'authorizations',
    title: 'Authorizations',
    group: 'Management',
    role: 'Authorizations.Write',
    method: 'PUT',
    path: '…/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    about: 'Connect an API gateway to an external OAuth 2.0 identity.',
    names: ['createOrUpdateAuthorization'],
  },
  {
    id: 'api-diagnostics',
    title: 'API diagnostics',
    group: 'Management',
    role: 'ApiDiagnostics.Write',
    method: 'PUT',
    path: '…/apis/{apiId}/diagnostics/{diagnosticId}',
    about: 'What of the messages to and from an API is logged, and where.',
    names: ['createOrUpdateApiDiagnostic'],
  },
  {
    id: 'restore-points',
    title: 'Restore points',
    group: 'Backup and restore',
    role: 'RestorePoints.Search',
    method: 'POST',
    path: '/solutions/backupRestore/restorePoints/search',
    about: 'Find the moments that sites, drives and mailboxes can be restored to.',
    names: ['searchRestorePoints'],
  },
  {
    id: 'restore-sessions',
    title: 'Restore sessions',
    group: 'Backup and restore',
    role: 'RestoreSessions.Delete',
    method: 'DELETE',
    path: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
    about: 'Delete a session that is still a draft.',
    names: ['deleteRestoreSession'],
  },
  {
    id: 'model-copies',
    title: 'Model copies',
    group: 'Documents',
    role: 'DocumentModels.AuthorizeCopy',
    method: 'POST',
    path: '/{docs}/documentModels:authorizeCopy',
    about: 'Authorize the copy of a document model to this resource.',
    names: ['authorizeModelCopy'],
  },
  {
    id: 'customers',
    title: 'Customers',
    group: 'Business data',
    role: 'Customers.Read',
    method: 'GET',
    path: '/companies({companyId})/customers({customerId})',
    about: 'One customer of a company, with the relations that you ask for.',
    names: ['getCustomer'],
  },
  {
    id: 'items',
    title: 'Items',
    group: 'Business data',
    role: 'Items.Read',
    method: 'GET',
    path: '/companies({companyId})/items({itemId})',
    about: 'One item of a company: price, cost and stock.',
    names: ['getItem'],
  },
];

export const GROUPS: readonly string[] = [...new Set(OPERATIONS.map(({ group }) => group))];

/** Answers an operation by its id in the address; throws for an id that the console does not have. */
export function findOperation(id: string): ConsoleOperation {
  const operation = OPERATIONS.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return operation;
}
