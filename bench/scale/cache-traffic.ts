/**
 * Computes how many table and upstream calls a stored response causes. Requests arrive at random with a constant mean rate, at any
 * instance; all instances share one table. The model is a renewal process whose cycle ends with each new response.
 */
import type { CachePolicy } from '../../lib/cache/freshness.ts';

export interface KeyLoad {
  /** For one response, over all instances. */
  readonly callsPerSecond: number;
  readonly instances: number;
  readonly policy: CachePolicy;
  readonly upstreamSeconds: number;
}

/** Calls per second. */
export interface Traffic {
  readonly upstream: number;
  readonly gets: number;
  /** Each takes a lease. */
  readonly merges: number;
  readonly puts: number;
  /** Calls that wait for the upstream. */
  readonly waiting: number;
}

/** How often an instance looks for a response that another one loads while callers wait (P-14). */
const POLL_SECONDS = 0.2;

/** Returns the traffic of one response. */
export function toKeyTraffic({ callsPerSecond, instances, policy, upstreamSeconds }: KeyLoad): Traffic {
  const { maxAge, staleWhileRevalidate, staleIfError } = policy;
  const others = instances - 1;
  /** Probability that an instance gets a request in this time. */
  const requested = (seconds: number) => 1 - Math.exp((-callsPerSecond * seconds) / instances);
  // Fresh, then until the next request, then until the load ends.
  const cycleSeconds = maxAge + 1 / callsPerSecond + upstreamSeconds;
  // Probability that no request comes while a background refresh is possible, and while the response can be used at all.
  const late = Math.exp(-callsPerSecond * staleWhileRevalidate);
  const expired = Math.exp(-callsPerSecond * Math.max(staleWhileRevalidate, staleIfError));
  const [early, waited] = [1 - late, late - expired];
  // Other instances with a request during the load: they find the lease taken, or load it too if it has expired.
  const meanwhile = others * requested(upstreamSeconds);
  // Where callers wait, they look again and again.
  const looks = Array.from({ length: Math.ceil(upstreamSeconds / POLL_SECONDS) }, (_, look) => look * POLL_SECONDS)
    .map((seconds) => others * requested(upstreamSeconds - seconds))
    .reduce((sum, busy) => sum + busy, 0);
  // Probability that the instance asked first has the last response; another one takes it over, and loads without a lease.
  const current = (1 + others * requested(upstreamSeconds + maxAge)) / instances;

  const loads = 1 + expired * meanwhile;
  const firstReads = early * (1 + meanwhile) + waited * (1 + looks) + expired * (1 + meanwhile);
  // The others read each new response from the table once, at their first request.
  const takenOver =
    early * others * requested(cycleSeconds) +
    waited * others * requested(upstreamSeconds + maxAge) +
    expired * (others - meanwhile) * requested(maxAge);
  return {
    upstream: loads / cycleSeconds,
    // Each write looks first whether the row is newer.
    gets: (firstReads + takenOver + loads) / cycleSeconds,
    merges: (early + waited * current) / cycleSeconds,
    puts: loads / cycleSeconds,
    waiting: (late * (1 + callsPerSecond * upstreamSeconds)) / cycleSeconds,
  };
}

export interface SpreadLoad extends KeyLoad {
  /** Number of responses. */
  readonly keys: number;
  /** Zipf exponent: 0 is even; with 1 the second response gets half the calls of the first. */
  readonly skew: number;
  /** Responses that fit into an instance's memory. */
  readonly heldKeys: number;
}

/** Returns the traffic of all responses together, and the table calls of the most requested one. */
export function toSpreadTraffic(load: SpreadLoad): Traffic & { readonly hottestKey: number } {
  const { keys, skew, heldKeys, callsPerSecond } = load;
  const weights = Array.from({ length: keys }, (_, rank) => (rank + 1) ** -skew);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const each = weights.map((weight) => ({ ...load, callsPerSecond: (callsPerSecond * weight) / whole }));
  const traffics = each.map(toKeyTraffic);
  const sum = (of: keyof Traffic) => traffics.reduce((total, traffic) => total + traffic[of], 0);
  // The least requested responses are not in memory and are read from the table at every call.
  const unheld = each.slice(heldKeys).reduce((total, key) => total + key.callsPerSecond, 0);
  const [first] = traffics;
  return {
    upstream: sum('upstream'),
    gets: sum('gets') + unheld,
    merges: sum('merges'),
    puts: sum('puts'),
    waiting: sum('waiting'),
    hottestKey: first ? first.gets + first.merges + first.puts : 0,
  };
}
