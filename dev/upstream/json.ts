/** JSON for the emulator. Lexical numbers keep their spelling, which JSON.stringify would lose. */
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const spelling: unique symbol = Symbol('spelling');

/** A number written exactly as spelled: `1.10`, `9007199254740993`. */
export interface Lexical {
  readonly [spelling]: string;
}

export type Json = null | boolean | number | string | Lexical | readonly Json[] | JsonObject;

export type JsonObject = { readonly [name: string]: Json | undefined };

export function lexical(text: string): Lexical {
  return { [spelling]: text };
}

/** Formats JSON. Undefined members are omitted. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (spelling in value) return String(value[spelling]);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
}

/** Parses JSON; returns undefined if the text is not JSON. */
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

/** Returns the value if it is an object, otherwise `{}`. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value if it is an array, otherwise `[]`. */
export function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a member has a value: null means absent. */
export function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

export function omitUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, member]) => member !== undefined));
}

/** Returns the object with the members of a change, at every depth; null leaves a member as it is. */
export function mergeGiven(current: JsonObject, change: JsonObject): JsonObject {
  const given = Object.entries(change).filter(([, value]) => isGiven(value));
  const merged = given.map(([name, value]) => {
    const before = current[name];
    return [name, isObject(before) && isObject(value) ? mergeGiven(before, value) : value];
  });
  return { ...current, ...Object.fromEntries(merged) };
}

export function toJsonResponse(c: Context, status: number, body: unknown): Response {
  return c.body(writeJson(body), status as ContentfulStatusCode, { 'content-type': 'application/json; charset=utf-8' });
}
