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
  responses: { 200: [] },
});
