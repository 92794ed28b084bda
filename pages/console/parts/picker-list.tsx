import { cutMiddle } from '../logic/format.ts';
import type { CallState } from '../use-call.ts';
import type { Choice } from './use-picker.ts';

export type PickerOption = Choice | 'more';

interface PickerListProps {
  readonly listId: string;
  readonly options: readonly PickerOption[];
  /** Index of the option that the keyboard is at; negative for none. */
  readonly active: number;
  readonly isOpen: boolean;
  readonly state: CallState<unknown>;
  /** Whether nothing is shown if there is nothing to choose. */
  readonly isQuiet: boolean;
  readonly onChoose: (option: PickerOption) => void;
}

/** The open list of a picker. Names come first, ids second. */
export function PickerList({ listId, options, active, isOpen, state, isQuiet, onChoose }: PickerListProps) {
  const status = toStatus(state, options.length);
  const isShown = isOpen && (options.length > 0 || !isQuiet);
  return (
    <div class="picker-popup" hidden={!isShown}>
      <div id={listId} role="listbox" aria-label="Choices" tabIndex={-1}>
        {options.map((option, index) => (
          <div
            key={option === 'more' ? option : option.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            class={index === active ? 'active' : ''}
            // The field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(option);
            }}
            ref={(element) => {
              if (index === active) element?.scrollIntoView({ block: 'nearest' });
            }}
          >
            {option === 'more' ? 'Load more…' : <ChoiceText choice={option} />}
          </div>
        ))}
      </div>
      {isShown && status && <p role="status">{status}</p>}
    </div>
  );
}

function toStatus(state: CallState<unknown>, count: number): string | undefined {
  if (state.kind === 'busy') return 'Loading…';
  if (state.kind === 'failed') return `The list cannot be read: ${state.error.message} Enter an id.`;
  return count === 0 ? 'Nothing matches.' : undefined;
}

function ChoiceText({ choice: { id, name, detail } }: { readonly choice: Choice }) {
  return (
    <>
      <span>{name ?? id}</span>
      {detail && <small class="muted">{detail}</small>}
      {name !== undefined && <code title={id}>{cutMiddle(id)}</code>}
    </>
  );
}
