/** JSON as the emulator reads, keeps and writes it. A lexical number keeps its own spelling, which JSON.stringify would lose. */

const spelling: unique symbol = Symbol('spelling');

/** A number that is written exactly as it was spelled: `1.10`, `9007199254740993`. */
export interface Lexical {
  readonly [spelling]: string;
}

export type Json = null | boolean | number | string | Lexical | readonly Json[] | JsonObject;

export type JsonObject = { readonly [name: string]: Json | undefined };

export function lexical(text: string): Lexical {
  return { [spelling]: text };
}

/** Writes JSON text; members that are undefined are left out. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (spelling in value) return String(value[spelling]);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
}

/** Reads JSON text; undefined when it is not JSON. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(spelling in value);
}

/** The value when it is an object, else an object without members: reading on finds nothing. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value when it is an array, else an empty one. */
export function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
