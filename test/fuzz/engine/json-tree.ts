/**
 * JSON that keeps the notation of numbers, names and strings: a second parser, to check the relay's own.
 * Whitespace between tokens is dropped.
 */

export type JsonTree =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'array'; readonly elements: readonly JsonTree[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export interface JsonMember {
  /** With quotes and escapes. */
  readonly name: string;
  readonly value: JsonTree;
}

const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+/g;

/** Parses text that JSON.parse accepts and that is not nested too deep for recursion. */
export function readTree(text: string): JsonTree {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  return readValue();

  function readValue(): JsonTree {
    const token = tokens[at++] as string;
    if (token === '{') return { kind: 'object', members: readAll('}', readMember) };
    if (token === '[') return { kind: 'array', elements: readAll(']', readValue) };
    return { kind: 'scalar', text: token };
  }

  function readMember(): JsonMember {
    const name = tokens[at] as string;
    at += 2;
    return { name, value: readValue() };
  }

  function readAll<T>(close: string, read: () => T): T[] {
    const all: T[] = [];
    while (tokens[at] !== close) {
      all.push(read());
      if (tokens[at] === ',') at++;
    }
    at++;
    return all;
  }
}

/** Returns the tree as JSON text without whitespace. */
export function writeTree(tree: JsonTree): string {
  if (tree.kind === 'scalar') return tree.text;
  if (tree.kind === 'array') return `[${tree.elements.map(writeTree).join(',')}]`;
  return `{${tree.members.map(({ name, value }) => `${name}:${writeTree(value)}`).join(',')}}`;
}

/** Returns the tree with other texts of its scalars. */
export function mapTree(tree: JsonTree, toText: (text: string) => string): JsonTree {
  const map = (one: JsonTree) => mapTree(one, toText);
  if (tree.kind === 'scalar') return { ...tree, text: toText(tree.text) };
  if (tree.kind === 'array') return { ...tree, elements: tree.elements.map(map) };
  return { ...tree, members: tree.members.map(({ name, value }) => ({ name, value: map(value) })) };
}

/** Returns the value of a quoted name or string. */
export function decode(quoted: string): string {
  return JSON.parse(quoted);
}

/** Returns the tree without the members for which `isDropped` is true. A path has `*` for an array element. */
export function withoutMembers(
  tree: JsonTree,
  isDropped: (name: string, path: readonly string[]) => boolean,
  path: readonly string[] = [],
): JsonTree {
  if (tree.kind === 'scalar') return tree;
  if (tree.kind === 'array') {
    return {
      kind: 'array',
      elements: tree.elements.map((element) => withoutMembers(element, isDropped, [...path, '*'])),
    };
  }
  const members = tree.members.flatMap(({ name, value }) => {
    const here = [...path, decode(name)];
    return isDropped(decode(name), here) ? [] : [{ name, value: withoutMembers(value, isDropped, here) }];
  });
  return { kind: 'object', members };
}

/** Returns every value of the tree, outermost first. */
export function listValues(tree: JsonTree): readonly JsonTree[] {
  if (tree.kind === 'scalar') return [tree];
  const inner = tree.kind === 'array' ? tree.elements : tree.members.map(({ value }) => value);
  return [tree, ...inner.flatMap(listValues)];
}

/** Returns the nesting depth of a JSON text. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return deepest;
}
