/** Bounds the retries to an upstream, so that they cannot become its storm. Source: reliability 4.1; Envoy's retry budgets. */
import { createSlidingWindow } from '../time/sliding-window.ts';

export interface RetryBudget {
  countRequest(now: number): void;
  /** Takes one retry when there is one; taken when decided, not when sent. */
  take(now: number): boolean;
}

const WINDOW_MS = 10_000;
const SHARE = 0.1;
const FLOOR = 3;

/** Answers a budget of a tenth of the last ten seconds' requests, and three at the least. */
export function createRetryBudget(): RetryBudget {
  const window = createSlidingWindow<'request' | 'retry'>(WINDOW_MS);
  return {
    countRequest: (now) => window.add('request', now),
    take(now) {
      if (window.total('retry', now) >= Math.max(FLOOR, Math.floor(window.total('request', now) * SHARE))) return false;
      window.add('retry', now);
      return true;
    },
  };
}
