/** Gauges: the state of limits, tokens, memory and the event loop at the time they are read. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Labels } from './metrics.ts';

/** Unit (UCUM; `1` is a number) and description of each gauge. */
export const GAUGES = {
  'frontdesk.breaker.open': ['1', '1 if the circuit breaker is open.'],
  'frontdesk.gate.closed': ['1', 'Closed throttle gates.'],
  'frontdesk.bulkhead.inside': ['1', 'Calls in progress.'],
  'frontdesk.bulkhead.waiting': ['1', 'Calls in the queue.'],
  'frontdesk.upstream.quota': ['1', 'Lowest remaining quota since the last reading.'],
  'frontdesk.token.age': ['s', 'Age of the managed identity’s tokens.'],
  'frontdesk.token.remaining': ['s', 'Time until they expire.'],
  'frontdesk.loop.lag': ['ms', 'How late the event loop was since the last reading.'],
  'frontdesk.memory': ['By', 'Resident memory of the process.'],
} as const;

export interface GaugePoint {
  readonly name: keyof typeof GAUGES;
  readonly labels: Labels;
  readonly value: number;
}

export type ReadGauges = () => readonly GaugePoint[];

/** Where gauges read their values; neither method throws. */
export interface GaugeSources {
  /** The calls of each kind to each upstream. */
  collectStats(): readonly {
    readonly upstream: string;
    readonly kind: string;
    readonly isOpen: boolean;
    readonly throttled: number;
    readonly inside: number;
    readonly waiting: number;
    readonly quotas: ReadonlyMap<string, number>;
  }[];
  /** Seconds since each token was issued, and until it expires. */
  readTokenAges(): readonly { readonly scope: string; readonly age: number; readonly remaining: number }[];
}

const RESOLUTION_MS = 20;

/** Returns a function that reads all gauges: each call collects the statistics once. */
export function createGauges(sources: GaugeSources): ReadGauges {
  // Everything in the process waits while the loop is late: a timer that should have fired each 20 ms shows it.
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const toLagMs = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - RESOLUTION_MS);
  return () => {
    const points: GaugePoint[] = [];
    const add = (name: GaugePoint['name'], value: number, labels: Labels = {}) => points.push({ name, value, labels });
    for (const { upstream, kind, isOpen, throttled, inside, waiting, quotas } of sources.collectStats()) {
      const labels = { upstream, kind };
      add('frontdesk.breaker.open', Number(isOpen), labels);
      add('frontdesk.gate.closed', throttled, labels);
      add('frontdesk.bulkhead.inside', inside, labels);
      add('frontdesk.bulkhead.waiting', waiting, labels);
      for (const [scope, value] of quotas) add('frontdesk.upstream.quota', value, { ...labels, scope });
    }
    for (const { scope, age, remaining } of sources.readTokenAges()) {
      add('frontdesk.token.age', age, { scope });
      add('frontdesk.token.remaining', remaining, { scope });
    }
    add('frontdesk.loop.lag', toLagMs(delays.percentile(99)), { quantile: 'p99' });
    add('frontdesk.loop.lag', toLagMs(delays.max), { quantile: 'max' });
    delays.reset();
    add('frontdesk.memory', process.memoryUsage.rss());
    return points;
  };
}
