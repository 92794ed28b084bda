/** Values as a page shows them: icons, chips, facts, ids to copy, secrets. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Tone } from '../logic/kind.ts';
import { announce } from './announce.tsx';

/** Their shapes differ, so that colour is not needed to tell them apart. */
const PATHS = {
  critical: 'M8 1.5 14.5 8 8 14.5 1.5 8ZM8 5v3.6M8 11v.2',
  error: 'M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  warning: 'M8 2 14.6 13.6H1.4ZM8 6.2v3.4M8 11.6v.2',
  informational: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 7.2v4M8 4.8V5',
  ok: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M5.2 8.2l2 2 3.8-4.2',
  lock: 'M3.5 7.2h9v6.6h-9ZM5.4 7.2V5a2.6 2.6 0 0 1 5.2 0v2.2',
  stale: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 4.6V8l2.4 1.6',
  hit: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8Z',
  miss: 'M8 13V3M4 7l4-4 4 4',
  shared: 'M2 4h4l4 8h4M2 12h4l1-2M14 4h-4l-1 2',
  none: 'M3.5 8h9',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  menu: 'M2 4h12M2 8h12M2 12h12',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M3 13l1.2-1.2M11.8 4.2 13 3',
  moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
  system: 'M1.8 2.8h12.4v8H1.8ZM5.5 13.8h5',
  pulse: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  person: 'M8 2a2.7 2.7 0 1 0 0 5.4A2.7 2.7 0 0 0 8 2M2.8 14c.4-3 2.4-4.6 5.2-4.6s4.8 1.6 5.2 4.6',
  refresh: 'M13.4 6.500A5.7 5.7 0 1 0 13.7 9M13.7 2.500v4h-4',
  search: 'M7 2.200a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.600M10.5 10.500l3.5 3.5',
  external: 'M6.5 3.500h-3v9h9v-3M9 2.800h4.2V7M13 3 7.5 8.500',
  arrow: 'M3 8h10M9 4l4 4-4 4',
} as const;

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers: there is always a text next to it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

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
