/** Writes values as JSON in many notations, and mutates the text in one or a few places. */
import fc from 'fast-check';
import { decode, type JsonMember, type JsonTree, listValues, mapTree, readTree, writeTree } from './json-tree.ts';
import { oddLexeme, oddName } from './odd-values.ts';

/** A change of the document. `at` is the index of a value or a byte, modulo their number. */
type Mutation =
  | { readonly kind: 'replace' | 'append'; readonly at: number; readonly text: string }
  | { readonly kind: 'remove' | 'repeat' | 'repeat escaped' | 'repeat shouted'; readonly at: number }
  | { readonly kind: 'rename' | 'add'; readonly at: number; readonly name: string; readonly text: string };

type ByteMutation =
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: readonly number[] };

const at = fc.nat();

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('replace' as const), at, text: oddLexeme }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('append' as const), at, text: oddLexeme }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constantFrom('remove', 'repeat', 'repeat escaped', 'repeat shouted'), at }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom('rename', 'add'), at, name: oddName, text: oddLexeme }), weight: 3 },
);

const ODD_BYTES = 'efbbbf c328 e282 eda080 fffe 00 2c 7d 22 5c 2f2a 0b'
  .split(' ')
  .map((hex) => [...Buffer.from(hex, 'hex')]);

const byteMutation: fc.Arbitrary<ByteMutation> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.oneof(fc.constant(0), at),
    bytes: fc.constantFrom(...ODD_BYTES),
  }),
);

/** Returns valid documents in every allowed notation. */
export function toJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc.tuple(values, fc.nat()).map(([value, style]) => Buffer.from(writeTree(restyle(read(value), style))));
}

/** Returns documents with one or more mutations. */
export function toMutatedJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const inTree = fc
    .tuple(values, fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, style, mutations]) => Buffer.from(writeTree(mutations.reduce(mutate, restyle(read(value), style)))));
  const inBytes = fc
    .tuple(toJson(values), fc.array(byteMutation, { minLength: 1, maxLength: 2 }))
    .map(([text, mutations]) => mutations.reduce(mutateBytes, text));
  return fc.oneof({ arbitrary: inTree, weight: 5 }, { arbitrary: inBytes, weight: 1 });
}

function read(value: unknown): JsonTree {
  return readTree(JSON.stringify(value));
}

/** Writes numbers and strings in other notations: `1.0`, `1e0`, `\u0061`. */
function restyle(tree: JsonTree, style: number): JsonTree {
  let count = 0;
  return mapTree(tree, (text) => {
    const choice = style === 0 ? 0 : (style + count++ * 7) % 5;
    if (choice === 1 && /^-?\d{1,9}$/.test(text)) return `${text}.0`;
    if (choice === 2 && /^-?\d{1,9}$/.test(text)) return `${text}e0`;
    if (choice === 3 && /^"[a-z]/i.test(text)) return `"\\u${hex(text.charCodeAt(1))}${text.slice(2)}`;
    return choice === 4 ? text.replace('/', '\\/') : text;
  });
}

function mutate(tree: JsonTree, mutation: Mutation): JsonTree {
  const values = listValues(tree);
  const target = values[mutation.at % values.length] as JsonTree;
  return edit(tree, target, mutation);
}

/** Returns the tree with the target changed. */
function edit(tree: JsonTree, target: JsonTree, mutation: Mutation): JsonTree {
  if (tree === target && mutation.kind === 'replace') return { kind: 'scalar', text: mutation.text };
  if (tree === target && mutation.kind === 'append')
    return append(tree, { name: '"extra"', value: toScalar(mutation) });
  if (tree === target && mutation.kind === 'add') return append(tree, toMember(mutation));
  if (tree.kind === 'array') {
    return { kind: 'array', elements: tree.elements.map((element) => edit(element, target, mutation)) };
  }
  if (tree.kind === 'scalar') return tree;
  const members = tree.members.flatMap((member) =>
    member.value === target && 'remove repeat repeat escaped repeat shouted rename'.includes(mutation.kind)
      ? editMember(member, mutation)
      : [{ name: member.name, value: edit(member.value, target, mutation) }],
  );
  return { kind: 'object', members };
}

function editMember(member: JsonMember, mutation: Mutation): readonly JsonMember[] {
  if (mutation.kind === 'remove') return [];
  if (mutation.kind === 'rename') return [{ ...member, name: JSON.stringify(mutation.name) }];
  if (mutation.kind === 'repeat') return [member, member];
  if (mutation.kind === 'repeat shouted')
    return [member, { ...member, name: JSON.stringify(decode(member.name).toUpperCase()) }];
  const code = hex(member.name.charCodeAt(1));
  return [member, { ...member, name: `"\\u${code}${member.name.slice(2)}` }];
}

function append(tree: JsonTree, member: JsonMember): JsonTree {
  if (tree.kind === 'object') return { kind: 'object', members: [...tree.members, member] };
  return tree.kind === 'array' ? { kind: 'array', elements: [...tree.elements, member.value] } : tree;
}

function toMember({ name, text }: { readonly name: string; readonly text: string }): JsonMember {
  return { name: JSON.stringify(name), value: { kind: 'scalar', text } };
}

function toScalar({ text }: { readonly text: string }): JsonTree {
  return { kind: 'scalar', text };
}

function mutateBytes(text: Buffer, mutation: ByteMutation): Buffer {
  const place = mutation.at % (text.length + 1);
  const before = text.subarray(0, place);
  return mutation.kind === 'cut' ? before : Buffer.concat([before, Buffer.from(mutation.bytes), text.subarray(place)]);
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
