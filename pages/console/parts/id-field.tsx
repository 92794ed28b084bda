/** The id behind a name, collapsed: to read it whole, or to enter another. */
import { useState } from 'preact/hooks';
import { cutMiddle } from '../logic/format.ts';

interface IdFieldProps {
  /** Of the field that shows the name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly isId: (text: string) => boolean;
}

export function IdField({ label, value, onChange, isId }: IdFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const text = typed ?? value;
  const type = (entered: string) => {
    setTyped(entered);
    if (entered === '' || isId(entered.trim())) onChange(entered.trim());
  };
  const isWrong = text !== '' && !isId(text.trim());
  return (
    <details class="id-field" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="sr-only">{label}: </span>Id {value !== '' && <code>{cutMiddle(value)}</code>}
      </summary>
      {isOpen && (
        <input
          class="mono"
          aria-label={`Id (${label})`}
          aria-invalid={isWrong}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </details>
  );
}
