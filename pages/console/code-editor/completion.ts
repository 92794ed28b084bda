/** Offers the names and values that the schema knows at a place. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { JsonHelp, MemberHelp, ValueHelp } from '../logic/schema-help.ts';
import { findPlace, type Place } from './place.ts';

export function createCompletion(help: JsonHelp): CompletionSource {
  return ({ state, pos }: CompletionContext): CompletionResult | null => {
    const place = findPlace(state, pos);
    if (place === undefined) return null;
    const options = place.kind === 'member' ? listMembers(help, place) : help.listValues(place.levels).map(toValue);
    return options.length === 0 ? null : { from: place.from, options, validFor: /^"?[\w.:/-]*$/ };
  };
}

function listMembers(help: JsonHelp, { levels, texts, names }: Place): readonly Completion[] {
  return help
    .listMembers(levels, texts)
    .filter(({ name }) => !names.includes(name))
    .map(toMember);
}

function toMember({ name, type, description, isRequired, isSecret }: MemberHelp): Completion {
  const detail = [type === 'any' ? '' : type, isRequired ? 'required' : '', isSecret ? 'secret' : ''];
  const [start, end] = BRACKETS[type];
  return {
    label: `"${name}"`,
    displayLabel: name,
    detail: detail.filter(Boolean).join(', '),
    ...(description && { info: description }),
    ...(isRequired && { boost: 1 }),
    apply: (view, completion) =>
      insert(view, completion, ({ hasValue }) => (hasValue ? [`"${name}"`, ''] : [`"${name}": ${start}`, end])),
  };
}

/** What a value begins and ends with; the rest is written in between. */
const BRACKETS = {
  object: ['{', '}'],
  array: ['[', ']'],
  string: ['"', '"'],
  number: ['', ''],
  boolean: ['', ''],
  any: ['', ''],
} as const;

function toValue({ value, description }: ValueHelp): Completion {
  const text = JSON.stringify(value);
  return {
    label: text,
    ...(description && { info: description }),
    apply: (view, completion) => insert(view, completion, () => [text, '']),
  };
}

/** Replaces the name or value that the cursor is in, and puts the cursor between two texts. */
function insert(
  view: EditorView,
  completion: Completion,
  compose: (place: Place) => readonly [before: string, after: string],
): void {
  const { state } = view;
  const place = findPlace(state, state.selection.main.head);
  if (place === undefined) return;
  const { from, to } = place;
  const [before, after] = compose(place);
  const isFollowed = after !== '' && /^\s*"/.test(state.sliceDoc(to, to + 200));
  view.dispatch({
    changes: { from, to, insert: `${before}${after}${isFollowed ? ',' : ''}` },
    selection: { anchor: from + before.length },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });
  if (place.kind === 'member') startCompletion(view);
}
