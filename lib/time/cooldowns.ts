/** When something last happened, by key; bounded: the oldest is forgotten first. */
import type { Clock } from './clock.ts';

export interface Cooldowns<Key> {
  mark(key: Key): void;
  clear(key: Key): void;
  /** Whether it happened less than that many milliseconds ago. */
  isActive(key: Key, ms: number): boolean;
  /** Answers the epoch milliseconds of it; minus infinity where it never happened. */
  lastTime(key: Key): number;
}

export function createCooldowns<Key>(clock: Clock, maxKeys: number): Cooldowns<Key> {
  const moments = new Map<Key, number>();
  const of = (key: Key) => moments.get(key) ?? Number.NEGATIVE_INFINITY;
  return {
    mark(key) {
      moments.delete(key);
      moments.set(key, clock.now());
      if (moments.size > maxKeys) moments.delete(moments.keys().next().value as Key);
    },
    clear: (key) => void moments.delete(key),
    isActive: (key, ms) => clock.now() - of(key) < ms,
    lastTime: of,
  };
}
