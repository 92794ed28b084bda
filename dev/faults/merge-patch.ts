/** Changes to the JSON bodies of requests and responses. Numbers lose their original spelling. */
import type { Fault } from './fault.ts';

/** Applies a JSON Merge Patch to a JSON body. Source: RFC 7396 2. */
export function mergePatch(body: Buffer, patch: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify(merge(parse(body.toString()), patch)));
}

const textChanges = {
  'lower case': (text: string) => text.toLowerCase(),
  trimmed: (text: string) => text.trim(),
} as const;

/** Changes a request's body to what the server stores in its place; a body that is no JSON object stays as it is. */
export function rewriteBody(
  body: Buffer,
  { body: patch = {}, texts = {} }: Extract<Fault, { kind: 'rewrite' }>,
): Buffer {
  const text = body.toString();
  if (!isObject(parse(text))) return body;
  const changed: unknown = JSON.parse(text, (name, value) => {
    const change = texts[name];
    return typeof value === 'string' && change !== undefined ? textChanges[change](value) : value;
  });
  return Buffer.from(JSON.stringify(merge(changed, patch)));
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
