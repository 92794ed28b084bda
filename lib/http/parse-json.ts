/**
 * A request body as JSON: decoded, bounded and unambiguous, so that no later parser can read another value than the validated one.
 * Source: RFC 8259 4, 8.1; A43 to A55.
 */
import { decodeString, skipString } from './edit-json.ts';
import { Problem } from './problem.ts';

export interface JsonBody {
  /** The body as sent; numbers and strings are relayed from here. */
  readonly text: string;
  readonly value: unknown;
}

const MAX_DEPTH = 32;
/** Each takes validation time; a streaming job with hundreds of inputs and outputs has a tenth of them. */
const MAX_VALUES = 20_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a request body.
 * @throws Problem `invalid_json`, `json_too_deep` or `duplicate_member`, with our own message: a parser's may quote the body.
 */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new Problem('invalid_json', { message: 'The request body is not valid UTF-8.' });
  if (text.startsWith('\uFEFF')) {
    throw new Problem('invalid_json', { message: 'The request body must not start with a byte order mark.' });
  }
  // Before JSON.parse: later code walks the value recursively.
  if (isDeeperThan(MAX_DEPTH, text)) {
    throw new Problem('json_too_deep', { message: `The request body is nested more than ${MAX_DEPTH} levels deep.` });
  }
  const value = tryParseJson(text);
  if (value === undefined) throw new Problem('invalid_json');
  rejectAmbiguous(text);
  return { text, value };
}

/** Returns the text, or undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the parsed value, or undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether objects and arrays are nested more than `levels` deep. */
export function isDeeperThan(levels: number, text: string): boolean {
  // Fast path: with no more opening brackets than levels, it cannot be deeper.
  if (!hasMoreThan(levels, text)) return false;
  let depth = 0;
  for (let i = 0; i < text.length && depth <= levels; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = skipString(text, i) - 1;
      // An unclosed string; JSON.parse rejects it.
      if (i < 0) break;
    } else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return depth > levels;
}

/** Whether the text has more than `count` opening brackets, in strings or not. */
function hasMoreThan(count: number, text: string): boolean {
  let left = count;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true;
  }
  return false;
}

/** The member names seen so far in an open object; undefined for an open array. */
type Names = Set<string> | undefined;

/** Rejects what parsers may read differently: a repeated name, `__proto__`, half a surrogate pair, a number no double holds. */
function rejectAmbiguous(text: string): void {
  const open: Names[] = [];
  let separators = 0;
  for (let at = 0; at < text.length; ) {
    // Every value except the first of an object or array follows a comma.
    if (text.charCodeAt(at) === 0x2c && ++separators > MAX_VALUES) {
      throw new Problem('invalid_json', { message: `The request body has more than ${MAX_VALUES} values.` });
    }
    at = checkToken(text, at, open);
  }
}

/** Checks the token at `at`; returns where the next may start. */
function checkToken(text: string, at: number, open: Names[]): number {
  const code = text.charCodeAt(at);
  switch (code) {
    case 0x22:
      return checkString(text, at, open.at(-1));
    case 0x7b:
      open.push(new Set());
      return at + 1;
    case 0x5b:
      open.push(undefined);
      return at + 1;
    case 0x7d:
    case 0x5d:
      open.pop();
      return at + 1;
    default:
      return code === 0x2d || (code >= 0x30 && code <= 0x39) ? checkNumber(text, at) : at + 1;
  }
}

function checkString(text: string, at: number, names: Names): number {
  const end = skipString(text, at);
  const string = decodeString(text.slice(at, end));
  if (!string.isWellFormed())
    throw new Problem('invalid_json', { message: 'A string contains half a surrogate pair.' });
  if (names && isName(text, end)) rejectName(names, string);
  return end;
}

function checkNumber(text: string, at: number): number {
  const number = /[-+.\deE]+/y;
  number.lastIndex = at;
  const [digits] = number.exec(text) as unknown as [string];
  if (!isExact(digits)) throw new Problem('invalid_json', { message: 'A number is too large or has too many digits.' });
  return at + digits.length;
}

/** Whether a double represents the number exactly as written. */
function isExact(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value)) return false;
  return digits.length <= 15 || toDigits(digits) === toDigits(String(value));
}

/** Returns a number's significant digits, without sign, point, exponent and outer zeros. */
function toDigits(number: string): string {
  return number
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
}

function rejectName(names: Set<string>, name: string): void {
  if (name === '__proto__') throw new Problem('invalid_json', { message: 'A property must not be named __proto__.' });
  if (names.has(name)) throw new Problem('duplicate_member', { target: name });
  names.add(name);
}

/** Whether the string that ends at `end` is a member name: a colon follows. */
function isName(text: string, end: number): boolean {
  let i = end;
  while (text.charCodeAt(i) <= 0x20) i++;
  return text[i] === ':';
}
