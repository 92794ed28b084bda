/**
 * The inline constraints of a route parameter (`{id:guid}`, `{n:range(1,9)}`) and what each accepts.
 * Source: dotnet/aspnetcore src/Http/Routing, RouteOptions.cs and Constraints/. `datetime` takes what JavaScript parses.
 */

/** Whether a route value is accepted; undefined stands for a parameter that the path leaves out. */
export type RouteConstraint = (value: string | undefined) => boolean;

type Test = (value: string) => boolean;

const guid =
  /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|\([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\))$/i;
const int32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n };
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

const constraints: Readonly<Record<string, (argument: string | undefined) => Test>> = {
  int: withoutArgument((value) => isIntegerWithin(value, int32)),
  long: withoutArgument((value) => isIntegerWithin(value, int64)),
  bool: withoutArgument((value) => /^\s*(?:true|false)\s*$/i.test(value)),
  decimal: withoutArgument((value) => /^\s*[+-]?(?:\d[\d,]*\.?\d*|\.\d+)\s*$/.test(value)),
  double: withoutArgument(isFloat),
  float: withoutArgument(isFloat),
  datetime: withoutArgument((value) => !Number.isNaN(Date.parse(value))),
  guid: withoutArgument((value) => guid.test(value.trim())),
  alpha: withoutArgument((value) => /^[a-z]*$/i.test(value)),
  required: withoutArgument((value) => value !== ''),
  file: withoutArgument(isFileName),
  nonfile: withoutArgument((value) => !isFileName(value)),
  minlength: withIntegers(
    1,
    1,
    ([min]) =>
      (value) =>
        value.length >= min,
  ),
  maxlength: withIntegers(
    1,
    1,
    ([max]) =>
      (value) =>
        value.length <= max,
  ),
  length: withIntegers(
    1,
    2,
    ([min, max = min]) =>
      (value) =>
        value.length >= min && value.length <= max,
  ),
  min: withIntegers(
    1,
    1,
    ([min]) =>
      (value) =>
        isIntegerWithin(value, { ...int64, min: BigInt(min) }),
  ),
  max: withIntegers(
    1,
    1,
    ([max]) =>
      (value) =>
        isIntegerWithin(value, { ...int64, max: BigInt(max) }),
  ),
  range: withIntegers(
    2,
    2,
    ([min, max = min]) =>
      (value) =>
        isIntegerWithin(value, { min: BigInt(min), max: BigInt(max) }),
  ),
  regex: (argument) => {
    const pattern = new RegExp(argument ?? missingArgument(), 'i');
    return (value) => pattern.test(value);
  },
};

/**
 * Makes the constraint that a template's text names, e.g. `int` or `length(2,5)`.
 * Throws when the name is unknown or its arguments do not fit.
 */
export function createConstraint(text: string): RouteConstraint {
  const [, name = text, argument] = /^([^(]*)\((.*)\)$/s.exec(text) ?? [];
  const key = name.toLowerCase();
  const create = Object.hasOwn(constraints, key) ? constraints[key] : undefined;
  if (!create) {
    throw new Error(`The constraint '${text}' is not known.`);
  }
  const test = create(argument);
  return (value) => (value === undefined ? key === 'nonfile' : test(value));
}

function withoutArgument(test: Test): (argument: string | undefined) => Test {
  return (argument) => {
    if (argument !== undefined) {
      throw new Error('The constraint takes no argument.');
    }
    return test;
  };
}

function withIntegers(
  least: number,
  most: number,
  create: (numbers: readonly [number, ...number[]]) => Test,
): (argument: string | undefined) => Test {
  return (argument = missingArgument()) => {
    const [first, ...others] = argument.split(',').map(Number);
    const count = others.length + 1;
    if (first === undefined || ![first, ...others].every(Number.isSafeInteger) || count < least || count > most) {
      throw new Error(`The argument '${argument}' does not fit the constraint.`);
    }
    return create([first, ...others]);
  };
}

function missingArgument(): never {
  throw new Error('The constraint needs an argument.');
}

function isIntegerWithin(value: string, { min, max }: { readonly min: bigint; readonly max: bigint }): boolean {
  if (!/^\s*[+-]?\d+\s*$/.test(value)) {
    return false;
  }
  const number = BigInt(value.trim().replace(/^\+/, ''));
  return number >= min && number <= max;
}

function isFloat(value: string): boolean {
  return /^\s*(?:NaN|[+-]?(?:Infinity|∞|(?:\d[\d,]*\.?\d*|\.\d+)(?:e[+-]?\d+)?))\s*$/i.test(value);
}

/** Whether the last segment has a dot that something other than dots follows. */
function isFileName(value: string): boolean {
  return /\.[^.]/.test(value.slice(value.lastIndexOf('/') + 1));
}
