/**
 * Parses `$filter` of the health-event list. The grammar is not specified (S1-72);
 * this one accepts the forms in Microsoft's documentation.
 */
import type { EventRegion, HealthEvent } from './entities.ts';

export type EventPredicate = (event: HealthEvent) => boolean;

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  ge: (order) => order >= 0,
  gt: (order) => order > 0,
  le: (order) => order <= 0,
  lt: (order) => order < 0,
};

/** Scalar members that can be filtered on. */
const filterable = [
  'eventType',
  'eventSubType',
  'eventSource',
  'status',
  'eventLevel',
  'level',
  'title',
  'isEventSensitive',
  'isHIR',
  'platformInitiated',
  'priority',
  'impactStartTime',
  'impactMitigationTime',
  'lastUpdateTime',
  'duration',
  'impactType',
] as const;

/** Throws a SyntaxError that names the part that could not be parsed. */
export function parseEventFilter(text: string): EventPredicate {
  const tokens = text.match(/[()]|'(?:[^']|'')*'|[^\s()']+|'/g) ?? [];
  const next = () => tokens.shift() ?? '';

  function parseOr(): EventPredicate {
    const left = parseAnd();
    if (tokens[0]?.toLowerCase() !== 'or') return left;
    next();
    const right = parseOr();
    return (event) => left(event) || right(event);
  }

  function parseAnd(): EventPredicate {
    const left = parseTerm();
    if (tokens[0]?.toLowerCase() !== 'and') return left;
    next();
    const right = parseAnd();
    return (event) => left(event) && right(event);
  }

  function parseTerm(): EventPredicate {
    if (tokens[0] !== '(') return toComparison(next(), next(), next());
    next();
    const inner = parseOr();
    if (next() !== ')') throw new SyntaxError("')' is missing");
    return inner;
  }

  const predicate = parseOr();
  if (tokens.length > 0) throw new SyntaxError(`'${tokens[0]}' is not expected here`);
  return predicate;
}

function toComparison(member: string, operator: string, literal: string): EventPredicate {
  const read = findReader(member.replace(/^properties[/.]/, ''));
  const isMatch = operators[operator.toLowerCase()];
  if (!read) throw new SyntaxError(`'${member}' cannot be filtered on`);
  if (!isMatch) throw new SyntaxError(`'${operator}' is not an operator`);
  const operand = parseLiteral(literal);
  if (member.endsWith('Time') && Number.isNaN(Date.parse(operand))) throw new SyntaxError(`'${operand}' is not a time`);
  return (event) => read(event).some((value) => isMatch(compare(value, operand)));
}

function parseLiteral(literal: string): string {
  if (literal.startsWith("'")) {
    if (literal.length < 2 || !literal.endsWith("'")) throw new SyntaxError('a string is not closed');
    return literal.slice(1, -1).replaceAll("''", "'");
  }
  if (literal === '' || literal === '(' || literal === ')') throw new SyntaxError('a value is missing');
  return literal;
}

type Reader = (event: HealthEvent) => readonly (string | number | boolean)[];

function findReader(member: string): Reader | undefined {
  const regionsOf = ({ properties }: HealthEvent): readonly EventRegion[] =>
    properties.impact.flatMap(({ impactedRegions }) => impactedRegions);
  if (member === 'service') return (event) => event.properties.impact.map(({ impactedService }) => impactedService);
  if (member === 'region') return (event) => regionsOf(event).map(({ impactedRegion }) => impactedRegion);
  const name = filterable.find((known) => known === member);
  if (!name) return undefined;
  return ({ properties }) => {
    const value = properties[name];
    return value === undefined ? [] : [value];
  };
}

/** Compares numbers, times, and other values as case-insensitive text: API version 2018-07-01 used lower-case values. */
function compare(value: string | number | boolean, literal: string): number {
  if (typeof value === 'number') return value - Number(literal);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return Date.parse(value) - Date.parse(literal);
  return String(value).localeCompare(literal, 'en', { sensitivity: 'base' });
}
