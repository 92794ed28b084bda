/** JSON as text: decoded, bounded before anything parses it, and split into pieces that are parsed with other work between. */
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { PIECE_LENGTH, skipSpace, skipString } from './edit-json.ts';

/** Returns the text, or undefined if the bytes are not UTF-8. A TextDecoder needs several times as long, 30 ms for 4 MiB of umlauts. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isAscii(buffer) ? buffer.toString('latin1') : transcode(buffer, 'utf8', 'utf16le').toString('utf16le');
}

/** Whether the percent-encoded bytes of a text are UTF-8. */
export function isEncodedUtf8(encoded: string): boolean {
  const runs = encoded.match(/(?:%[\da-f]{2})+/gi) ?? [];
  return runs.every((run) => decodeUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) !== undefined);
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Returns the bytes after a byte order mark, which a reader may ignore. Source: RFC 8259 8.1. */
export function skipByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}

/** Returns the parsed value, or undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How much of a JSON text may be walked: levels of nesting, and values. */
export interface JsonLimits {
  readonly levels: number;
  /** Elements and members; each array and object counts once more. */
  readonly values: number;
}

/** Returns the limit that the text exceeds, if any; the text need not be valid. */
export function findExcess(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  const end = seekExcess(text, limits, Number.POSITIVE_INFINITY).next();
  return end.done ? end.value : undefined;
}

/** The same with a pause after each `length`. */
export function* seekExcess(
  text: string,
  limits: JsonLimits,
  length: number,
): Generator<unknown, keyof JsonLimits | undefined> {
  return isSmall(text, limits) ? undefined : yield* walk(text, limits, { length, mustSplit: false });
}

/**
 * Yields the text of an object in pieces of some `length`. Each is an object with some of the members, of which the first and the last
 * may be parts of an array or object. The pieces are valid if the text is, and within the limits; otherwise one of them is not.
 */
export function* splitJson(text: string, limits: JsonLimits, length = PIECE_LENGTH): Generator<string> {
  if (text.length <= length && isSmall(text, limits)) {
    yield text;
    return;
  }
  let from = 0;
  /** The name and bracket of what a piece continues. */
  let prefix = '';
  const splits = walk(text, limits, { length, mustSplit: true });
  let step = splits.next();
  for (; !step.done; step = splits.next()) {
    const { at, name, bracket } = step.value;
    yield `${prefix}${text.slice(from, at)}${text[bracket] === '[' ? ']}' : '}}'}`;
    prefix = `{${text.slice(name, skipString(text, name))}:${text[bracket]}`;
    from = at + 1;
  }
  const excess = step.value;
  yield excess ? '' : prefix + text.slice(from);
}

/** A value takes two characters, and with no more opening brackets than levels it cannot be deeper. */
function isSmall(text: string, { levels, values }: JsonLimits): boolean {
  return text.length <= 2 * values && !hasMoreThan(levels, text);
}

/** Whether the text has more than `count` opening brackets, in strings or not. */
function hasMoreThan(count: number, text: string): boolean {
  let left = count;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true;
  }
  return false;
}

interface Stop {
  readonly at: number;
  /** Of a split: where the name and the bracket of the array or object are that has it, and that the outermost object has. */
  readonly name: number;
  readonly bracket: number;
}

/** Stops after each `length`, or where the text can be split next if it `mustSplit`; returns the limit that it exceeds. */
function* walk(
  text: string,
  { levels, values }: JsonLimits,
  { length, mustSplit }: { readonly length: number; readonly mustSplit: boolean },
): Generator<Stop, keyof JsonLimits | undefined> {
  let depth = 0;
  let count = 0;
  let from = 0;
  /** The last string and bracket at each depth. */
  const strings: number[] = [];
  const brackets: number[] = [];
  for (let i = 0; i < text.length && depth <= levels && count <= values; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        strings[depth] = i;
        i = skipString(text, i) - 1;
        // An unclosed string; JSON.parse rejects it.
        if (i < 0) return undefined;
        break;
      case 0x2c:
        count++;
        break;
      case 0x7b:
      case 0x5b:
        brackets[++depth] = i;
        count++;
        break;
      case 0x7d:
      case 0x5d:
        depth--;
    }
    if (i - from < length || (mustSplit && (depth !== 2 || !isBetweenValues(text, i)))) continue;
    yield { at: i, name: strings[1] as number, bracket: brackets[2] as number };
    from = i;
  }
  if (depth > levels) return 'levels';
  return count > values ? 'values' : undefined;
}

/** Whether it is a comma, with values: otherwise the pieces could be valid without the text. */
function isBetweenValues(text: string, comma: number): boolean {
  if (text[comma] !== ',') return false;
  return /[\w"}\]]/.test(text[comma - 1] as string) && !/[,}\]]/.test(text[skipSpace(text, comma + 1)] ?? '');
}
