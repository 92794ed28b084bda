/** JSON content from values: written in one of many ways, and spoiled in none, one or a few places. */
import fc from 'fast-check';
import { type JsonMember, type JsonTree, listValues, readTree, writeTree } from './json-tree.ts';
import { oddLexeme, oddName } from './odd-values.ts';

/** What is done to the document, where: `at` counts its values, or its bytes, round and round. */
type Spoiling =
  | { readonly kind: 'replace' | 'append'; readonly at: number; readonly text: string }
  | { readonly kind: 'remove' | 'repeat' | 'repeat escaped'; readonly at: number }
  | { readonly kind: 'rename' | 'add'; readonly at: number; readonly name: string; readonly text: string };

type ByteSpoiling =
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: readonly number[] };

const at = fc.nat();

const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('replace' as const), at, text: oddLexeme }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('append' as const), at, text: oddLexeme }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constantFrom('remove', 'repeat', 'repeat escaped'), at }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constantFrom('rename', 'add'), at, name: oddName, text: oddLexeme }), weight: 3 },
);

const ODD_BYTES = [
  [0xef, 0xbb, 0xbf],
  [0xc3, 0x28],
  [0xe2, 0x82],
  [0xed, 0xa0, 0x80],
  [0xff, 0xfe],
  [0x00],
  [0x2c],
  [0x7d],
  [0x22],
  [0x5c],
  [0x2f, 0x2a],
  [0x0b],
] as const;

const byteSpoiling: fc.Arbitrary<ByteSpoiling> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.oneof(fc.constant(0), at),
    bytes: fc.constantFrom(...ODD_BYTES),
  }),
);

/** Answers the bytes of valid documents that are written in every allowed way. */
export function toContent(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc.tuple(values, fc.nat()).map(([value, style]) => Buffer.from(writeTree(restyle(read(value), style))));
}

/** Answers the bytes of documents of which something, or several things, are odd. */
export function toSpoiltContent(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const inTree = fc
    .tuple(values, fc.nat(), fc.array(spoiling, { minLength: 1, maxLength: 3 }))
    .map(([value, style, spoilings]) => Buffer.from(writeTree(spoilings.reduce(spoil, restyle(read(value), style)))));
  const inBytes = fc
    .tuple(toContent(values), fc.array(byteSpoiling, { minLength: 1, maxLength: 2 }))
    .map(([content, spoilings]) => spoilings.reduce(spoilBytes, content));
  return fc.oneof({ arbitrary: inTree, weight: 5 }, { arbitrary: inBytes, weight: 1 });
}

function read(value: unknown): JsonTree {
  return readTree(JSON.stringify(value));
}

/** Writes numbers and strings in other ways that mean the same: `1.0`, `1e0`, `\u0061`. */
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

function mapTree(tree: JsonTree, change: (text: string) => string): JsonTree {
  if (tree.kind === 'scalar') return { kind: 'scalar', text: change(tree.text) };
  if (tree.kind === 'array') return { kind: 'array', elements: tree.elements.map((one) => mapTree(one, change)) };
  const members = tree.members.map(({ name, value }) => ({ name, value: mapTree(value, change) }));
  return { kind: 'object', members };
}

function spoil(tree: JsonTree, spoiling: Spoiling): JsonTree {
  const values = listValues(tree);
  const target = values[spoiling.at % values.length] as JsonTree;
  return edit(tree, target, spoiling);
}

/** Edits the target where it stands. */
function edit(tree: JsonTree, target: JsonTree, spoiling: Spoiling): JsonTree {
  if (tree === target && spoiling.kind === 'replace') return { kind: 'scalar', text: spoiling.text };
  if (tree === target && spoiling.kind === 'append')
    return append(tree, { name: '"extra"', value: toScalar(spoiling) });
  if (tree === target && spoiling.kind === 'add') return append(tree, toMember(spoiling));
  if (tree.kind === 'array') {
    return { kind: 'array', elements: tree.elements.map((element) => edit(element, target, spoiling)) };
  }
  if (tree.kind === 'scalar') return tree;
  const members = tree.members.flatMap((member) =>
    member.value === target && 'remove repeat repeat escaped rename'.includes(spoiling.kind)
      ? editMember(member, spoiling)
      : [{ name: member.name, value: edit(member.value, target, spoiling) }],
  );
  return { kind: 'object', members };
}

function editMember(member: JsonMember, spoiling: Spoiling): readonly JsonMember[] {
  if (spoiling.kind === 'remove') return [];
  if (spoiling.kind === 'rename') return [{ ...member, name: JSON.stringify(spoiling.name) }];
  if (spoiling.kind === 'repeat') return [member, member];
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

function spoilBytes(content: Buffer, spoiling: ByteSpoiling): Buffer {
  const place = spoiling.at % (content.length + 1);
  const before = content.subarray(0, place);
  return spoiling.kind === 'cut'
    ? before
    : Buffer.concat([before, Buffer.from(spoiling.bytes), content.subarray(place)]);
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
