/** Finds what stands at a place of a JSON text, also of one that is being written and is not valid. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Level, Texts } from '../logic/schema-help.ts';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** A place where a member's name or a value is written. */
export interface Place {
  readonly kind: 'member' | 'value';
  /** The way to the object of the member, or to the value. */
  readonly levels: readonly Level[];
  /** What is replaced. */
  readonly from: number;
  readonly to: number;
  /** The members that the object has besides. */
  readonly names: readonly string[];
  readonly texts: Texts;
  /** Whether a value follows the name. */
  readonly hasValue: boolean;
}

/** At most; a job takes a few. */
const PARSE_MS = 1_000;
const VALUES = ['String', 'Number', 'True', 'False', 'Null'];
const CONTAINERS = ['Object', 'Array'];

/** Returns undefined where nothing can be offered. */
export function findPlace(state: EditorState, at: number): Place | undefined {
  // A busy machine has not always parsed the text in the editor's own time.
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  const node = skipErrors(tree.resolveInner(at, -1));
  if (VALUES.includes(node.name) && node.to >= at) return toValuePlace(state, node, node);
  if (node.name === 'PropertyName') return toMemberPlace(state, node.parent?.parent, node);
  const word = { from: at - (/[\w"-]*$/.exec(state.sliceDoc(Math.max(0, at - 100), at))?.[0].length ?? 0), to: at };
  const before = state.sliceDoc(Math.max(0, word.from - 500), word.from).trimEnd();
  if (before.endsWith(':')) {
    const property = node.name === 'Property' ? node : node.childBefore(at);
    return property?.name === 'Property' ? toValuePlace(state, property, word) : undefined;
  }
  if (node.name === 'Object' && /[{,]$/.test(before)) return toMemberPlace(state, node, word);
  return undefined;
}

/** What is wrong is a part of what it stands in. */
function skipErrors(node: SyntaxNode): SyntaxNode {
  return node.type.isError && node.parent ? skipErrors(node.parent) : node;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function toValuePlace(state: EditorState, node: SyntaxNode, { from, to }: Span): Place {
  return { kind: 'value', levels: listLevels(state, node), from, to, names: [], texts: {}, hasValue: true };
}

function toMemberPlace(state: EditorState, object: SyntaxNode | null | undefined, span: Span): Place | undefined {
  if (object?.name !== 'Object') return undefined;
  const others = object.getChildren('Property').filter((property) => property.from !== span.from);
  return {
    kind: 'member',
    levels: listLevels(state, object),
    ...{ from: span.from, to: span.to },
    names: others.map((property) => readName(state, property)),
    texts: readTexts(state, others),
    hasValue: /^\s*:/.test(state.sliceDoc(span.to, span.to + 100)),
  };
}

/** Returns the steps from the top to a node. */
function listLevels(state: EditorState, node: SyntaxNode): readonly Level[] {
  const { parent } = node;
  if (parent === null) return [];
  const outer = listLevels(state, parent);
  if (node.name === 'Property')
    return [...outer, { texts: readTexts(state, parent.getChildren('Property')), step: readName(state, node) }];
  if (parent.name === 'Array') return [...outer, { texts: {}, step: countBefore(node) }];
  return outer;
}

function countBefore(node: SyntaxNode): number {
  let count = 0;
  for (let before = node.prevSibling; before; before = before.prevSibling)
    if ([...VALUES, ...CONTAINERS].includes(before.name)) count += 1;
  return count;
}

function readName(state: EditorState, property: SyntaxNode): string {
  return readText(state, property.getChild('PropertyName')) ?? '';
}

function readTexts(state: EditorState, properties: readonly SyntaxNode[]): Texts {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const text = readText(state, property.getChild('String'));
      return text === undefined ? [] : [[readName(state, property), text] as const];
    }),
  );
}

function readText(state: EditorState, node: SyntaxNode | null): string | undefined {
  return node ? state.sliceDoc(node.from, node.to).replace(/^"|"$/g, '') : undefined;
}
