/** Parses a restore-point search (docs/specification.md#restore-points). */
import { asArray, asObject, isObject, type Json, readJson } from './json.ts';

export interface RestoreSearch {
  readonly unitIds: readonly string[];
  /** Epoch milliseconds; the end may be infinite. */
  readonly startTime: number;
  readonly endTime: number;
  readonly preference: string | undefined;
  /** Kinds of restore points to find; undefined finds all. */
  readonly tags: readonly string[] | undefined;
  readonly hasArtifactQuery: boolean;
  /** Empty without an expression. */
  readonly queryExpression: string;
}

export function parseRestoreSearch(text: string): RestoreSearch {
  const body = asObject(readJson(text));
  const period = asObject(body['protectionTimePeriod']);
  const { restorePointPreference, tags, artifactQuery } = body;
  const queryExpression = String(asObject(artifactQuery)['queryExpression'] ?? '');
  const startTime = toTime(period['startDateTime']);
  const endTime = period['endDateTime'] === undefined ? Number.POSITIVE_INFINITY : toTime(period['endDateTime']);

  return {
    unitIds: asArray(body['protectionUnitIds']).map((id) => String(id).toLowerCase()),
    startTime,
    endTime,
    preference: restorePointPreference === undefined ? undefined : String(restorePointPreference),
    tags: tags === undefined ? undefined : toTags(tags),
    hasArtifactQuery: isObject(artifactQuery),
    queryExpression,
  };
}

/** A flags enum: comma-separated names in camel case (S3-06). */
function toTags(tags: Json): readonly string[] {
  return String(tags)
    .split(',')
    .map((tag) => tag.trim())
    .map((tag) => tag.charAt(0).toLowerCase() + tag.slice(1));
}

function toTime(value: Json | undefined): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
