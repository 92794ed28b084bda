import * as z from 'zod';
import { wholeNumber } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';
import { getRestoreSession } from './get-restore-session.ts';

export const listRestoreSessions = defineOperation({
  name: 'listRestoreSessions',
  summary: 'List the restore sessions',
  source: 'R-20',
  path: '/solutions/backupRestore/restoreSessions',
  access: getRestoreSession.access,
  request: {
    query: () => z.object({ $top: wholeNumber(1).describe('The most elements of a page.').optional() }),
  },
  upstream: 'backupRestore',
  upstreamHeaders: { prefer: 'include-unknown-enum-members' },
  paged: {
    // The vendor's sample leads to the collection of one kind.
    siblings: ['sharePoint', 'exchange', 'oneDriveForBusiness'].map(
      (kind) => `/solutions/backupRestore/${kind}RestoreSessions`,
    ),
  },
});
