import type { WireResponse } from './wire-response.ts';

/** Applies a JSON Merge Patch to the response's JSON body. Source: RFC 7396 2. Numbers lose their original spelling. */
export function mergePatch(response: WireResponse, patch: Readonly<Record<string, unknown>>): WireResponse {
  return { ...response, body: Buffer.from(JSON.stringify(merge(parse(response.body.toString()), patch))) };
}

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, merge(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
