/** Parses `$filter` of the emulated APIs: comparisons, `and`, `or`, `not` and functions of texts. What differs by API is its rules. */

export type Scalar = string | number | boolean | null;

type Read<T> = (element: T) => readonly Scalar[];

export interface FilterRules<T> {
  /** Returns what reads a field; it matches with one of its values. Throws a SyntaxError for a field that cannot be filtered on. */
  readonly find: (field: string) => Read<T>;
  /** As `compareScalars` when absent. */
  readonly compare?: (value: Scalar, operand: Scalar) => number;
  /** A word after an operator is a text, not a field. */
  readonly takesWords?: true;
  /** `or` combines comparisons of one field only. */
  readonly refusesDistinctOr?: true;
  /** Returns the elements of a relation that `any` and `all` test; their fields are those after `x/`. */
  readonly findRelated?: (element: T, relation: string) => readonly T[];
}

/** A part of a filter, and the fields that it reads. */
interface Term<T> {
  readonly test: (element: T) => boolean;
  readonly fields: readonly string[];
}

interface Operand<T> {
  readonly read: Read<T>;
  readonly fields: readonly string[];
}

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  ge: (order) => order >= 0,
  gt: (order) => order > 0,
  le: (order) => order <= 0,
  lt: (order) => order < 0,
};

const functions: Readonly<Record<string, (first: string, second: string) => boolean>> = {
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
  substringof: (part, text) => text.includes(part),
};

const conversions: Readonly<Record<string, (text: string) => string>> = {
  tolower: (text) => text.toLowerCase(),
  toupper: (text) => text.toUpperCase(),
};

/** Returns the filter. Throws a SyntaxError that says what is wrong. */
export function parseFilter<T>(text: string, rules: FilterRules<T>): (element: T) => boolean {
  return new FilterParser(text.match(/[(),]|'(?:[^']|'')*'|[^\s(),']+|'/g) ?? [], rules).parse();
}

class FilterParser<T> {
  readonly #tokens: string[];
  readonly #rules: FilterRules<T>;

  constructor(tokens: readonly string[], rules: FilterRules<T>) {
    this.#tokens = [...tokens];
    this.#rules = rules;
  }

  parse(): (element: T) => boolean {
    const { test } = this.#parseOr();
    if (this.#tokens.length > 0) throw new SyntaxError(`Syntax error at '${this.#tokens[0]}'.`);
    return test;
  }

  #parseOr(): Term<T> {
    const left = this.#parseAnd();
    if (!this.#skip('or')) return left;
    const right = this.#parseOr();
    const fields = [...left.fields, ...right.fields];
    if (this.#rules.refusesDistinctOr && new Set(fields).size > 1)
      throw new SyntaxError("The 'OR' operator is not supported on distinct fields on an OData filter.");
    return { test: (element) => left.test(element) || right.test(element), fields };
  }

  #parseAnd(): Term<T> {
    const left = this.#parseNot();
    if (!this.#skip('and')) return left;
    const right = this.#parseAnd();
    const fields = [...left.fields, ...right.fields];
    return { test: (element) => left.test(element) && right.test(element), fields };
  }

  #parseNot(): Term<T> {
    if (this.#skip('(')) {
      const inner = this.#parseOr();
      this.#take(')');
      return inner;
    }
    const [, relation, lambda] = /^(\w+)\/(any|all)$/.exec(this.#tokens[0] ?? '') ?? [];
    if (relation !== undefined && this.#rules.findRelated) return this.#parseLambda(relation, lambda === 'all');
    if (!this.#skip('not')) return this.#parseComparison();
    const { test, fields } = this.#parseNot();
    return { test: (element) => !test(element), fields };
  }

  /** `relation/any(x:x/field eq 'A')` */
  #parseLambda(relation: string, isAll: boolean): Term<T> {
    this.#tokens.shift();
    this.#take('(');
    const inner = this.#tokens
      .splice(0, this.#tokens.indexOf(')'))
      .map((token) => token.replace(/^(?:\w+:)?\w+\//, ''));
    this.#take(')');
    const test = new FilterParser(inner, this.#rules).parse();
    const listRelated = (element: T) => this.#rules.findRelated?.(element, relation) ?? [];
    return {
      test: (element) => (isAll ? listRelated(element).every(test) : listRelated(element).some(test)),
      fields: [relation],
    };
  }

  #parseComparison(): Term<T> {
    const call = functions[this.#tokens[0] ?? ''];
    if (call) this.#tokens.shift();
    if (call) this.#take('(');
    const left = this.#parseOperand();
    const operator = call ? this.#take(',') : (this.#tokens.shift() ?? '');
    if (operator.toLowerCase() === 'in') return this.#parseList(left);
    const isInOrder = operators[operator.toLowerCase()];
    if (!call && !isInOrder) throw new SyntaxError(`Syntax error at '${operator}'.`);
    const right = this.#parseOperand(this.#rules.takesWords);
    if (call) this.#take(')');
    const { compare = compareScalars } = this.#rules;
    const isMatch = (one: Scalar, other: Scalar) =>
      call ? call(String(one), String(other)) : isInOrder?.(compare(one, other)) === true;
    const test = (element: T) =>
      left.read(element).some((one) => right.read(element).some((other) => isMatch(one, other)));
    return { test, fields: [...left.fields, ...right.fields] };
  }

  /** `('1000', '1001')` */
  #parseList(left: Operand<T>): Term<T> {
    const listed: Operand<T>[] = [];
    this.#take('(');
    do listed.push(this.#parseOperand());
    while (this.#skip(','));
    this.#take(')');
    const values = (element: T) => listed.flatMap(({ read }) => read(element));
    const test = (element: T) => left.read(element).some((one) => values(element).includes(one));
    return { test, fields: left.fields };
  }

  #parseOperand(takesWords = false): Operand<T> {
    const token = this.#tokens.shift() ?? '';
    if (token === '(') {
      const inner = this.#parseOperand(takesWords);
      this.#take(')');
      return inner;
    }
    const convert = conversions[token];
    if (convert) {
      this.#take('(');
      const { read, fields } = this.#parseOperand();
      this.#take(')');
      return { read: (element) => read(element).map((value) => convert(String(value))), fields };
    }
    const literal = parseLiteral(token);
    if (literal !== undefined) return { read: () => [literal], fields: [] };
    if (!/^\w[\w./]*$/.test(token)) throw new SyntaxError(`Syntax error at '${token}'.`);
    return takesWords ? { read: () => [token], fields: [] } : { read: this.#rules.find(token), fields: [token] };
  }

  #skip(expected: string): boolean {
    const isThere = this.#tokens[0]?.toLowerCase() === expected;
    if (isThere) this.#tokens.shift();
    return isThere;
  }

  #take(expected: string): string {
    const token = this.#tokens.shift() ?? '';
    if (token !== expected) throw new SyntaxError(`Syntax error at '${token}': '${expected}' is expected.`);
    return token;
  }
}

/** Negative if the first one is less. */
export function compareScalars(one: Scalar, other: Scalar): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [String(one), String(other)];
  if (/^\d{4}-\d\d-\d\d/.test(first)) return Date.parse(first) - Date.parse(second);
  return first < second ? -1 : Number(first > second);
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
