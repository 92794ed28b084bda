/** Evaluates the expressions that the alert rules use. What it does not know it refuses: a test must not pass by a guess. */
import type { QueryNode } from './kusto.ts';

/** Times are epoch milliseconds, durations milliseconds; null is Kusto's null, and the empty value of a dynamic. */
export type Value = string | number | boolean | null | object;
export type Row = Readonly<Record<string, Value>>;

export interface Scope {
  readonly row: Row;
  /** Of `let`: scalars, and tables. */
  readonly names: ReadonlyMap<string, Value | readonly Row[]>;
  readonly now: number;
}

type Evaluate = (parts: readonly QueryNode[], scope: Scope) => Value;

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

export function evaluate({ kind, text, parts }: QueryNode, scope: Scope): Value {
  const known = EXPRESSIONS[kind];
  if (known === undefined) throw new Error(`No evaluation of ${kind} ${text ?? ''}`);
  return known(parts, scope);
}

export const isTrue = (value: Value): boolean => value === true;

/** Returns the text of a node's first token. */
export function nameOf({ text, parts }: QueryNode): string {
  if (text !== undefined) return text;
  const [first] = parts;
  if (first === undefined) throw new Error('A name is missing.');
  return nameOf(first);
}

/** Returns name and arguments of a function's call. */
export function readCall({ kind, parts }: QueryNode): { readonly name: string; readonly args: readonly QueryNode[] } {
  const [name, list] = parts;
  if (kind !== 'FunctionCallExpression' || !name || !list) throw new Error(`${kind} is no call`);
  return { name: nameOf(name), args: list.parts[1]?.parts ?? [] };
}

const literal =
  (read: (text: string) => Value): Evaluate =>
  ([token]) =>
    read(token?.text ?? '');

/** A comparison with null is null, which no filter passes. */
const compare =
  (holds: (left: string | number | boolean, right: string | number | boolean) => boolean): Evaluate =>
  ([left, , right], scope) => {
    const [a, b] = [evaluate(left as QueryNode, scope), evaluate(right as QueryNode, scope)];
    if (a === null || b === null) return null;
    if (typeof a !== typeof b || typeof a === 'object') throw new Error(`${typeof a} compared with ${typeof b}`);
    return holds(a, b as typeof a);
  };

const compareText = (holds: (text: string, part: string) => boolean) =>
  compare((left, right) => holds(String(left).toLowerCase(), String(right).toLowerCase()));

const calculate =
  (operate: (left: number, right: number) => number): Evaluate =>
  ([left, , right], scope) => {
    const [a, b] = [evaluate(left as QueryNode, scope), evaluate(right as QueryNode, scope)];
    if (a === null || b === null) return null;
    if (typeof a !== 'number' || typeof b !== 'number') throw new Error('Only numbers are calculated with.');
    return operate(a, b);
  };

const EXPRESSIONS: Readonly<Record<string, Evaluate>> = {
  NameReference([token], { row, names }) {
    const name = token?.text ?? '';
    if (name in row) return row[name] ?? null;
    if (names.has(name)) return names.get(name) as Value;
    throw new Error(`There is no ${name} in ${Object.keys(row).join(', ')}`);
  },
  PathExpression([object, , name], scope) {
    const value = evaluate(object as QueryNode, scope);
    const members: Readonly<Record<string, Value>> =
      typeof value === 'object' && value !== null ? (value as Record<string, Value>) : {};
    return members[nameOf(name as QueryNode)] ?? null;
  },
  ParenthesizedExpression: ([, inner], scope) => evaluate(inner as QueryNode, scope),
  LongLiteralExpression: literal(Number),
  RealLiteralExpression: literal(Number),
  TimespanLiteralExpression: literal((text) => {
    const [, count, unit = ''] = /^(\d+)([dhms])$/.exec(text) ?? [];
    if (count === undefined) throw new Error(`${text} is no duration`);
    return Number(count) * (UNITS[unit] ?? Number.NaN);
  }),
  StringLiteralExpression: literal((text) => {
    if (!/^'[^'\\]*'$/.test(text)) throw new Error(`${text} is no plain text`);
    return text.slice(1, -1);
  }),
  AndExpression: ([left, , right], scope) =>
    isTrue(evaluate(left as QueryNode, scope)) && isTrue(evaluate(right as QueryNode, scope)),
  OrExpression: ([left, , right], scope) =>
    isTrue(evaluate(left as QueryNode, scope)) || isTrue(evaluate(right as QueryNode, scope)),
  EqualExpression: compare((left, right) => left === right),
  LessThanExpression: compare((left, right) => left < right),
  GreaterThanExpression: compare((left, right) => left > right),
  GreaterThanOrEqualExpression: compare((left, right) => left >= right),
  EqualTildeExpression: compareText((text, other) => text === other),
  StartsWithExpression: compareText((text, start) => text.startsWith(start)),
  // A term: letters and digits.
  HasExpression: compareText((text, part) =>
    new RegExp(`(?<![a-z0-9])${part.replace(/\W/g, String.raw`\$&`)}(?![a-z0-9])`).test(text),
  ),
  LessThanOrEqualExpression: compare((left, right) => left <= right),
  NotEqualExpression: compare((left, right) => left !== right),
  ContainsExpression: compareText((text, part) => text.includes(part)),
  InExpression: ([left, , list], scope) => {
    const values = (list?.parts[1]?.parts ?? []).map((item) => evaluate(item, scope));
    return values.includes(evaluate(left as QueryNode, scope));
  },
  AddExpression: calculate((left, right) => left + right),
  SubtractExpression: calculate((left, right) => left - right),
  MultiplyExpression: calculate((left, right) => left * right),
  FunctionCallExpression(parts, scope) {
    const { name, args } = readCall({ kind: 'FunctionCallExpression', parts });
    const call = FUNCTIONS[name];
    if (call === undefined) throw new Error(`No evaluation of ${name}()`);
    return call(
      args.map((arg) => evaluate(arg, scope)),
      scope,
    );
  },
};

const toText = (value: Value = null): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const toNumber = (value: Value = null): number | null => {
  const number = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? null : number;
};

const toWhole = (value?: Value): number | null => {
  const number = toNumber(value);
  return number === null ? null : Math.trunc(number);
};

const FUNCTIONS: Readonly<Record<string, (args: readonly Value[], scope: Scope) => Value>> = {
  parse_json([text]) {
    try {
      return JSON.parse(String(text));
    } catch {
      return String(text);
    }
  },
  tostring: ([value]) => toText(value),
  toint: ([value]) => toWhole(value),
  tolong: ([value]) => toWhole(value),
  todouble: ([value]) => toNumber(value),
  isempty: ([value]) => toText(value) === '',
  isnotempty: ([value]) => toText(value) !== '',
  bin: ([value, size]) => Math.floor(Number(value) / Number(size)) * Number(size),
  ago: ([duration], { now }) => now - Number(duration),
  now: (_, { now }) => now,
  ingestion_time: (_, { row }) => row['TimeGenerated'] ?? null,
  extract: ([pattern, group, text]) => new RegExp(String(pattern)).exec(toText(text))?.[Number(group)] ?? '',
  strcat: (values) => values.map(toText).join(''),
  tolower: ([text]) => toText(text).toLowerCase(),
  iff: ([condition, yes = null, no = null]) => (condition === true ? yes : no),
  case: (values) => {
    const found = values.findIndex((value, index) => index % 2 === 0 && index < values.length - 1 && value === true);
    return (found === -1 ? values.at(-1) : values[found + 1]) ?? null;
  },
};
