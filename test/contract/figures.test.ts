/** A figure of a rule is exported once; where it is written by hand, it is compared here. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENTS_CACHE } from '../../functions/list-health-events.ts';
import { operations } from '../../functions/operations.ts';
import { searchRestorePoints } from '../../functions/search-restore-points.ts';
import { STORED_COST } from '../../lib/auth/rate-limit.ts';
import { BATCH_RULES, BATCH_TIMEOUT_MS } from '../../lib/batch.ts';
import { PAGE_SIZE } from '../../lib/contracts/odata-query.ts';
import { MAX_PARTS } from '../../lib/http/batch.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../lib/http/parse-request.ts';
import { MAX_VALUE_LENGTH } from '../../lib/http/path.ts';
import { clampRetryAfterMs } from '../../lib/http/retry-after.ts';
import { DEFAULT_LIMITS } from '../../lib/limits.ts';
import { USABLE_FOR_MS } from '../../lib/policy/policy-source.ts';
import { MAX_RETRY_AFTER_MS, MIN_ATTEMPT_MS } from '../../lib/upstream/failure.ts';
import { MAX_LINK } from '../../lib/upstream/sealed-link.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';

const [KIB, MIB, HOUR_MS] = [1024, 1024 ** 2, 3_600_000];
const { rate } = UPSTREAMS.arm.limits;
const copies = UPSTREAMS.documentModels.limits.rate.write;
const { maxAge, staleWhileRevalidate, staleIfError } = EVENTS_CACHE;
const searches = searchRestorePoints.cache ?? EVENTS_CACHE;
const secondsOf = (operation: string) => (operations.find(({ name }) => name === operation)?.timeoutMs ?? 0) / 1_000;

/** Returns the figure that follows this text in a file that keeps it to itself: a product of numbers. */
function figureIn(file: string, before: string): number {
  const at = readFileSync(file, 'utf8').split(before)[1] ?? '';
  const [product = ''] = /^[\d._]+(?: \* [\d_]+)*/.exec(at) ?? [];
  return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}
/** Returns the value of a constant that only its own file uses. */
const constantOf = (file: string, name: string) => figureIn(file, `const ${name} = `);
const secondsIn = (file: string, name: string) => constantOf(file, name) / 1_000;

const STORE = 'lib/cache/table-store.ts';
const RESPONSES = 'lib/cache/response-cache.ts';
const SWEEP = 'lib/cache/sweep.ts';
const PARTS = 'lib/http/batch.ts';
const GATES = 'lib/upstream/scope-limits.ts';
const BREAKER = 'lib/upstream/circuit-breaker.ts';
const FAILURE = 'lib/upstream/failure.ts';
const TOKENS = 'lib/upstream/token-cache.ts';
const ACCEPTED = 'lib/upstream/accept-response.ts';
const ERRORS = 'lib/upstream/error-response.ts';
const KEYS = 'lib/auth/jwks.ts';
const POLICY = 'lib/policy/table-policy.ts';
const ODATA = 'lib/contracts/odata-query.ts';

/** Each of the last calls may need another token. */
const sweepMs =
  constantOf(SWEEP, 'RUN_MS') +
  2 * (constantOf(SWEEP, 'CALL_TIMEOUT_MS') + constantOf('lib/services.ts', 'TABLE_TOKEN_WAIT_MS'));
const DEADLINES = 'docs/reliability.md';
const pauses = 'const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, ';
const policySeconds = ['MAX_AGE_MS', 'LOOK_TIMEOUT_MS', 'READ_TIMEOUT_MS', 'RETRY_MS'].reduce(
  (sum, name) => sum + secondsIn(POLICY, name),
  0,
);
const responseMib = constantOf('lib/compile-operation.ts', 'MAX_RESPONSE_BYTES') / MIB;
const listing = new Set<string>(
  operations.filter(({ responses }) => 'list' in (responses[200] ?? {})).map((one) => one.upstream),
);
/** What all places hold; an upstream without lists returns none. */
const placesMib = Object.entries(UPSTREAMS).reduce((sum, [name, { limits, maxListBytes }]) => {
  const { read, write } = limits.bulkhead;
  const listMib = listing.has(name) ? maxListBytes / MIB : responseMib;
  return sum + read.parallel * listMib + write.parallel * responseMib;
}, 0);
const backoffMs = constantOf(FAILURE, 'FIRST_BACKOFF_MS');

const WORDS = ['half', 'seven tenths', 'hundredth', 'twentieth', 'twice', 'three', 'four', 'five', 'ten', 'hundred'];
const VALUES = [0.5, 0.7, 0.01, 0.05, 2, 3, 4, 5, 10, 100];

