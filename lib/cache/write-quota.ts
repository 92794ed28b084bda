/** Bounds how many rows of the shared table one caller can fill with ever new questions. Source: reliability A72. */
import type { Clock } from '../time/clock.ts';
import { createSlidingWindow, type SlidingWindow } from '../time/sliding-window.ts';

/** Takes a row for a reply that is not stored yet; false when the caller has its share. */
export type WriteQuota = (owner: string) => boolean;

/** As long as the longest-lived reply may be of use, and the tenth that a window's oldest step forgets early. */
const WINDOW_MS = 4_100_000;
const MAX_OWNERS = 10_000;

export function createWriteQuota(maxRows: number, clock: Clock): WriteQuota {
  const windows = new Map<string, SlidingWindow<'row'>>();

  return (owner) => {
    const window = windows.get(owner) ?? createSlidingWindow<'row'>(WINDOW_MS);
    // The one that asked longest ago is forgotten first.
    windows.delete(owner);
    windows.set(owner, window);
    if (windows.size > MAX_OWNERS) windows.delete(windows.keys().next().value as string);
    if (window.total('row', clock.now()) >= maxRows) return false;
    window.add('row', clock.now());
    return true;
  };
}
