/** The search for restore points, and its forms for the cache. Source: docs/specification.md#restore-points. */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { openList } from './schema/annotations.ts';
import { inline, object, requiredInRequest } from './schema/resource.ts';
import { memberRule } from './schema/rules.ts';
import { dateTime, expression, singleLine } from './schema/scalars.ts';

const MAX_UNITS = 20;

/** The specification has no grammar for ids; the limits on length, separators and repetition are ours (A51). */
const protectionUnitIds = () =>
  z
    .array(singleLine(1, 256).regex(/^(?!\.{1,2}$)[^/\\%?#]*$/, 'must not contain / \\ % ? # or be only dots'))
    .min(1, { error: `must have 1 to ${MAX_UNITS} elements` })
    .max(MAX_UNITS, { error: `must have 1 to ${MAX_UNITS} elements` })
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a unit twice')
    .describe('Ids of protection units.');

const oneUnitPerQuery = memberRule(
  ['protectionUnitIds'],
  'must have one element when artifactQuery.queryExpression is given',
  ({ protectionUnitIds: ids, artifactQuery }) =>
    !Array.isArray(ids) || ids.length <= 1 || !hasExpression(artifactQuery),
);

const endNotBeforeStart = memberRule(
  ['protectionTimePeriod', 'endDateTime'],
  'must not be before startDateTime',
  ({ protectionTimePeriod: period }) => {
    const { startDateTime, endDateTime } = isJsonObject(period) ? period : ({} as JsonObject);
    // Only the upstream knows the zone of a time without one.
    if (hasZone(startDateTime) !== hasZone(endDateTime)) return true;
    return !(toInstant(endDateTime) < toInstant(startDateTime));
  },
);

function hasZone(dateTime: unknown): boolean {
  return typeof dateTime === 'string' && /(?:Z|[+-]\d{2}:?\d{2})$/.test(dateTime);
}

function hasExpression(artifactQuery: unknown): boolean {
  const { queryExpression } = isJsonObject(artifactQuery) ? artifactQuery : ({} as JsonObject);
  return typeof queryExpression === 'string' && queryExpression !== '';
}

export const RestorePointSearch = object(
  'RestorePointSearch',
  () => ({
    protectionUnitIds: requiredInRequest(protectionUnitIds()),
    protectionTimePeriod: requiredInRequest(
      inline({ startDateTime: requiredInRequest(dateTime), endDateTime: dateTime }),
    ),
    restorePointPreference: z
      .enum(['latest', 'oldest'])
      .describe('The latest or the oldest restore point of the period.'),
    // The specification's table has the names of the type, its text how they appear in JSON.
    tags: z
      .enum(['none', 'fastRestore', 'unknownFutureValue', 'None', 'FastRestore', 'UnknownFutureValue'])
      .describe('Restore point type.'),
    artifactQuery: inline({
      // The specification has no exact grammar: sent unchanged, within a length limit of ours.
      queryExpression: expression(0, 4096).describe(
        "A query such as Sender -eq 'a@example.com' -and HasAttachment -eq 'true'.",
      ),
      artifactType: openList(['message']),
    }),
  }),
  { description: 'Which restore points to look for.', rules: [oneUnitPerQuery, endNotBeforeStart] },
);

/**
 * Returns a valid search with its units, which are a set, sorted: equal searches share a cache entry. Times stay as sent: only
 * the upstream knows the zone of a time without one, and how precisely it reads a fraction.
 */
export function toCanonicalSearch(body: unknown): unknown {
  const search = body as { readonly protectionUnitIds: readonly string[] };
  return { ...search, protectionUnitIds: search.protectionUnitIds.toSorted() };
}

/** Returns the epoch milliseconds at which the first restore point of a result expires; undefined if none has an expiration. */
export function toEarliestExpiration(searchResults: readonly unknown[]): number | undefined {
  const instants = (searchResults as readonly { restorePoint?: { expirationDateTime?: unknown } }[])
    .map((result) => toInstant(result?.restorePoint?.expirationDateTime))
    .filter(Number.isFinite);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** Returns epoch milliseconds; NaN, which is neither before nor after another, if the value is no date-time. */
function toInstant(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
