import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** Of this page; the panel's id is made of it. */
  readonly id: string;
  readonly options: readonly T[];
  readonly value: T;
  readonly children: ComponentChildren;
  onChange(value: T): void;
  /** What an option shows besides its name. */
  toClass?(value: T): string;
}

/** Tabs as WAI-ARIA describes them: arrow keys move between the options, and what is shown follows. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, id, options, value, children, onChange, toClass } = props;
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const index = (options.indexOf(value) + step + options.length) % options.length;
    onChange(options[index] as T);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {options.map((option) => (
          <button
            type="button"
            key={option}
            role="tab"
            id={`${id}-${option}`}
            class={`small ${toClass?.(option) ?? ''}`}
            aria-selected={option === value}
            aria-controls={`${id}-panel`}
            tabIndex={option === value ? 0 : -1}
            onClick={() => onChange(option)}
          >
            {option}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
