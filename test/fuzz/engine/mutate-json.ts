/** Writes values as JSON in many notations, and mutates the text in one or a few places. */
import fc from 'fast-check';
import { decode, type JsonMember, type JsonTree, listValues, mapTree, readTree, writeTree } from './json-tree.ts';
import { oddLexeme, oddName } from './odd-values.ts';

/** What becomes of one value of the document, or of the member that has it. */
interface Mutation {
  readonly changeValue?: (value: JsonTree) => JsonTree;
  readonly changeMember?: (member: JsonMember) => readonly JsonMember[];
}

const toScalar = (text: string): JsonTree => ({ kind: 'scalar', text });

function append(tree: JsonTree, member: JsonMember): JsonTree {
  if (tree.kind === 'object') return { kind: 'object', members: [...tree.members, member] };
  return tree.kind === 'array' ? { kind: 'array', elements: [...tree.elements, member.value] } : tree;
}

const repeatAs = (toName: (name: string) => string): Mutation => ({
  changeMember: (member) => [member, { ...member, name: toName(member.name) }],
});

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { arbitrary: oddLexeme.map((text) => ({ changeValue: () => toScalar(text) })), weight: 5 },
  {
    arbitrary: oddLexeme.map((text) => toAddition(['extra', text])),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom<Mutation[]>(
      { changeMember: () => [] },
      repeatAs((name) => name),
      repeatAs(escapeFirst),
      repeatAs((name) => JSON.stringify(decode(name).toUpperCase())),
    ),
    weight: 2,
  },
  {
    arbitrary: fc.oneof(
      fc.tuple(oddName, oddLexeme).map(toAddition),
      oddName.map((name): Mutation => ({ changeMember: ({ value }) => [{ name: JSON.stringify(name), value }] })),
    ),
    weight: 3,
  },
);

function toAddition([name, text]: readonly [string, string]): Mutation {
  return { changeValue: (value) => append(value, { name: JSON.stringify(name), value: toScalar(text) }) };
}

const ODD_BYTES = 'efbbbf c328 e282 eda080 fffe 00 2c 7d 22 5c 2f2a 0b'
  .split(' ')
  .map((hex) => [...Buffer.from(hex, 'hex')]);

/** Cuts the text at a place, or inserts bytes. */
const byteMutation = fc.record({
  at: fc.oneof(fc.constant(0), fc.nat()),
  inserted: fc.option(fc.constantFrom(...ODD_BYTES)),
});

/** Returns valid documents in every allowed notation. */
export function toJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc.tuple(values, fc.nat()).map(([value, style]) => Buffer.from(writeTree(restyle(read(value), style))));
}

/** Returns documents with one or more mutations. */
export function toMutatedJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const inTree = fc
    .tuple(values, fc.nat(), fc.array(fc.tuple(mutation, fc.nat()), { minLength: 1, maxLength: 3 }))
    .map(([value, style, mutations]) => Buffer.from(writeTree(mutations.reduce(mutate, restyle(read(value), style)))));
  const inBytes = fc
    .tuple(toJson(values), fc.array(byteMutation, { minLength: 1, maxLength: 2 }))
    .map(([text, mutations]) =>
      mutations.reduce((bytes, { at, inserted }) => {
        const place = at % (bytes.length + 1);
        const parts = inserted ? [Buffer.from(inserted), bytes.subarray(place)] : [];
        return Buffer.concat([bytes.subarray(0, place), ...parts]);
      }, text),
    );
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
    if (choice === 3) return escapeFirst(text);
    return choice === 4 ? text.replace('/', '\\/') : text;
  });
}

/** `at` is the number of a value, modulo how many there are. */
function mutate(tree: JsonTree, [mutation, at]: readonly [Mutation, number]): JsonTree {
  const values = listValues(tree);
  return edit(tree, values[at % values.length] as JsonTree, mutation);
}

/** Returns the tree with the target changed. */
function edit(tree: JsonTree, target: JsonTree, mutation: Mutation): JsonTree {
  const { changeValue, changeMember } = mutation;
  if (tree === target && changeValue) return changeValue(tree);
  if (tree.kind === 'scalar') return tree;
  if (tree.kind === 'array')
    return { kind: 'array', elements: tree.elements.map((element) => edit(element, target, mutation)) };
  const members = tree.members.flatMap((member) =>
    member.value === target && changeMember
      ? changeMember(member)
      : [{ name: member.name, value: edit(member.value, target, mutation) }],
  );
  return { kind: 'object', members };
}

/** Writes the first letter of a string as an escape; another text stays. */
function escapeFirst(text: string): string {
  return text.replace(/(?<=^")[a-z]/i, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
