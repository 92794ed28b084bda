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

/** The open list of a picker: recent choices, then the others. Names come first, ids second. */
export function PickerList({ listId, options, active, isOpen, state, isQuiet, onChoose }: PickerListProps) {
  const status = toStatus(state, options.length);
  const isShown = isOpen && (options.length > 0 || !isQuiet);
  const firstOther = options.findIndex((option) => option === 'more' || !option.isRecent);
  const recentCount = firstOther < 0 ? options.length : firstOther;
  const toOption = (option: PickerOption, index: number) => (
    <Option
      key={option === 'more' ? option : option.id}
      id={`${listId}-${index}`}
      option={option}
      isActive={index === active}
      onChoose={onChoose}
    />
  );
  return (
    <div class="picker-popup" hidden={!isShown}>
      <div id={listId} role="listbox" aria-label="Choices" tabIndex={-1}>
        {recentCount > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox.
          <div role="group" aria-label="Recent" class="picker-recent">
            {options.slice(0, recentCount).map(toOption)}
          </div>
        )}
        {options.slice(recentCount).map((option, index) => toOption(option, recentCount + index))}
      </div>
      {isShown && status && <p role="status">{status}</p>}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly option: PickerOption;
  readonly isActive: boolean;
  readonly onChoose: (option: PickerOption) => void;
}

function Option({ id, option, isActive, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      class={isActive ? 'active' : ''}
      // The field keeps the focus.
      onMouseDown={(event) => {
        event.preventDefault();
        onChoose(option);
      }}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
    >
      {option === 'more' ? 'Load more…' : <ChoiceText choice={option} />}
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
      {/* A path says no more than the name. */}
      {name !== undefined && !id.startsWith('/') && <code title={id}>{cutMiddle(id)}</code>}
    </>
  );
}
