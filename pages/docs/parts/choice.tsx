import type { ComponentChildren } from 'preact';
import { Toolbar } from '../../console/parts/toolbar.tsx';

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** Of this page; the panel's id is made of it. */
  readonly id: string;
  readonly options: readonly T[];
  readonly value: T;
  readonly children: ComponentChildren;
  onChange(value: T): void;
}

/** Tabs as WAI-ARIA describes them: arrow keys move between the options, and what is shown follows. */
export function Choice<T extends string>({ label, id, options, value, children, onChange }: ChoiceProps<T>) {
  return (
    <>
      <Toolbar role="tablist" label={label}>
        {options.map((option) => (
          <button
            type="button"
            key={option}
            role="tab"
            id={`${id}-${option}`}
            class="small"
            aria-selected={option === value}
            aria-controls={`${id}-panel`}
            onFocus={() => onChange(option)}
            onClick={() => onChange(option)}
          >
            {option}
          </button>
        ))}
      </Toolbar>
      <div class="stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
