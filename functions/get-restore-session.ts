import { RestoreSession } from '../lib/contracts/restore-session.ts';
import { defineOperation } from '../lib/operation.ts';
import { deleteRestoreSession } from './delete-restore-session.ts';

/** Reads a restore session of any kind. */
export const getRestoreSession = defineOperation({
  name: 'getRestoreSession',
  summary: 'Read a restore session',
  source: 'R-04',
  method: 'GET',
  path: deleteRestoreSession.path,
  access: { role: 'RestoreSessions.Read', resource: '/solutions/backupRestore' },
  request: { params: deleteRestoreSession.request.params },
  upstream: 'backupRestore',
  // Without it the upstream replaces later statuses, `failed` among them, by `unknownFutureValue`.
  upstreamHeaders: { prefer: 'include-unknown-enum-members' },
  timeoutMs: 8_000,
  attempts: { max: 3, timeoutMs: 3_000, idempotency: 'safe' },
  responses: { 200: RestoreSession },
  errors: 'backupRestore',
});
