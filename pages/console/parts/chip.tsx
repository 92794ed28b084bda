import type { ComponentChildren } from 'preact';
import { readCacheStatus } from '../logic/cache-status.ts';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'critical' | 'error' | 'warning' | 'info' | 'ok' | 'plain' | 'accent';

interface ChipProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A short state: colour, shape and text say the same. */
export function Chip({ tone, icon, title, children }: ChipProps) {
  return (
    <span class={`chip tone-${tone}`} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

const CACHE_TONES = { hit: 'ok', stale: 'warning', miss: 'info', shared: 'ok', none: 'plain' } as const;

/** What the cache did; what is never cached says nothing. */
export function CacheChip({ status }: { readonly status: string | undefined }) {
  const { kind, label, meaning } = readCacheStatus(status);
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
      {status === 0 ? 'no answer' : status}
    </Chip>
  );
}
