/** Gauges: the state of limits, tokens and memory at the time they are read. */
import type { Point, Reading } from './metrics.ts';

/** The calls of one kind to one upstream. */
interface UpstreamStats {
  readonly upstream: string;
  readonly kind: string;
  readonly isOpen: boolean;
  readonly throttled: number;
  readonly inside: number;
  readonly waiting: number;
  readonly quotaLeft: number | undefined;
}

/** Where gauges read their values; neither method throws. */
export interface GaugeSources {
  collectStats(): readonly UpstreamStats[];
  /** Seconds since each token was issued, and until it expires. */
  readTokenAges(): readonly { readonly scope: string; readonly age: number; readonly remaining: number }[];
}

/** Returns a function that reads all gauges: each call collects the statistics once. */
export function createGauges(sources: GaugeSources): () => Reading[] {
  return () => {
    const stats = sources.collectStats();
    const ages = sources.readTokenAges();
    const perUpstream = (observe: (state: UpstreamStats) => number | undefined): Point[] =>
      stats.flatMap((state) => {
        const value = observe(state);
        return value === undefined ? [] : { labels: { upstream: state.upstream, kind: state.kind }, value };
      });
    const perToken = (member: 'age' | 'remaining'): Point[] =>
      ages.map((token) => ({ labels: { scope: token.scope }, value: token[member] }));
    const memory = [{ labels: {}, value: process.memoryUsage.rss() }];

    return [
      toGauge(
        'breaker.open',
        '1 if the circuit breaker is open.',
        perUpstream(({ isOpen }) => Number(isOpen)),
      ),
      toGauge(
        'gate.closed',
        'Subscriptions throttled by the upstream.',
        perUpstream(({ throttled }) => throttled),
      ),
      toGauge(
        'bulkhead.inside',
        'Calls in progress.',
        perUpstream(({ inside }) => inside),
      ),
      toGauge(
        'bulkhead.waiting',
        'Calls in the queue.',
        perUpstream(({ waiting }) => waiting),
      ),
      toGauge(
        'upstream.quota',
        'Lowest remaining quota since the last reading.',
        perUpstream(({ quotaLeft }) => quotaLeft),
      ),
      toGauge('token.age', 'Age of the managed identity’s tokens.', perToken('age'), 's'),
      toGauge('token.remaining', 'Time until they expire.', perToken('remaining'), 's'),
      toGauge('memory', 'Resident memory of the process.', memory, 'By'),
    ];
  };
}

function toGauge(name: string, description: string, points: readonly Point[], unit = '1'): Reading {
  return { name: `frontdesk.${name}`, unit, description, kind: 'gauge', points };
}