function parse(written: string): number {
  const at = WORDS.indexOf(written.toLowerCase());
  return at < 0 ? Number(written.replace(/[, ]/g, '')) : (VALUES[at] as number);
}

/** What an instance of 512 MB has besides host and worker. */
const ROOM_MIB = 160;

it('what all places hold fits beside host and worker into an instance of 512 MB (A85, P-25)', () => {
  expect(placesMib).toBeLessThanOrEqual(ROOM_MIB);
});

/** The text of a rule with its figure as `#`. */
it.each<[rule: string, text: string, figure: number]>([
  ['P-02', 'at most #:', constantOf(FAILURE, 'MAX_ATTEMPTS') - 1],
  ['P-04', 'random up to # ms', backoffMs],
  ['P-04', 'the third # ms', 2 * backoffMs],
  ['P-05', 'is # s at most', MAX_RETRY_AFTER_MS / 1_000],
  ['P-05', 'leaves # ms', MIN_ATTEMPT_MS],
  ['P-08', '# of the resources', figureIn(BREAKER, 'FAILING_SHARE] = [3, ')],
  ['P-08', 'last # seconds', secondsIn(BREAKER, 'WINDOW_MS')],
  ['P-08', '# at least', figureIn(BREAKER, '[FAILING_VOTERS, FAILING_SHARE] = [')],
  ['P-08', 'no response in # seconds', secondsIn('lib/upstream/admission.ts', 'NO_ANSWER_MS')],
  ['P-10', '1 to # s)', clampRetryAfterMs(Number.MAX_VALUE) / 1_000],
  ['P-10', 'A call waits # s at most', MAX_RETRY_AFTER_MS / 1_000],
  ['P-10', 'each # ms', constantOf(GATES, 'DOUBLING_MS')],
  ['P-11', 'in the last # s', secondsIn('lib/upstream/limit.ts', 'RECENT_MS')],
  ['P-12', 'management API # reads', rate.read.perSecond],
  ['P-12', 'reads (burst #)', rate.read.burst],
  ['P-12', ', # writes', rate.write.perSecond],
  ['P-12', 'writes (burst #)', rate.write.burst],
  ['P-12', '# copy authorizations', copies.perSecond],
  ['P-12', 'copy authorizations (burst #)', copies.burst],
  ['P-12', 'falls to #,', figureIn(GATES, 'DECREASE] = [0.01, ')],
  ['P-12', 'rises by a # of', figureIn(GATES, '[INCREASE, DECREASE] = [')],
  ['P-13', 'remembered for # s', secondsIn('lib/cache/failures.ts', 'REMEMBERED_MS')],
  ['P-14', 'a lease of # s', secondsIn(STORE, 'LEASE_MS')],
  ['P-14', 'wait for at most # s', secondsIn('lib/cache/loader.ts', 'MAX_LEASE_WAIT_MS')],
  ['P-15', 'Events: fresh # s', maxAge],
  ['P-15', 'revalidating to # s', maxAge + staleWhileRevalidate],
  ['P-15', 'stale on error to # s. Searches', maxAge + staleIfError],
  ['P-15', 'Searches: fresh # s', searches.maxAge],
  ['P-15', 'error to # s, never', searches.maxAge + searches.staleIfError],
  ['P-17', 'memory (# MiB)', constantOf('lib/services.ts', 'MEMORY_STORE_BYTES') / MIB],
  ['P-18', 'at most # s after', secondsIn(RESPONSES, 'STALE_IF_SLOW_MS')],
  ['P-18', 'for at most # s;', constantOf('lib/cache/freshness.ts', 'ACCESS_LOST_GRACE_SECONDS')],
  ['P-19', 'load in # s', secondsIn(RESPONSES, 'FORCE_INTERVAL_MS')],
  ['P-20', '# failures in a row', constantOf(STORE, 'FAILURES_IN_A_ROW')],
  ['P-20', 'the table for # s', secondsIn(STORE, 'PAUSE_MS')],
  ['P-20', '(# min at most)', secondsIn(STORE, 'MAX_PAUSE_MS') / 60],
  ['P-21', 'or # min before its end', secondsIn(TOKENS, 'REFRESH_BEFORE_MS') / 60],
  ['P-21', 'until # s before its end', secondsIn(TOKENS, 'MIN_LIFE_MS')],
  ['P-21', 'once in # s', figureIn(TOKENS, pauses) / 1_000],
  ['P-22', '4 … # s', figureIn(TOKENS, pauses) / 1_000],
  ['P-22', 'after a 400 for # s', figureIn(TOKENS, pauses) / 1_000],
  ['P-23', 'usable for # h', constantOf(KEYS, 'USABLE_FOR_MS') / HOUR_MS],
  ['P-23', 'at most # KiB', constantOf(KEYS, 'MAX_BYTES') / KIB],
  ['P-23', 'and # keys', constantOf(KEYS, 'MAX_KEYS')],
  ['P-24', ', # s after the last', secondsIn(KEYS, 'MIN_INTERVAL_MS')],
  ['P-25', 'has # requests per second', DEFAULT_LIMITS.caller.perSecond],
  ['P-25', '(burst #,', DEFAULT_LIMITS.caller.burst],
  ['P-25', 'count a #,', STORED_COST],
  ['P-25', 'for each # KiB, a response', constantOf('lib/auth/rate-limit.ts', 'BODY_BYTES_PER_CALL') / KIB],
  ['P-25', 'one, for each # KiB', constantOf('lib/auth/rate-limit.ts', 'RESPONSE_BYTES_PER_CALL') / KIB],
  ['P-25', 'hold # MiB at most', ROOM_MIB],
  ['P-25', 'may add # stored', DEFAULT_LIMITS.cachedResponses],
  ['P-26', 'Every # min', secondsIn(SWEEP, 'INTERVAL_MS') / 60],
  ['P-26', 'within # s', Math.ceil(sweepMs / 15_000) * 15],
  ['P-27', 'for # s in memory', secondsIn('lib/cache/failures.ts', 'REMEMBERED_MS')],
  ['P-29', 'every # to', secondsIn(POLICY, 'MIN_DUE_MS')],
  ['P-29', ' to # s;', secondsIn(POLICY, 'MAX_DUE_MS')],
  ['P-29', 'within # s', policySeconds],
  ['P-29', 'for # hours', USABLE_FOR_MS / HOUR_MS],
  ['C-02', 'a # failing', constantOf('lib/http/parse-request.ts', 'MAX_DETAILS')],
  ['C-11', 'at most # KiB', DEFAULT_MAX_BODY_BYTES / KIB],
  ['C-11', 'job # MiB', figureIn('functions/create-or-replace-streaming-job.ts', 'maxBodyBytes: ') / MIB],
  ['C-11', ', # levels', figureIn('lib/http/parse-json.ts', 'BODY_LIMITS: JsonLimits = { levels: ')],
  ['C-11', 'and # values', figureIn('lib/http/parse-json.ts', '{ levels: 32, values: ')],
  ['C-12', 'at most # letters', MAX_VALUE_LENGTH],
  ['C-16', 'at most # visible', figureIn('lib/http/message.ts', 'text.length <= ')],
  ['C-21', 'at most # char', figureIn(ODATA, 'filterExpression = singleLine(0, ')],
  ['C-22', 'at most # char', figureIn('lib/contracts/restore-points.ts', 'queryExpression: expression(0, ')],
  ['C-23', '1 to # char', figureIn('lib/contracts/restore-points.ts', '.array(singleLine(1, ')],
  ['C-32', 'after # levels', constantOf(ERRORS, 'MAX_DEPTH')],
  ['C-32', ', # of a level', constantOf(ERRORS, 'MAX_DETAILS')],
  ['C-32', 'and # char', constantOf(ERRORS, 'MAX_TEXT')],
  ['C-34', 'within # minutes', secondsIn('lib/observability/alerts.ts', 'REPEAT_MS') / 60],
  ['C-39', 'is over # char', MAX_LINK],
  ['C-40', 'at most # levels', constantOf(ACCEPTED, 'MAX_DEPTH')],
  ['C-47', 'over # bytes', constantOf('lib/http/encode-body.ts', 'MIN_BYTES')],
  ['C-53', 'at most # levels', constantOf(ACCEPTED, 'MAX_DEPTH')],
  ['C-56', 'at most # MiB', responseMib],
  ['C-56', 'a list # MiB', UPSTREAMS.businessData.maxListBytes / MIB],
  ['C-56', 'management API # MiB', UPSTREAMS.arm.maxListBytes / MIB],
  ['C-56', ', # levels', constantOf(ACCEPTED, 'MAX_DEPTH')],
  ['C-56', 'and # values', constantOf(ACCEPTED, 'MIN_MAX_VALUES')],
  ['C-56', 'each # char', constantOf(ACCEPTED, 'BYTES_PER_VALUE')],
  ['C-57', 'more than #,', constantOf('lib/auth/authorize.ts', 'MAX_NAMED')],
  ['C-68', '1 to # requests', MAX_PARTS],
  ['C-68', 'of # KiB', BATCH_RULES.maxBodyBytes / KIB],
  ['C-68', ', # levels', BATCH_RULES.jsonLimits.levels],
  ['C-68', 'and # values', BATCH_RULES.jsonLimits.values],
  ['C-68', '1 to # printable', figureIn(PARTS, '.min(1)\n      .max(')],
  ['C-72', 'more than # or other', constantOf(PARTS, 'MAX_URL_LENGTH')],
  ['C-74', 'more than # headers', constantOf(PARTS, 'MAX_HEADERS')],
  ['C-77', 'takes # s', BATCH_TIMEOUT_MS / 1_000],
  ['C-80', '# parts', constantOf('lib/batch.ts', 'PARALLEL_PARTS')],
  ['C-80', 'more than # MiB', constantOf('lib/batch.ts', 'MAX_RESPONSE_BYTES') / MIB],
  ['R-07', '1 to # char', figureIn('functions/confirm-authorization-consent-code.ts', 'text(1, ')],
  ['R-10', 'at most # letters', figureIn('functions/fetch-health-event-details.ts', 'text(1, ')],
  ['R-16', 'at most # letters', figureIn('functions/list-subscription-health-events.ts', 'text(1, ')],
  ['R-17', 'Up to # empty', constantOf('lib/fetch-upstream.ts', 'MAX_EMPTY_PAGES')],
  ['R-21', 'at most # char', figureIn(ODATA, '$filter: expression(1, ')],
  ['R-23', 'A page has # elements', PAGE_SIZE.default],
  ['R-23', 'at most #;', PAGE_SIZE.max],
])('%s says %j, %d, as the code does', (rule, text, figure) => {
  const documents = readFileSync('docs/reliability.md', 'utf8') + readFileSync('docs/specification.md', 'utf8');
  const paragraph = documents.split(`\n**${rule}** `)[1]?.split('\n\n')[0]?.replaceAll('\n', ' ') ?? '';
  const [before = '', after = ''] = text.split('#').map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const number = `(\\d[\\d, ]*(?<= *\\d)|${WORDS.join('|')})`;
  const [, written = ''] = new RegExp(before + number + after, 'i').exec(paragraph) ?? [];
  expect(parse(written)).toBeCloseTo(figure, 9);
});

