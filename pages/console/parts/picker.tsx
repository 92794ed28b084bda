/** A field that offers a list by name: it searches, pages on demand, and also takes an id. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { findKnownName } from '../known.ts';
import { cutMiddle } from '../logic/format.ts';
import { FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';
import { IdField } from './id-field.tsx';
import { PickerList } from './picker-list.tsx';
import { useCombobox } from './use-combobox.ts';
import { type Source, useFirstChoice } from './use-picker.ts';

interface PickerProps {
  readonly label: string;
  /** Id of what is picked; empty if nothing is. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly source: Source;
  /** Whether a text is an id. Absent if ids are names: then every text is one. */
  readonly isId?: (text: string) => boolean;
  /** Returns what an id is shown as; by default the name that is known of it. */
  readonly toName?: (id: string) => string | undefined;
  /** Whether the first of the list is picked while nothing is. */
  readonly isFilled?: boolean;
  readonly hint?: ComponentChildren;
}

export function Picker({ label, value, onChange, source, isId, toName = findKnownName, isFilled, hint }: PickerProps) {
  const listId = useId();
  const choose = useRef(onChange);
  const box = useCombobox({ source, onChange: (id) => choose.current(id), isId });
  const { typed, active, isOpen, options, state } = box;
  const stopFilling = useFirstChoice(source, value, onChange, isFilled === true && typed === undefined);
  choose.current = (id) => {
    stopFilling();
    onChange(id);
  };
  const name = isId && value !== '' ? (toName(value) ?? cutMiddle(value)) : value;
  const input = useRef<HTMLInputElement>(null);
  // What is typed next replaces the name: also one that arrives later.
  useLayoutEffect(() => {
    if (typed === undefined && document.activeElement === input.current) input.current?.select();
  }, [name]);
  return (
    <div class="picker-field">
      <FieldFrame label={label} hint={hint}>
        {(control) => (
          <div class="picker">
            <input
              {...control}
              ref={input}
              type="text"
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
              autocomplete="off"
              spellcheck={false}
              placeholder={isId ? (hint ? 'Search' : 'Search by name') : 'Search, or enter a name'}
              value={typed ?? name}
              onInput={(event) => box.type(event.currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
              onClick={box.open}
              onKeyDown={box.press}
              onBlur={box.leave}
            />
            <Icon name="chevron" />
            <PickerList
              {...{ listId, options, active, isOpen, state }}
              isQuiet={isId === undefined}
              onChoose={box.choose}
            />
          </div>
        )}
      </FieldFrame>
      {isId && <IdField label={label} value={value} onChange={choose.current} isId={isId} />}
    </div>
  );
}
