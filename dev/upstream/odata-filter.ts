/** Parses `$filter` of the business data API: comparisons, `and`, `or`, `not` and three functions, with the service's limits. */
import { type Json, type JsonObject, writeJson } from './json.ts';

export type EntityFilter = (members: JsonObject) => boolean;

/** A part of a filter, and the fields that it reads. */
interface Term {
  readonly test: EntityFilter;
  readonly fields: readonly string[];
}

type Scalar = string | number | boolean | null;
type Operand = { readonly read: (members: JsonObject) => Scalar; readonly fields: readonly string[] };

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  ge: (order) => order >= 0,
  gt: (order) => order > 0,
  le: (order) => order <= 0,
  lt: (order) => order < 0,
};

const functions: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
};

const conversions: Readonly<Record<string, (text: string) => string>> = {
  tolower: (text) => text.toLowerCase(),
  toupper: (text) => text.toUpperCase(),
};

/** Returns the filter; one with a lambda is ignored, as the service does. Throws a SyntaxError that says what is wrong. */
export function parseEntityFilter(text: string, type: string, fields: readonly string[]): EntityFilter {
  if (/\b(?:any|all)\(/.test(text.replace(/'[^']*'/g, "''"))) return () => true;
  const tokens = text.match(/[(),]|'(?:[^']|'')*'|[^\s(),']+|'/g) ?? [];
  return new FilterParser(tokens, type, fields).parse();
}

class FilterParser {
  readonly #tokens: string[];
  readonly #type: string;
  readonly #fields: readonly string[];

  constructor(tokens: readonly string[], type: string, fields: readonly string[]) {
    this.#tokens = [...tokens];
    this.#type = type;
    this.#fields = fields;
  }

  parse(): EntityFilter {
    const { test } = this.#parseOr();
    if (this.#tokens.length > 0) throw new SyntaxError(`Syntax error at '${this.#tokens[0]}'.`);
    return test;
  }

  #parseOr(): Term {
    const left = this.#parseAnd();
    if (this.#tokens[0] !== 'or') return left;
    this.#tokens.shift();
    const right = this.#parseOr();
    const fields = [...left.fields, ...right.fields];
    if (new Set(fields).size > 1) {
      throw new SyntaxError("The 'OR' operator is not supported on distinct fields on an OData filter.");
    }
    return { test: (members) => left.test(members) || right.test(members), fields };
  }

  #parseAnd(): Term {
    const left = this.#parseNot();
    if (this.#tokens[0] !== 'and') return left;
    this.#tokens.shift();
    const right = this.#parseAnd();
    return {
      test: (members) => left.test(members) && right.test(members),
      fields: [...left.fields, ...right.fields],
    };
  }

  #parseNot(): Term {
    if (this.#tokens[0] === '(') {
      this.#take('(');
      const inner = this.#parseOr();
      this.#take(')');
      return inner;
    }
    if (this.#tokens[0] !== 'not') return this.#parseComparison();
    this.#tokens.shift();
    const { test, fields } = this.#parseNot();
    return { test: (members) => !test(members), fields };
  }

  #parseComparison(): Term {
    const isMatch = functions[this.#tokens[0] ?? ''];
    if (isMatch) {
      this.#tokens.shift();
      this.#take('(');
      const text = this.#parseOperand();
      this.#take(',');
      const part = this.#parseOperand();
      this.#take(')');
      const test = (members: JsonObject) => isMatch(String(text.read(members)), String(part.read(members)));
      return { test, fields: [...text.fields, ...part.fields] };
    }
    const left = this.#parseOperand();
    const operator = this.#tokens.shift() ?? '';
    const isInOrder = operators[operator];
    if (!isInOrder) throw new SyntaxError(`Syntax error at '${operator}'.`);
    const right = this.#parseOperand();
    const test = (members: JsonObject) => isInOrder(compareScalars(left.read(members), right.read(members)));
    return { test, fields: [...left.fields, ...right.fields] };
  }

  #parseOperand(): Operand {
    const token = this.#tokens.shift() ?? '';
    const convert = conversions[token];
    if (convert) {
      this.#take('(');
      const { read, fields } = this.#parseOperand();
      this.#take(')');
      return { read: (members) => convert(String(read(members))), fields };
    }
    const literal = parseLiteral(token);
    if (literal !== undefined) return { read: () => literal, fields: [] };
    if (!/^\w+$/.test(token)) throw new SyntaxError(`Syntax error at '${token}'.`);
    if (!this.#fields.includes(token)) throw new SyntaxError(describeUnknown(token, this.#type));
    return { read: (members) => toScalar(members[token]), fields: [token] };
  }

  #take(expected: string): void {
    const token = this.#tokens.shift() ?? '';
    if (token !== expected) throw new SyntaxError(`Syntax error at '${token}': '${expected}' is expected.`);
  }
}

export function describeUnknown(field: string, type: string): string {
  return `Could not find a property named '${field}' on type 'NAV.${type}'.`;
}

/** Returns undefined if it is the name of a field. */
function parseLiteral(token: string): Scalar | undefined {
  if (/^'.*'$/s.test(token)) return token.slice(1, -1).replaceAll("''", "'");
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token)) return token.toLowerCase();
  // A date, or a date and time.
  if (/^\d{4}-\d\d-\d\d/.test(token)) return token;
  if (/^-?\d+(?:\.\d+)?$/.test(token)) return Number(token);
  return { true: true, false: false, null: null }[token];
}

/** Returns a member's value; a number loses its spelling. */
export function toScalar(value: Json | undefined): Scalar {
  return JSON.parse(writeJson(value ?? null));
}

/** Negative if the first one is less. */
export function compareScalars(one: Scalar, other: Scalar): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [String(one), String(other)];
  if (/^\d{4}-\d\d-\d\d/.test(first)) return Date.parse(first) - Date.parse(second);
  return first < second ? -1 : Number(first > second);
}
