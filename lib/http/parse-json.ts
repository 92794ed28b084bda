/**
 * Content as JSON: decoded, bounded and read one way only, so that no reader further on can see another value than the one
 * that was validated. Source: RFC 8259 4, 8.1; reliability cases A43-A55.
 */
import { decodeString, skipString } from './edit-json.ts';
import { Problem } from './problem.ts';

export interface JsonBody {
  /** The content as it came; numbers and strings are relayed from here. */
  readonly text: string;
  readonly value: unknown;
}

const MAX_DEPTH = 32;
/** Each costs a validator time; a streaming job of some hundred inputs and outputs holds a tenth of them. */
const MAX_VALUES = 20_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a request's body.
 * Throws Problem `invalid_json`, `json_too_deep` or `duplicate_member`; the texts are our own, since a parser's may quote the content.
 */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new Problem('invalid_json', { message: 'The content is not valid UTF-8.' });
  if (text.startsWith('\uFEFF')) {
    throw new Problem('invalid_json', { message: 'The content must not start with a byte order mark.' });
  }
  // Before JSON.parse: what walks the value later is recursive.
  if (isDeeperThan(MAX_DEPTH, text)) {
    throw new Problem('json_too_deep', { message: `The content is nested more than ${MAX_DEPTH} levels deep.` });
  }
  const value = tryParseJson(text);
  if (value === undefined) throw new Problem('invalid_json');
  refuseAmbiguous(text);
  return { text, value };
}

/** Answers the text, or undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Answers the parsed value, or undefined when the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether objects and arrays are nested more than so many levels deep; reads no further than it takes to know. */
export function isDeeperThan(levels: number, text: string): boolean {
  // What opens no more of them cannot be, and most texts do not: a search finds that out sooner than the walk.
  if (!hasMoreThan(levels, text)) return false;
  let depth = 0;
  for (let i = 0; i < text.length && depth <= levels; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = skipString(text, i) - 1;
      // An unclosed string: JSON.parse will say so.
      if (i < 0) break;
    } else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return depth > levels;
}

/** Whether the text holds more than so many opening brackets, in strings or not. */
function hasMoreThan(count: number, text: string): boolean {
  let left = count;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true;
  }
  return false;
}

/** The names that an open object has had so far; undefined for an open array. */
type Names = Set<string> | undefined;

/** Refuses what two readers may read in two ways: a name given twice, `__proto__`, half a surrogate pair, too long a number. */
function refuseAmbiguous(text: string): void {
  const open: Names[] = [];
  let separators = 0;
  for (let at = 0; at < text.length; ) {
    // Each value but the first of its object or array stands behind one.
    if (text.charCodeAt(at) === 0x2c && ++separators > MAX_VALUES) {
      throw new Problem('invalid_json', { message: `The content holds more than ${MAX_VALUES} values.` });
    }
    at = checkToken(text, at, open);
  }
}

/** Checks the token at `at`; answers where the next may start. */
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
  if (!string.isWellFormed()) throw new Problem('invalid_json', { message: 'A string holds half a surrogate pair.' });
  if (names && isName(text, end)) refuseName(names, string);
  return end;
}

function checkNumber(text: string, at: number): number {
  const number = /[-+.\deE]+/y;
  number.lastIndex = at;
  const [digits] = number.exec(text) as unknown as [string];
  if (!isExact(digits)) throw new Problem('invalid_json', { message: 'A number is too large or has too many digits.' });
  return at + digits.length;
}

/** Whether a double holds the number as it is written. */
function isExact(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value)) return false;
  return digits.length <= 15 || toDigits(digits) === toDigits(String(value));
}

/** Answers a number's significant digits, without sign, point, exponent and outer zeros. */
function toDigits(number: string): string {
  return number
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
}

function refuseName(names: Set<string>, name: string): void {
  if (name === '__proto__') throw new Problem('invalid_json', { message: 'A member must not be named __proto__.' });
  if (names.has(name)) throw new Problem('duplicate_member', { target: name });
  names.add(name);
}

/** Whether a string that ends at `end` is a member's name: a colon follows. */
function isName(text: string, end: number): boolean {
  let i = end;
  while (text.charCodeAt(i) <= 0x20) i++;
  return text[i] === ':';
}
