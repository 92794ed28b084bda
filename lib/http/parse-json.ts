/** A request body as JSON: decoded, bounded, and read alike by every later parser. Source: RFC 8259 4, 8.1; A43 to A55. */
import { decodeString, skipScalar, skipSpace, skipString } from './edit-json.ts';
import { decodeUtf8, findExcess, type JsonLimits, tryParseJson } from './json-text.ts';
import { Problem } from './problem.ts';

export interface JsonBody {
  /** The body as sent; numbers and strings are relayed from here. */
  readonly text: string;
  /** A number that a double does not hold exactly is infinite here, which no rule accepts. */
  readonly value: unknown;
  /** The spelling of those numbers; absent where there are none. */
  readonly inexactNumbers?: readonly string[];
}

/** Each value takes validation time; a streaming job with hundreds of inputs and outputs has a tenth of them. */
const BODY_LIMITS: JsonLimits = { levels: 32, values: 10_000 };

/** Parses a request body. @throws Problem `invalid_json` or `json_too_deep`, in our words: a parser's may quote the body; or as `scanJson`. */
export function parseJsonBody(bytes: Uint8Array, limits: JsonLimits = BODY_LIMITS): JsonBody {
  const text = decodeBody(bytes);
  // Before JSON.parse: later code walks the value recursively, and every value takes time.
  const excess = findExcess(text, limits);
  if (excess === 'levels')
    throw new Problem('json_too_deep', {
      message: `The request body is nested more than ${limits.levels} levels deep.`,
    });
  if (excess === 'values')
    throw new Problem('invalid_json', { message: `The request body has more than ${limits.values} values.` });
  const value = tryParseJson(text);
  if (value === undefined) throw new Problem('invalid_json');
  const inexact = scanJson(text);
  if (inexact.length === 0) return { text, value };
  return {
    text,
    value: JSON.parse(replaceByInfinity(text, inexact)),
    inexactNumbers: inexact.map(([start, end]) => text.slice(start, end)),
  };
}

function decodeBody(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new Problem('invalid_json', { message: 'The request body is not valid UTF-8.' });
  if (text.startsWith('\uFEFF')) {
    throw new Problem('invalid_json', { message: 'The request body must not start with a byte order mark.' });
  }
  return text;
}

function replaceByInfinity(text: string, numbers: readonly Span[]): string {
  const ends = [0, ...numbers.map(([, end]) => end)];
  const kept = ends.map((end, index) => text.slice(end, numbers[index]?.[0]));
  return kept.join('1e999');
}

type Span = readonly [start: number, end: number];

/**
 * Walks the tokens of valid JSON once; returns where the numbers are that a double does not hold exactly.
 * @throws Problem for what parsers may read differently: a repeated name (its target), `__proto__`, half a surrogate pair.
 */
export function scanJson(text: string): readonly Span[] {
  /** The member names so far in each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  const inexact: Span[] = [];
  const tokens = /["{}[\]]|-?\d/g;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const start = token.index;
    switch (token[0]) {
      case '"':
        tokens.lastIndex = skipString(text, start);
        checkString(text, start, tokens.lastIndex, open.at(-1));
        break;
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(undefined);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      default:
        tokens.lastIndex = skipScalar(text, start);
        if (!isExact(text.slice(start, tokens.lastIndex))) inexact.push([start, tokens.lastIndex]);
    }
  }
  return inexact;
}

/** `names` are those before it in its object, if it is in one. */
function checkString(text: string, start: number, end: number, names: Set<string> | undefined): void {
  const string = decodeString(text.slice(start, end));
  if (!string.isWellFormed())
    throw new Problem('invalid_json', { message: 'A string contains half a surrogate pair.' });
  if (names === undefined || text[skipSpace(text, end)] !== ':') return;
  if (string === '__proto__') throw new Problem('invalid_json', { message: 'A property must not be named __proto__.' });
  if (names.has(string)) throw new Problem('duplicate_member', { target: string });
  names.add(string);
}

/** Whether a double represents the number exactly as written. */
function isExact(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value)) return false;
  // A double holds any 15 digits, but fewer below the smallest normal one.
  return (digits.length <= 15 && Math.abs(value) >= MIN_NORMAL) || toDigits(digits) === toDigits(String(value));
}

const MIN_NORMAL = 2 ** -1022;

/** Returns a number's significant digits, without sign, point, exponent and outer zeros. */
function toDigits(number: string): string {
  const digits = number.replace(/e.*/i, '').replace(/[-.]/g, '');
  let end = digits.length;
  // A pattern looks for the end from each zero: for a number of a megabyte, seconds.
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end).replace(/^0+/, '');
}
