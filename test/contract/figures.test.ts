/** A figure of a rule is exported once; where it is written by hand, it is compared here. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENTS_CACHE } from '../../functions/list-health-events.ts';
import { operations } from '../../functions/operations.ts';
import { searchRestorePoints } from '../../functions/search-restore-points.ts';
import { BATCH_RULES, BATCH_TIMEOUT_MS } from '../../lib/batch.ts';
import { PAGE_SIZE } from '../../lib/contracts/odata-query.ts';
import { MAX_PARTS } from '../../lib/http/batch.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../lib/http/parse-request.ts';
import { clampRetryAfterMs } from '../../lib/http/retry-after.ts';
import { DEFAULT_LIMITS } from '../../lib/limits.ts';
import { MAX_RETRY_AFTER_MS } from '../../lib/upstream/failure.ts';
import { MAX_LINK } from '../../lib/upstream/sealed-link.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';

const KIB = 1024;
const { rate } = UPSTREAMS.arm.limits;
const copies = UPSTREAMS.documentModels.limits.rate.write;
const { maxAge, staleWhileRevalidate, staleIfError } = EVENTS_CACHE;
const searches = searchRestorePoints.cache ?? EVENTS_CACHE;
const secondsOf = (operation: string) => (operations.find(({ name }) => name === operation)?.timeoutMs ?? 0) / 1_000;

/** Returns the value of a constant that only its own file uses. */
function constantOf(file: string, name: string): number {
  const [, product = ''] = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(readFileSync(file, 'utf8')) ?? [];
  return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}
const STORE = 'lib/cache/table-store.ts';
const PARTS = 'lib/http/batch.ts';

