/** Limits how many rows of the shared table one caller can fill with new requests. Source: A72. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/clock.ts';
import { createSlidingWindow, type SlidingWindow } from '../time/sliding-window.ts';

/** Takes a row for a response that is not stored yet; false if the caller has used its quota. */
export type WriteQuota = (owner: string) => boolean;

/** The longest time a response is usable, plus the tenth that a sliding window drops early. */
const WINDOW_MS = 4_100_000;
/** Measured: 2.9 KB each, if it wrote in every tenth of the window. */
const MAX_OWNERS = 10_000;

export function createWriteQuota(maxRows: number, clock: Clock): WriteQuota {
  const windows = new LRUCache<string, SlidingWindow<'row'>>({
    // Not `max`, which allocates room for every owner at once.
    maxSize: MAX_OWNERS,
    sizeCalculation: () => 1,
    memoMethod: () => createSlidingWindow<'row'>(WINDOW_MS),
  });

  return (owner) => {
    const window = windows.memo(owner);
    if (window.total('row', clock.monotonicNow()) >= maxRows) return false;
    window.add('row', clock.monotonicNow());
    return true;
  };
}
