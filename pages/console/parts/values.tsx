/** Values as a page shows them: chips, facts, ids to copy, secrets. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Tone } from '../logic/kind.ts';
import { announce } from './announce.tsx';
import { Icon, type IconName } from './icon.tsx';

interface ChipProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** A short status; colour, icon and text have the same meaning. */
export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <span class="chip" style={{ '--tone': `var(--${tone})`, '--soft': `var(--${tone}-soft)` }}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

export function StatusChip({ status }: { readonly status: number }) {
  const tone = status === 0 || status >= 500 ? 'critical' : status >= 400 ? 'warning' : 'ok';
  return (
    <Chip tone={tone}>
      <span class="sr-only">status </span>
      {status === 0 ? 'no response' : status}
    </Chip>
  );
}

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values; omits those without a value. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

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

interface RequestIdProps {
  readonly id: string | undefined;
  readonly kind?: 'request' | "service's request";
}

/** A request id for support: shows the start and copies all of it. */
export function RequestId({ id, kind = 'request' }: RequestIdProps) {
  if (id === undefined) return null;
  return (
    <span class="request-id">
      <span class="muted">{kind}</span> <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} what={`${kind} id`} />
    </span>
  );
}

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
