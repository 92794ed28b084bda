import { useState } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** A value that is hidden until the user reveals it. */
export function Secret({ text, what }: { readonly text: string; readonly what: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <span class="secret">
      <code>{isShown ? text : '•'.repeat(12)}</code>
      <button type="button" class="ghost small" onClick={() => setShown(!isShown)} aria-pressed={isShown}>
        {isShown ? 'Hide' : 'Reveal'}
        <span class="sr-only"> {what}</span>
      </button>
      <CopyButton text={text} what={what} />
    </span>
  );
}
