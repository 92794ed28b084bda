/**
 * JSON with every number, name and string kept as it is written: a second reader, to hold the relay's own against (DESIGN 4, 7).
 * Blanks between tokens are not kept.
 */

export type JsonTree =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'array'; readonly elements: readonly JsonTree[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export interface JsonMember {
  /** As written, quotes included. */
  readonly name: string;
  readonly value: JsonTree;
}

const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+/g;

/** Reads text that JSON.parse has accepted, and that is not nested deeper than a stack bears. */
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

/** Answers the tree as JSON text without blanks. */
export function writeTree(tree: JsonTree): string {
  if (tree.kind === 'scalar') return tree.text;
  if (tree.kind === 'array') return `[${tree.elements.map(writeTree).join(',')}]`;
  return `{${tree.members.map(({ name, value }) => `${name}:${writeTree(value)}`).join(',')}}`;
}

/** Answers what a name or a string means. */
export function decode(quoted: string): string {
  return JSON.parse(quoted);
}

/** Answers the tree without the members of which `isDropped` holds; `path` is where they stand, with `*` for an element. */
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

/** Answers every value of the tree, the outermost first. */
export function listValues(tree: JsonTree): readonly JsonTree[] {
  if (tree.kind === 'scalar') return [tree];
  const inner = tree.kind === 'array' ? tree.elements : tree.members.map(({ value }) => value);
  return [tree, ...inner.flatMap(listValues)];
}

/** Answers how many arrays and objects the innermost value of a JSON text stands in. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return deepest;
}
