import { useState } from 'preact/hooks';
import { announce } from './announce.tsx';
import { Icon } from './icon.tsx';

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(`${what} copied.`);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button
      type="button"
      class="ghost small"
      onClick={() => void copy()}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
    >
      <Icon name={isCopied ? 'ok' : 'copy'} />
    </button>
  );
}
