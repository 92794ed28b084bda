/** JSON as text: decoded, and bounded before anything parses it. */
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { skipString } from './edit-json.ts';
import { SafeError } from './problem.ts';

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

/** Parses what a person wrote. @throws SafeError with line and column where it is not JSON. */
export function parseJson(json: string): unknown {
  const reason = explain(json);
  if (reason === undefined) return JSON.parse(json);
  let at = Number(/at position (\d+)/.exec(reason)?.[1] ?? json.length);
  if (isUnexpected(reason)) {
    // The engine says what it met, not where: the shortest text that ends there is searched.
    let before = 0;
    for (at = json.length; at - before > 1; ) {
      const middle = (before + at) >> 1;
      if (isUnexpected(explain(json.slice(0, middle)))) at = middle;
      else before = middle;
    }
    at--;
  }
  const lines = json.slice(0, at).split('\n');
  throw new SafeError(`is not JSON at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`);
}

const isUnexpected = (reason: string | undefined) => /^Unexpected token/.test(reason ?? '');

function explain(json: string): string | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** How much of a JSON text may be walked: levels of nesting, and values. */
export interface JsonLimits {
  readonly levels: number;
  /** Elements and members; each array and object counts once more. */
  readonly values: number;
}

function hasMoreBrackets(count: number, text: string): boolean {
  let left = count;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true;
  return false;
}

/** Returns the limit that the text exceeds, if any; the text need not be valid. */
export function findExcess(text: string, { levels, values }: JsonLimits): keyof JsonLimits | undefined {
  // A value takes two characters, and no text is deeper than it has opening brackets, in strings or not: most need no walk.
  if (text.length <= 2 * values && !hasMoreBrackets(levels, text)) return undefined;
  let depth = 0;
  let count = 0;
  for (let i = 0; i < text.length && depth <= levels && count <= values; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = skipString(text, i) - 1;
        // An unclosed string; JSON.parse rejects it.
        if (i < 0) return undefined;
        break;
      case 0x2c:
        count++;
        break;
      case 0x7b:
      case 0x5b:
        depth++;
        count++;
        break;
      case 0x7d:
      case 0x5d:
        depth--;
    }
  }
  if (depth > levels) return 'levels';
  return count > values ? 'values' : undefined;
}
