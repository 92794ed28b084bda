import type { ComponentChildren } from 'preact';
import { parseCacheStatus } from '../logic/cache-status.ts';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'critical' | 'error' | 'warning' | 'info' | 'ok' | 'plain' | 'accent';

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

const CACHE_TONES = { hit: 'ok', stale: 'warning', miss: 'info', shared: 'ok', none: 'plain' } as const;

/** The cache status; nothing for responses that are not cached. */
export function CacheChip({ status }: { readonly status: string | undefined }) {
  const { kind, label, meaning } = parseCacheStatus(status);
  if (kind === 'none') return null;
  return (
    <Chip tone={CACHE_TONES[kind]} icon={kind} title={meaning}>
      <span class="sr-only">cache </span>
      {label}
    </Chip>
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
