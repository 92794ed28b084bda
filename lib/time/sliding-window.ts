/** Counts by name over the most recent milliseconds, in ten steps: the cost does not grow with the counts. */

export interface SlidingWindow<Name extends string> {
  add(name: Name, now: number): void;
  total(name: Name, now: number): number;
  clear(): void;
}

const STEPS = 10;

/** Returns a window over the last `lengthMs` milliseconds. */
export function createSlidingWindow<Name extends string>(lengthMs: number): SlidingWindow<Name> {
  const stepMs = lengthMs / STEPS;
  const steps = new Map<number, Map<Name, number>>();

  return {
    add(name, now) {
      const step = Math.floor(now / stepMs);
      let counts = steps.get(step);
      if (counts === undefined) {
        counts = new Map();
        steps.set(step, counts);
        for (const old of steps.keys()) if (old <= step - STEPS) steps.delete(old);
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    total(name, now) {
      const oldest = Math.floor(now / stepMs) - STEPS;
      let total = 0;
      for (const [step, counts] of steps) if (step > oldest) total += counts.get(name) ?? 0;
      return total;
    },
    clear: () => steps.clear(),
  };
}
