import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Sample } from '../control.ts';
import type { Issue } from '../logic/issues.ts';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly issue?: string | undefined;
  readonly wide?: boolean;
}

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** A label, a control, its hint and its issue. */
export function FieldFrame({
  label,
  hint,
  issue,
  wide,
  children,
}: FieldProps & { children: (control: Control) => JSX.Element }) {
  const id = useId();
  const notes = [hint && `${id}-hint`, issue && `${id}-issue`].filter(Boolean).join(' ');
  return (
    <div class={`field ${wide ? 'field-wide' : ''}`}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': notes || undefined, 'aria-invalid': issue !== undefined })}
      {issue && (
        <p class="field-issue" id={`${id}-issue`}>
          {issue}
        </p>
      )}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'number' | 'datetime-local';
  readonly choices?: readonly Sample[];
  readonly placeholder?: string;
  readonly mono?: boolean;
}

export function TextField({
  value,
  onInput,
  type = 'text',
  choices = [],
  placeholder,
  mono,
  ...field
}: TextFieldProps) {
  const listId = useId();
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <input
            {...control}
            class={mono ? 'mono' : ''}
            value={value}
            {...(placeholder === undefined ? {} : { placeholder })}
            autocomplete="off"
            spellcheck={false}
            {...inputAttributes(type, choices.length > 0 ? listId : undefined)}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {choices.length > 0 && (
            <datalist id={listId}>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** The JSX types allow `list` only for some input types; here only text inputs have one. */
function inputAttributes(type: string, list: string | undefined): { type: 'text'; list?: string } {
  return { type: type as 'text', ...(list === undefined ? {} : { list }) };
}

interface TextAreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly rows?: number;
}

export function TextAreaField({ value, onInput, rows = 3, ...field }: TextAreaFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <textarea
          {...control}
          class="mono"
          rows={rows}
          value={value}
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
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

interface CheckProps {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A checkbox that looks like a chip. */
export function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** Returns the first issue of the member at a path, or of a member in it. */
export function findIssue(issues: readonly Issue[], path: string): string | undefined {
  return issues.find(
    (issue) => issue.path === path || issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`),
  )?.message;
}
