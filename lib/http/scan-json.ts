/** What parsers may read differently in a JSON text. All functions here expect text that JSON.parse accepts. */
import { decodeString, skipString } from './edit-json.ts';
import { Problem } from './problem.ts';

/** Throws Problem `duplicate_member` if an object in the JSON text has two members of the same name; its target is the name. */
export function rejectRepeatedMembers(text: string): void {
  new TokenScanner(text).scan();
}

/** The member names seen so far in an open object; undefined for an open array. */
type Names = Set<string> | undefined;

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Walks the tokens of valid JSON once and rejects what parsers may read differently: a repeated name, `__proto__`, half a surrogate pair. */
export class TokenScanner {
  readonly #text: string;
  readonly #open: Names[] = [];
  readonly #inexact: Span[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns where the numbers are that a double does not hold exactly. */
  scan(): readonly Span[] {
    for (let at = 0; at < this.#text.length; ) at = this.#scanToken(at);
    return this.#inexact;
  }

  /** Scans the token at `at`; returns where the next may start. */
  #scanToken(at: number): number {
    const code = this.#text.charCodeAt(at);
    switch (code) {
      case 0x22:
        return this.#scanString(at);
      case 0x7b:
        this.#open.push(new Set());
        return at + 1;
      case 0x5b:
        this.#open.push(undefined);
        return at + 1;
      case 0x7d:
      case 0x5d:
        this.#open.pop();
        return at + 1;
      default:
        return code === 0x2d || (code >= 0x30 && code <= 0x39) ? this.#scanNumber(at) : at + 1;
    }
  }

  #scanString(at: number): number {
    const end = skipString(this.#text, at);
    const string = decodeString(this.#text.slice(at, end));
    if (!string.isWellFormed())
      throw new Problem('invalid_json', { message: 'A string contains half a surrogate pair.' });
    const names = this.#open.at(-1);
    if (names && isName(this.#text, end)) rejectName(names, string);
    return end;
  }

  #scanNumber(start: number): number {
    const number = /[-+.\deE]+/y;
    number.lastIndex = start;
    const [digits] = number.exec(this.#text) as unknown as [string];
    const end = start + digits.length;
    if (!isExact(digits)) this.#inexact.push({ start, end });
    return end;
  }
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
  return (
    number
      .replace(/e.*/i, '')
      .replace(/[-.]/g, '')
      // Looks for the end from the first zero of a run only: from each one, a number of 64 KB takes 1.4 s.
      .replace(/^0+|(?<!0)0+$/g, '')
  );
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
