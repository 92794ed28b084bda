import { defineOperation } from '../lib/operation.ts';
import { deleteRestoreSession } from './delete-restore-session.ts';

export const getRestoreSession = defineOperation({
  name: 'getRestoreSession',
  summary: 'Read a restore session',
  source: 'R-04',
  path: deleteRestoreSession.path,
  access: { role: 'RestoreSessions.Read' },
  upstream: 'backupRestore',
  // Without it the upstream replaces later statuses, `failed` among them, by `unknownFutureValue`.
  upstreamHeaders: { prefer: 'include-unknown-enum-members' },
});
