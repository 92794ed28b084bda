/** Gauges: the state of limits, tokens, memory and the event loop at the time they are read. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Point, Reading } from './metrics.ts';

/** The calls of one kind to one upstream. */
interface UpstreamStats {
  readonly upstream: string;
  readonly kind: string;
  readonly isOpen: boolean;
  readonly throttled: number;
  readonly inside: number;
  readonly waiting: number;
  readonly quotas: ReadonlyMap<string, number>;
}

/** Where gauges read their values; neither method throws. */
export interface GaugeSources {
  collectStats(): readonly UpstreamStats[];
  /** Seconds since each token was issued, and until it expires. */
  readTokenAges(): readonly { readonly scope: string; readonly age: number; readonly remaining: number }[];
}

type Observe = (stats: UpstreamStats) => number;

const UPSTREAM_GAUGES: readonly (readonly [name: string, description: string, observe: Observe])[] = [
  ['breaker.open', '1 if the circuit breaker is open.', ({ isOpen }) => Number(isOpen)],
  ['gate.closed', 'Closed throttle gates.', ({ throttled }) => throttled],
  ['bulkhead.inside', 'Calls in progress.', ({ inside }) => inside],
  ['bulkhead.waiting', 'Calls in the queue.', ({ waiting }) => waiting],
];

/** Returns a function that reads all gauges: each call collects the statistics once. */
export function createGauges(sources: GaugeSources): () => Reading[] {
  const readLag = createLagReader();
  return () => {
    const stats = sources.collectStats();
    const tokens = sources.readTokenAges().map(({ scope, ...times }) => ({ labels: { scope }, ...times }));
    const toPoints = (observe: Observe): Point[] =>
      stats.map((each) => ({ labels: { upstream: each.upstream, kind: each.kind }, value: observe(each) }));
    const quotas = stats.flatMap(({ upstream, kind, quotas: all }) =>
      Array.from(all, ([scope, value]) => ({ labels: { upstream, kind, scope }, value })),
    );
    const ages = tokens.map(({ labels, age }) => ({ labels, value: age }));
    const remaining = tokens.map(({ labels, remaining: value }) => ({ labels, value }));
    return [
      ...UPSTREAM_GAUGES.map(([name, description, observe]) => toGauge(name, description, toPoints(observe))),
      toGauge('upstream.quota', 'Lowest remaining quota since the last reading.', quotas),
      toGauge('token.age', 'Age of the managed identity’s tokens.', ages, 's'),
      toGauge('token.remaining', 'Time until they expire.', remaining, 's'),
      toGauge('loop.lag', 'How late the event loop was since the last reading.', readLag(), 'ms'),
      toGauge('memory', 'Resident memory of the process.', [{ labels: {}, value: process.memoryUsage.rss() }], 'By'),
    ];
  };
}

const RESOLUTION_MS = 20;

/** Everything in the process waits while the loop is late: a timer that should have fired each 20 ms shows it. */
function createLagReader(): () => Point[] {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const toLagMs = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - RESOLUTION_MS);
  return () => {
    const [p99, max] = [delays.percentile(99), delays.max].map(toLagMs);
    delays.reset();
    return Object.entries({ p99, max }).map(([quantile, value = 0]) => ({ labels: { quantile }, value }));
  };
}

function toGauge(name: string, description: string, points: readonly Point[], unit = '1'): Reading {
  return { name: `frontdesk.${name}`, unit, description, kind: 'gauge', points };
}
