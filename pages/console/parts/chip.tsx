import type { ComponentChildren } from 'preact';
import type { Tone } from '../logic/kind.ts';
import { Icon, type IconName } from './icon.tsx';

interface ChipProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A short status; colour, icon and text have the same meaning. */
export function Chip({ tone, icon, title, children }: ChipProps) {
  return (
    <span class={`chip tone-${tone}`} title={title}>
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
