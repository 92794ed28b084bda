/** Parses a restore-point search (docs/specification.md#restore-points). */
import { asObject, isObject, type Json, type JsonObject, readJson } from './json.ts';

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

export interface InvalidSearch {
  readonly code: 'InvalidSearchRequest' | 'InvalidProtectionUnitId' | 'FilterLengthExceeded';
  readonly message: string;
}

/** Most units of one search (S3-37). */
const maxUnits = 20;

/** The live service has a limit but does not document its value. */
const maxExpressionLength = 4096;

export function parseRestoreSearch(text: string): RestoreSearch | InvalidSearch {
  const body = readJson(text);
  if (!isObject(body)) return invalid('the body is not a JSON object');
  const period = asObject(body['protectionTimePeriod']);
  const { restorePointPreference, tags, artifactQuery } = body;
  const queryExpression = String(asObject(artifactQuery)['queryExpression'] ?? '');
  const units = body['protectionUnitIds'];
  const startTime = toTime(period['startDateTime']);
  const endTime = period['endDateTime'] === undefined ? Number.POSITIVE_INFINITY : toTime(period['endDateTime']);

  const problem =
    checkUnits(units) ??
    checkPeriod(startTime, endTime) ??
    checkChoices(body) ??
    checkExpression(queryExpression, units as readonly Json[]);
  if (problem) return problem;
  return {
    unitIds: (units as readonly string[]).map((id) => id.toLowerCase()),
    startTime,
    endTime,
    preference: restorePointPreference === undefined ? undefined : String(restorePointPreference),
    tags: tags === undefined ? undefined : toTags(tags),
    hasArtifactQuery: isObject(artifactQuery),
    queryExpression,
  };
}

/** 1 to 20 ids (S3-37). Their format is not specified; only word characters and hyphens are accepted. */
function checkUnits(units: Json | undefined): InvalidSearch | undefined {
  if (!Array.isArray(units) || units.length === 0) return invalid('protectionUnitIds is missing');
  if (units.length > maxUnits) return invalid(`protectionUnitIds has more than ${maxUnits} ids`);
  if (units.every((id) => typeof id === 'string' && /^[\w-]+$/.test(id))) return undefined;
  return { code: 'InvalidProtectionUnitId', message: 'A protection unit id is invalid.' };
}

function checkPeriod(startTime: number, endTime: number): InvalidSearch | undefined {
  if (Number.isNaN(startTime)) return invalid('protectionTimePeriod.startDateTime is not a time');
  if (Number.isNaN(endTime)) return invalid('protectionTimePeriod.endDateTime is not a time');
  return endTime < startTime ? invalid('protectionTimePeriod ends before it starts') : undefined;
}

function checkChoices({ restorePointPreference = 'latest', tags = 'none' }: JsonObject): InvalidSearch | undefined {
  if (!['latest', 'oldest'].includes(String(restorePointPreference)))
    return invalid('restorePointPreference is unknown');
  const known = ['none', 'fastRestore', 'unknownFutureValue'];
  return toTags(tags).every((tag) => known.includes(tag)) ? undefined : invalid('tags is unknown');
}

/** An expression needs exactly one unit, closed quotes and balanced parentheses (S3-08, S3-09). */
function checkExpression(expression: string, units: readonly Json[]): InvalidSearch | undefined {
  if (expression === '') return undefined;
  if (units.length > 1) return invalid('a query expression requires exactly one protection unit id');
  if (expression.length > maxExpressionLength) {
    return { code: 'FilterLengthExceeded', message: 'The query expression is too long.' };
  }
  const outside = expression.replace(/'[^']*'/g, '');
  let depth = 0;
  for (const character of outside) {
    depth += Number(character === '(') - Number(character === ')');
    if (depth < 0) break;
  }
  return depth === 0 && !outside.includes("'") ? undefined : invalid('the query expression is not well formed');
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

function invalid(what: string): InvalidSearch {
  return { code: 'InvalidSearchRequest', message: `The search request is invalid: ${what}.` };
}
