import { defineOperation } from '../lib/operation.ts';

export const deleteRestoreSession = defineOperation({
  name: 'deleteRestoreSession',
  summary: 'Delete a draft restore session',
  source: 'docs/specification.md#restore-session',
  method: 'DELETE',
  path: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
  access: { role: 'RestoreSessions.Delete' },
  upstream: 'backupRestore',
  responses: { 204: null },
});
