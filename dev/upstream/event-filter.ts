/**
 * Reads `$filter` of the health-event list. The grammar is not specified (spec 1, Endpoints 2);
 * this one takes the forms that have been seen (public-cloud 1.2, forms seen).
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

/** Scalar members that a filter may name. */
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

/** Parses a filter; throws a SyntaxError that says what was not understood. */
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

function toComparison(field: string, operator: string, literal: string): EventPredicate {
  const read = readerOf(field.replace(/^properties[/.]/, ''));
  const holds = operators[operator.toLowerCase()];
  if (!read) throw new SyntaxError(`'${field}' cannot be filtered on`);
  if (!holds) throw new SyntaxError(`'${operator}' is not an operator`);
  const operand = parseLiteral(literal);
  if (field.endsWith('Time') && Number.isNaN(Date.parse(operand))) throw new SyntaxError(`'${operand}' is not a time`);
  return (event) => read(event).some((value) => holds(compare(value, operand)));
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

function readerOf(field: string): Reader | undefined {
  const regionsOf = ({ properties }: HealthEvent): readonly EventRegion[] =>
    properties.impact.flatMap(({ impactedRegions }) => impactedRegions);
  if (field === 'service') return (event) => event.properties.impact.map(({ impactedService }) => impactedService);
  if (field === 'region') return (event) => regionsOf(event).map(({ impactedRegion }) => impactedRegion);
  const name = filterable.find((known) => known === field);
  if (!name) return undefined;
  return ({ properties }) => {
    const value = properties[name];
    return value === undefined ? [] : [value];
  };
}

/** Numbers as numbers, times as instants, all else as text without regard to case: 2018's values are lower-case. */
function compare(value: string | number | boolean, literal: string): number {
  if (typeof value === 'number') return value - Number(literal);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return Date.parse(value) - Date.parse(literal);
  return String(value).localeCompare(literal, 'en', { sensitivity: 'base' });
}