it.each<[file: string, figure: number, text: RegExp]>([
  ['README.md', MAX_PARTS, /`POST \/\$batch` takes up to (\d+) of these requests/],
  ['docs/specification.md', MAX_PARTS, /^\*\*C-68\*\* `POST \/\$batch` takes 1 to (\d+) requests/m],
  ['client/src/batch.ts', MAX_PARTS, /^const MAX_PARTS = (\d+);$/m],
  ['client/src/batch.ts', MAX_PARTS, /one `\$batch` of up to (\d+);/],
  ['lib/batch.ts', MAX_PARTS, /`POST \/\$batch`: up to (\d+) requests/],
  ['docs/specification.md', MAX_LINK, /^\*\*C-39\*\* .* is over ([\d,]+) characters long/m],
  ['docs/reliability.md', DEFAULT_LIMITS.caller.perSecond, /^\*\*P-25\*\* A person .* has (\d+) requests per second/m],
  ['docs/reliability.md', DEFAULT_LIMITS.caller.burst, /^\*\*P-25\*\* A person .*\(burst (\d+),/m],
  ['docs/reliability.md', DEFAULT_LIMITS.cachedResponses, /^\*\*P-25\*\*[^*]* may add ([\d,]+) stored responses/m],
  ['docs/specification.md', PAGE_SIZE.default, /^\*\*R-23\*\* .*?(\d+)/m],
  ['docs/specification.md', PAGE_SIZE.max, /^\*\*R-23\*\* .* at most ([\d ]+);/m],
  ['docs/specification.md', BATCH_TIMEOUT_MS / 1_000, /^\*\*C-77\*\* A batch takes (\d+) s/m],
  ['docs/specification.md', BATCH_RULES.maxBodyBytes / KIB, /^\*\*C-68\*\* .* of (\d+) KiB/m],
  ['docs/specification.md', DEFAULT_MAX_BODY_BYTES / KIB, /^\*\*C-11\*\* A body has at most (\d+) KiB/m],
  ['docs/specification.md', UPSTREAMS.businessData.maxListBytes / KIB ** 2, /^\*\*C-56\*\* .* a list (\d+) MiB/m],
  ['docs/specification.md', UPSTREAMS.arm.maxListBytes / KIB ** 2, /^\*\*C-56\*\* .* management API (\d+) MiB/m],
  ['docs/reliability.md', rate.read.perSecond, /^\*\*P-12\*\* .* management API (\d+) reads/m],
  ['docs/reliability.md', rate.read.burst, /^\*\*P-12\*\* .* reads \(burst (\d+)\)/m],
  ['docs/reliability.md', rate.write.perSecond, /^\*\*P-12\*\* .* (\d+) writes/m],
  ['docs/reliability.md', rate.write.burst, /^\*\*P-12\*\* .* writes \(burst (\d+)\)/m],
  ['docs/reliability.md', copies.perSecond, /^\*\*P-12\*\* .* (\d+) copy authorizations/m],
  ['docs/reliability.md', copies.burst, /^\*\*P-12\*\* .* copy authorizations \(burst (\d+)\)/m],
  ['docs/reliability.md', maxAge, /^\*\*P-15\*\* Events: fresh (\d+) s/m],
  ['docs/cache.md', maxAge, / load +(\d+) s/],
  ['docs/reliability.md', maxAge + staleWhileRevalidate, /^\*\*P-15\*\* .* revalidating to (\d+) s/m],
  ['docs/cache.md', maxAge + staleWhileRevalidate, / (\d+) s \/ - /],
  ['docs/reliability.md', maxAge + staleIfError, /^\*\*P-15\*\* .* stale on error to ([\d,]+) s\. Searches/m],
  ['docs/cache.md', maxAge + staleIfError, / - +([\d,]+) s/],
  ['docs/reliability.md', searches.maxAge, /^\*\*P-15\*\* .* Searches: fresh (\d+) s/m],
  ['docs/cache.md', searches.maxAge, / load +\d+ s \/ (\d+) s/],
  ['docs/reliability.md', searches.maxAge + searches.staleIfError, /^\*\*P-15\*\* .* Searches: .* error to (\d+) s/m],
  ['docs/cache.md', searches.maxAge + searches.staleIfError, / - +[\d,]+ s \/ (\d+) s/],
  ['docs/reliability.md', secondsOf('startStreamingJob'), /^Seconds: (\d+) to create, start or stop/m],
  ['docs/reliability.md', secondsOf('createOrUpdateAuthorization'), /^Seconds: .* (\d+) to create or change/m],
  ['docs/reliability.md', secondsOf('listCustomers'), /^Seconds: .* (\d+) to search, or to list/m],
  ['docs/reliability.md', secondsOf('deleteAuthorization'), /^Seconds: .* (\d+) for other writes/m],
  ['docs/reliability.md', secondsOf('authorizeModelCopy'), /^Seconds: .* (\d+) to authorize a copy/m],
  ['docs/reliability.md', secondsOf('getItem'), /^Seconds: .* (\d+) for other reads/m],
  ['docs/reliability.md', MAX_RETRY_AFTER_MS / 1_000, /^\*\*P-10\*\* .* A call waits (\d+) s at most/m],
  ['docs/reliability.md', clampRetryAfterMs(Number.MAX_VALUE) / 1_000, /^\*\*P-10\*\* .* 1 to (\d+) s\)/m],
  ['docs/reliability.md', constantOf('lib/upstream/scope-limits.ts', 'DOUBLING_MS'), /^\*\*P-10\*\* .* each (\d+) ms/m],
  ['docs/reliability.md', constantOf(STORE, 'LEASE_MS') / 1_000, /^\*\*P-14\*\* .* a lease of (\d+) s/m],
  [
    'docs/reliability.md',
    constantOf('lib/services.ts', 'MEMORY_STORE_BYTES') / KIB ** 2,
    /^\*\*P-17\*\* .*\((\d+) MiB\)/m,
  ],
  ['docs/reliability.md', constantOf(STORE, 'PAUSE_MS') / 1_000, /^\*\*P-20\*\* .* pause the table for (\d+) s/m],
  ['docs/reliability.md', constantOf(STORE, 'MAX_PAUSE_MS') / 60_000, /^\*\*P-20\*\* .*\((\d+) min at most\)/m],
  [
    'docs/reliability.md',
    constantOf('lib/cache/failures.ts', 'REMEMBERED_MS') / 1_000,
    /^\*\*P-27\*\* .* for (\d+) s in memory/m,
  ],
  ['docs/specification.md', constantOf(PARTS, 'MAX_URL_LENGTH'), /^\*\*C-72\*\* .* more than ([\d,]+) or other/m],
  ['docs/specification.md', constantOf(PARTS, 'MAX_HEADERS'), /^\*\*C-74\*\* .* more than (\d+) headers/m],
])('%s says %i, as the code does: %s', (file, figure, text) => {
  const [, written = ''] = text.exec(readFileSync(file, 'utf8')) ?? [];
  expect(Number(written.replace(/[, ]/g, ''))).toBe(figure);
});
