/** The search of restore points. Source: spec 3, Restore point search request, Restore point search response. */
import * as z from 'zod';
import { openList } from './annotate.ts';
import { always, asAnswer, asRequest, required } from './form.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { memberRule } from './member-rule.ts';
import { dateTime, int32, singleLine, stringList } from './scalars.ts';

const MAX_UNITS = 20;

/** Ids have no grammar in the specification: length, separators and repetition are ruled out by us (reliability A51). */
const protectionUnitId = singleLine(1, 256).regex(
  /^(?!\.{1,2}$)[^/\\%?#]*$/,
  'must not hold / \\ % ? # or be dots alone',
);

const protectionUnitIds = z
  .array(protectionUnitId)
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

function hasExpression(artifactQuery: unknown): boolean {
  const { queryExpression } = isJsonObject(artifactQuery) ? artifactQuery : ({} as JsonObject);
  return typeof queryExpression === 'string' && queryExpression !== '';
}

/** Whether literals in single quotes are closed and the parentheses outside of them balance. */
function isBalanced(expression: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (const character of expression) {
    if (character === "'") isQuoted = !isQuoted;
    else if (!isQuoted && character === '(') depth++;
    else if (!isQuoted && character === ')' && --depth < 0) return false;
  }
  return depth === 0 && !isQuoted;
}

export const RestorePointSearch = asRequest.object(
  'RestorePointSearch',
  {
    protectionUnitIds: required(protectionUnitIds),
    protectionTimePeriod: required(asRequest.inline({ startDateTime: required(dateTime), endDateTime: dateTime })),
    restorePointPreference: z
      .enum(['latest', 'oldest'])
      .describe('The latest or the oldest restore point of the period.'),
    // The table writes the names of the type, the text beside it how they appear in JSON.
    tags: z
      .enum(['none', 'fastRestore', 'unknownFutureValue', 'None', 'FastRestore', 'UnknownFutureValue'])
      .describe('Restore point type.'),
    artifactQuery: asRequest.inline({
      // The grammar is described, not given: relayed as it came, within a bound of ours.
      queryExpression: singleLine(0, 4096)
        .refine(isBalanced, 'must close its quotes and parentheses')
        .describe("A query such as Sender -eq 'a@example.com' -and HasAttachment -eq 'true'."),
      artifactType: openList(['message']),
    }),
  },
  { description: 'Which restore points to look for.', rules: [oneUnitPerQuery] },
);

const protectionUnit = asAnswer.object('ProtectionUnit', {
  '@odata.type': z.string(),
  id: z.string(),
  siteId: z.string(),
  policyId: z.string(),
});

const restorePoint = asAnswer.object('RestorePoint', {
  '@odata.type': z.string(),
  id: z.string(),
  protectionDateTime: dateTime,
  expirationDateTime: dateTime,
  protectionUnit,
  tags: z.string(),
});

export const RestorePointSearchResult = asAnswer.object(
  'RestorePointSearchResult',
  {
    '@odata.context': z.string().describe('Context URL.'),
    searchResponseId: z.string(),
    searchResults: always(
      z.array(
        asAnswer.inline({
          artifactHitCount: int32().describe('Given when artifactQuery was used.'),
          restorePoint,
        }),
      ),
    ),
    noResultProtectionUnitIds: stringList.describe('Requested units for which no restore point was found.'),
  },
  { description: 'At most five restore points.' },
);
