/**
 * Leaves a sick upstream alone. Opens on failures in a row or on their share of the calls; asks again with a single probe.
 * Source: reliability 4.2.
 */
import { createSlidingWindow } from '../time/sliding-window.ts';

/** Which phase of the breaker a call was let through in: what it reports after that phase is no news. */
export type Generation = number;

export interface CircuitBreaker {
  /** Lets a call through, as the probe where the breaker is not closed; undefined refuses. */
  admit(now: number): Generation | undefined;
  succeed(phase: Generation, now: number): void;
  /** `local`: no answer came at all. */
  fail(phase: Generation, now: number, local: boolean): void;
  /** The call says nothing of the upstream's health. */
  cancel(phase: Generation): void;
  readonly isClosed: boolean;
  /** Whether a call would be refused now; asking changes nothing. */
  isRefusing(now: number): boolean;
  /** Milliseconds until the next probe. */
  reopensInMs(now: number): number;
}

const CONSECUTIVE_FAILURES = 5;
const WINDOW_MS = 10_000;
const MIN_CALLS = 20;
const FAILURE_SHARE = 0.5;
const FIRST_OPEN_MS = 5_000;
const JITTER = 0.2;
const PROBE_INTERVAL_MS = 1_000;
const SUCCESSES_TO_CLOSE = 2;

/** Answers a closed breaker; `random` gives [0, 1). */
export function createCircuitBreaker(random: () => number = Math.random): CircuitBreaker {
  const window = createSlidingWindow<'call' | 'failure'>(WINDOW_MS);
  let phase: Generation = 0;
  let isClosed = true;
  let failuresInARow = 0;
  let timesOpened = 0;
  let probeAt = 0;
  let isProbing = false;
  let goodProbes = 0;

  return {
    get isClosed() {
      return isClosed;
    },
    admit(now) {
      if (isClosed) return phase;
      if (isRefusing(now)) return undefined;
      isProbing = true;
      probeAt = now + PROBE_INTERVAL_MS;
      return phase;
    },
    succeed(of, now) {
      if (of !== phase) return;
      failuresInARow = 0;
      isProbing = false;
      if (isClosed) window.add('call', now);
      else if (++goodProbes >= SUCCESSES_TO_CLOSE) close();
    },
    fail(of, now, local) {
      if (of !== phase) return;
      failuresInARow = local ? failuresInARow + 1 : 0;
      window.add('call', now);
      window.add('failure', now);
      if (!isClosed || isSick(now)) open(now);
    },
    cancel(of) {
      if (of === phase) isProbing = false;
    },
    isRefusing,
    reopensInMs: (now) => Math.max(PROBE_INTERVAL_MS, probeAt - now),
  };

  function isRefusing(now: number): boolean {
    return !isClosed && (isProbing || now < probeAt);
  }

  function isSick(now: number): boolean {
    const calls = window.total('call', now);
    const isFailing = calls >= MIN_CALLS && window.total('failure', now) >= calls * FAILURE_SHARE;
    return isFailing || failuresInARow >= CONSECUTIVE_FAILURES;
  }

  function open(now: number): void {
    // Left alone for a while, then asked once a second: the first good answer comes soon after the upstream is well.
    const isFirst = timesOpened++ === 0;
    probeAt = now + (isFirst ? FIRST_OPEN_MS * (1 - JITTER + 2 * JITTER * random()) : PROBE_INTERVAL_MS);
    begin(false);
  }

  function close(): void {
    timesOpened = 0;
    begin(true);
  }

  function begin(closed: boolean): void {
    phase++;
    isClosed = closed;
    isProbing = false;
    failuresInARow = 0;
    goodProbes = 0;
    window.clear();
  }
}
