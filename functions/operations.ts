/** All operations, in the API's order. */
import type { Operation } from '../lib/operation.ts';
import { authorizeModelCopy } from './authorize-model-copy.ts';
import { createOrReplaceStreamingJob } from './create-or-replace-streaming-job.ts';
import { createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';
import { deleteRestoreSession } from './delete-restore-session.ts';
import { getCustomer } from './get-customer.ts';
import { getItem } from './get-item.ts';
import { listHealthEvents, listNestedHealthEvents } from './list-health-events.ts';
import { searchRestorePoints } from './search-restore-points.ts';

export const operations: readonly Operation[] = [
  createOrUpdateAuthorization,
  createOrUpdateApiDiagnostic,
  listHealthEvents,
  listNestedHealthEvents,
  createOrReplaceStreamingJob,
  searchRestorePoints,
  deleteRestoreSession,
  authorizeModelCopy,
  getCustomer,
  getItem,
];
