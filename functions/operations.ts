/** All operations, in the API's order. */
import type { Operation } from '../lib/operation.ts';
import { SettingsError } from '../lib/settings/read-settings.ts';
import { authorizeModelCopy } from './authorize-model-copy.ts';
import { confirmAuthorizationConsentCode } from './confirm-authorization-consent-code.ts';
import { createOrReplaceStreamingJob } from './create-or-replace-streaming-job.ts';
import { createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';
import { deleteApiDiagnostic } from './delete-api-diagnostic.ts';
import { deleteAuthorization } from './delete-authorization.ts';
import { deleteRestoreSession } from './delete-restore-session.ts';
import { deleteStreamingJob } from './delete-streaming-job.ts';
import { fetchHealthEventDetails } from './fetch-health-event-details.ts';
import { getApiDiagnostic } from './get-api-diagnostic.ts';
import { getAuthorization } from './get-authorization.ts';
import { getAuthorizationLoginLinks } from './get-authorization-login-links.ts';
import { getCustomer } from './get-customer.ts';
import { getItem } from './get-item.ts';
import { getRestoreSession } from './get-restore-session.ts';
import { getStreamingJob } from './get-streaming-job.ts';
import { listApiDiagnostics } from './list-api-diagnostics.ts';
import { listAuthorizations } from './list-authorizations.ts';
import { listCompanies } from './list-companies.ts';
import { listCustomers } from './list-customers.ts';
import { listHealthEvents, listNestedHealthEvents } from './list-health-events.ts';
import { listItems } from './list-items.ts';
import { listRestoreSessions } from './list-restore-sessions.ts';
import { listStreamingJobs } from './list-streaming-jobs.ts';
import { listSubscriptionHealthEvents } from './list-subscription-health-events.ts';
import { listSubscriptionStreamingJobs } from './list-subscription-streaming-jobs.ts';
import { searchRestorePoints } from './search-restore-points.ts';
import { startStreamingJob } from './start-streaming-job.ts';
import { stopStreamingJob } from './stop-streaming-job.ts';
import { updateApiDiagnostic } from './update-api-diagnostic.ts';
import { updateStreamingJob } from './update-streaming-job.ts';

export const operations: readonly Operation[] = [
  createOrUpdateAuthorization,
  getAuthorization,
  deleteAuthorization,
  listAuthorizations,
  getAuthorizationLoginLinks,
  confirmAuthorizationConsentCode,
  createOrUpdateApiDiagnostic,
  updateApiDiagnostic,
  getApiDiagnostic,
  deleteApiDiagnostic,
  listApiDiagnostics,
  listHealthEvents,
  listNestedHealthEvents,
  listSubscriptionHealthEvents,
  fetchHealthEventDetails,
  createOrReplaceStreamingJob,
  updateStreamingJob,
  getStreamingJob,
  deleteStreamingJob,
  listStreamingJobs,
  listSubscriptionStreamingJobs,
  startStreamingJob,
  stopStreamingJob,
  searchRestorePoints,
  listRestoreSessions,
  deleteRestoreSession,
  getRestoreSession,
  authorizeModelCopy,
  listCompanies,
  listCustomers,
  getCustomer,
  listItems,
  getItem,
];

/** Returns the operations that OPERATIONS names; `default` is all but the lifecycle operations. @throws SettingsError for an unknown name. */
export function selectOperations(named: readonly string[]): readonly Operation[] {
  const unknown = named.filter(
    (name) => !['all', 'default', ...operations.map((operation) => operation.name.toLowerCase())].includes(name),
  );
  if (unknown.length > 0) throw new SettingsError(`OPERATIONS names no operation: ${unknown.join(', ')}`);
  return operations.filter(
    ({ name, isLifecycle }) =>
      named.includes('all') || named.includes(name.toLowerCase()) || (named.includes('default') && !isLifecycle),
  );
}
