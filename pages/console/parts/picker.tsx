/** A field that offers a list by name: it searches, pages on demand, and also takes an id. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { cutMiddle } from '../logic/format.ts';
import { FieldFrame } from './field.tsx';
import { PickerList } from './picker-list.tsx';
import { useCombobox } from './use-combobox.ts';
import { findName, type Source } from './use-picker.ts';

interface PickerProps {
  readonly label: string;
  /** Id of what is picked; empty if nothing is. */
  readonly value: string;
  /** Of what is picked, if it is known otherwise than from the list. */
  readonly name?: string | undefined;
  readonly onChange: (id: string) => void;
  readonly source: Source;
  /** Whether a text is an id. Absent if ids are names: then every text is one. */
  readonly isId?: (text: string) => boolean;
  readonly hint?: ComponentChildren;
}

export function Picker({ label, value, name: known, onChange, source, isId, hint }: PickerProps) {
  const listId = useId();
  const box = useCombobox({ source, onChange, isId });
  const { typed, active, isOpen, options, state } = box;
  const name = isId && (findName(value) ?? known);
  return (
    <FieldFrame label={label} hint={toHint(name === undefined ? '' : value, hint)}>
      {(control) => (
        <div class="picker">
          <input
            {...control}
            class={name === undefined && typed === undefined ? 'mono' : ''}
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
            autocomplete="off"
            spellcheck={false}
            value={typed ?? name ?? value}
            onInput={(event) => box.type(event.currentTarget.value)}
            onClick={box.open}
            onKeyDown={box.press}
            onBlur={box.leave}
          />
          <PickerList
            {...{ listId, options, active, isOpen, state }}
            isQuiet={isId === undefined}
            onChoose={box.choose}
          />
        </div>
      )}
    </FieldFrame>
  );
}

/** The id of what has a name, and the field's own hint. */
function toHint(id: string, hint: ComponentChildren): ComponentChildren {
  if (id === '') return hint;
  return (
    <>
      <code title={id}>{cutMiddle(id)}</code> {hint}
    </>
  );
}
