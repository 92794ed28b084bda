import { useState } from 'preact/hooks';
import { announce } from './announce.tsx';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** Shown beside the icon. */
  readonly label?: string;
}

export function CopyButton({ text, what, label }: CopyButtonProps) {
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
      aria-label={label ?? `Copy ${what}`}
      title={`Copy ${what}`}
    >
      <Icon name={isCopied ? 'ok' : 'copy'} /> {label}
    </button>
  );
}