it.each<[file: string, figure: number, text: RegExp]>([
  ['README.md', MAX_PARTS, /`POST \/\$batch` takes up to (\d+) of these requests/],
  ['client/src/batch.ts', MAX_PARTS, /^const MAX_PARTS = (\d+);$/m],
  ['client/src/batch.ts', MAX_PARTS, /one `\$batch` of up to (\d+);/],
  ['lib/batch.ts', MAX_PARTS, /`POST \/\$batch`: up to (\d+) requests/],
  ['docs/cache.md', maxAge, / load +(\d+) s/],
  ['docs/cache.md', maxAge + staleWhileRevalidate, / (\d+) s \/ - /],
  ['docs/cache.md', maxAge + staleIfError, / - +([\d,]+) s/],
  ['docs/cache.md', searches.maxAge, / load +\d+ s \/ (\d+) s/],
  ['docs/cache.md', searches.maxAge + searches.staleIfError, / - +[\d,]+ s \/ (\d+) s/],
  [DEADLINES, secondsOf('startStreamingJob'), /^Seconds: (\d+) to create, start or stop/m],
  [DEADLINES, secondsOf('createOrUpdateAuthorization'), /^Seconds: .* (\d+) to create or change/m],
  [DEADLINES, secondsOf('listCustomers'), /^Seconds: .* (\d+) to search, or to list/m],
  [DEADLINES, secondsOf('deleteAuthorization'), /^Seconds: .* (\d+) for other writes/m],
  [DEADLINES, secondsOf('authorizeModelCopy'), /^Seconds: .* (\d+) to authorize a copy/m],
  [DEADLINES, secondsOf('getItem'), /^Seconds: .* (\d+) for other reads/m],
  [DEADLINES, secondsIn('lib/upstream/client.ts', 'CONNECT_TIMEOUT_MS'), /, but (\d+) s to connect/],
  [DEADLINES, secondsIn(TOKENS, 'FETCH_TIMEOUT_MS'), /token may take (\d+) s/],
  [DEADLINES, secondsIn(KEYS, 'FETCH_TIMEOUT_MS'), /the key set (\d+) s/],
  [DEADLINES, constantOf(STORE, 'READ_TIMEOUT_MS'), /a table call before a load (\d+) ms/],
  [DEADLINES, secondsIn('lib/http/http-client.ts', 'KEEP_ALIVE_MS'), /idle for (\d+) s/],
  [DEADLINES, secondsIn('lib/http/http-client.ts', 'MAX_AGE_MS'), /, (\d+) s old/],
  [DEADLINES, constantOf('lib/auth/authenticate.ts', 'CLOCK_TOLERANCE_SECONDS'), /with (\d+) s of leeway/],
])('%s says %i, as the code does: %s', (file, figure, text) => {
  const [, written = ''] = text.exec(readFileSync(file, 'utf8')) ?? [];
  expect(parse(written)).toBe(figure);
});
