import { RestorePointSearch, toCanonicalSearch, toEarliestExpiration } from '../lib/contracts/restore-points.ts';
import { defineOperation } from '../lib/operation.ts';

/** Searches the restore points of protection units. A search changes nothing, so its response may be cached. */
export const searchRestorePoints = defineOperation({
  name: 'searchRestorePoints',
  summary: 'Search restore points',
  source: 'docs/specification.md#restore-points',
  method: 'POST',
  effect: 'none',
  path: '/solutions/backupRestore/restorePoints/search',
  access: { role: 'RestorePoints.Search' },
  request: { body: RestorePointSearch },
  upstream: 'backupRestore',
  timeoutMs: 20_000,
  responses: { 200: { list: 'searchResults', each: ['restorePoint'] } },
  auditedMember: 'protectionUnitIds',
  cache: {
    maxAge: 30,
    staleWhileRevalidate: 0,
    staleIfError: 300,
    toCanonicalBody: toCanonicalSearch,
    toExpiry: toEarliestExpiration,
  },
});
