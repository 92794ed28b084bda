/** Files that a person edits: as `func` reads them, with any byte order mark; what is no JSON is refused with its position. */
import { readFileSync } from 'node:fs';
import { parseJson } from '../lib/http/json-text.ts';

/** Returns the text of UTF-8, or of UTF-16 as PowerShell writes it; `-` is standard input. */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file === '-' ? 0 : file);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

/** @throws Error that names the file and the position. */
export function readJsonFile<T>(file: string): T {
  const text = readTextFile(file);
  try {
    return parseJson(text) as T;
  } catch (error) {
    throw new Error(`${file} ${(error as Error).message}`);
  }
}
