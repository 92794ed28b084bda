/** Reads a restore-point search (spec 3, Restore point search request); codes from public-cloud 1.4, search errors. */
import { asObject, isObject, type Json, type JsonObject, readJson } from './json.ts';

export interface RestoreSearch {
  readonly unitIds: readonly string[];
  /** Epoch milliseconds; without an end the period is open. */
  readonly startTime: number;
  readonly endTime: number;
  readonly preference: string | undefined;
  /** Kinds of restore points wanted; undefined wants all. */
  readonly tags: readonly string[] | undefined;
  readonly hasArtifactQuery: boolean;
  /** Empty without an expression. */
  readonly queryExpression: string;
}

export interface WrongSearch {
  readonly code: 'InvalidSearchRequest' | 'InvalidProtectionUnitId' | 'FilterLengthExceeded';
  readonly message: string;
}

/** Spec 3, Limits. */
const maxUnits = 20;

/** That there is a limit is documented, its value is not: ours. */
const maxExpressionLength = 4096;

export function parseRestoreSearch(text: string): RestoreSearch | WrongSearch {
  const body = readJson(text);
  if (!isObject(body)) return wrong('the body is not a JSON object');
  const period = asObject(body['protectionTimePeriod']);
  const { restorePointPreference, tags, artifactQuery } = body;
  const queryExpression = String(asObject(artifactQuery)['queryExpression'] ?? '');
  const units = body['protectionUnitIds'];
  const startTime = toTime(period['startDateTime']);
  const endTime = period['endDateTime'] === undefined ? Number.POSITIVE_INFINITY : toTime(period['endDateTime']);

  const problem =
    judgeUnits(units) ??
    judgePeriod(startTime, endTime) ??
    judgeChoices(body) ??
    judgeExpression(queryExpression, units as readonly Json[]);
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

/** Spec 3, Endpoints 1, rule 2. An id's form is not specified: no blanks and no signs in it. */
function judgeUnits(units: Json | undefined): WrongSearch | undefined {
  if (!Array.isArray(units) || units.length === 0) return wrong('protectionUnitIds is missing');
  if (units.length > maxUnits) return wrong(`protectionUnitIds holds more than ${maxUnits} ids`);
  if (units.every((id) => typeof id === 'string' && /^[\w-]+$/.test(id))) return undefined;
  return { code: 'InvalidProtectionUnitId', message: 'A protection unit id is invalid.' };
}

function judgePeriod(startTime: number, endTime: number): WrongSearch | undefined {
  if (Number.isNaN(startTime)) return wrong('protectionTimePeriod.startDateTime is not a time');
  if (Number.isNaN(endTime)) return wrong('protectionTimePeriod.endDateTime is not a time');
  return endTime < startTime ? wrong('protectionTimePeriod ends before it starts') : undefined;
}

function judgeChoices({ restorePointPreference = 'latest', tags = 'none' }: JsonObject): WrongSearch | undefined {
  if (!['latest', 'oldest'].includes(String(restorePointPreference))) return wrong('restorePointPreference is unknown');
  const known = ['none', 'fastRestore', 'unknownFutureValue'];
  return toTags(tags).every((tag) => known.includes(tag)) ? undefined : wrong('tags is unknown');
}

/** Spec 3, Endpoints 1, rule 4; the grammar is not specified beyond quotes and parentheses. */
function judgeExpression(expression: string, units: readonly Json[]): WrongSearch | undefined {
  if (expression === '') return undefined;
  if (units.length > 1) return wrong('a query expression takes exactly one protection unit id');
  if (expression.length > maxExpressionLength) {
    return { code: 'FilterLengthExceeded', message: 'The query expression is too long.' };
  }
  const outside = expression.replace(/'[^']*'/g, '');
  let depth = 0;
  for (const sign of outside) {
    depth += Number(sign === '(') - Number(sign === ')');
    if (depth < 0) break;
  }
  return depth === 0 && !outside.includes("'") ? undefined : wrong('the query expression is not well formed');
}

/** A flags enum: names separated by commas, in camel case on the wire (spec 3, tags). */
function toTags(tags: Json): readonly string[] {
  return String(tags)
    .split(',')
    .map((tag) => tag.trim())
    .map((tag) => tag.charAt(0).toLowerCase() + tag.slice(1));
}

function toTime(value: Json | undefined): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

function wrong(what: string): WrongSearch {
  return { code: 'InvalidSearchRequest', message: `The search request is invalid: ${what}.` };
}
