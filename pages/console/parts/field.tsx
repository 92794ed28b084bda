import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly issue?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** A label, a control, its issue or its hint. */
function FieldFrame({ label, hint, issue, children }: FieldProps & { children: (control: Control) => JSX.Element }) {
  const id = useId();
  const note = issue ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': issue !== undefined })}
      {note && (
        <p class={issue ? 'issue' : 'muted'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  /** With each letter. */
  readonly onInput?: (value: string) => void;
  /** When it is left, or Enter is pressed. */
  readonly onChange?: (value: string) => void;
  readonly type?: 'text' | 'search' | 'number' | 'password' | 'datetime-local';
  readonly choices?: readonly string[];
  readonly placeholder?: string;
}

export function TextField(props: TextFieldProps) {
  const { value, onInput, onChange, type = 'text', choices = [], placeholder = '', ...field } = props;
  const listId = useId();
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <input
            {...control}
            type={type as 'text'}
            value={value}
            placeholder={placeholder}
            autocomplete="off"
            spellcheck={false}
            {...(choices.length > 0 ? { list: listId } : {})}
            onInput={(event) => onInput?.(event.currentTarget.value)}
            onChange={(event) => onChange?.(event.currentTarget.value)}
          />
          {choices.length > 0 && (
            <datalist id={listId}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ value, onChange, options, ...field }: SelectFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface QuestionProps {
  /** In one line. */
  readonly asked: string;
  readonly isAnswered: boolean;
  readonly children: ComponentChildren;
}

/** What a page asks; folded to one line once it is answered. */
export function Question({ asked, isAnswered, children }: QuestionProps) {
  return (
    <details class="asked" open={!isAnswered}>
      <summary>
        {asked} <span class="muted">· change</span>
      </summary>
      <div class="stack">{children}</div>
    </details>
  );
}
