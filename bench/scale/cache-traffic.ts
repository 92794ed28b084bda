/**
 * How many calls a stored reply costs its table and its upstream, by arithmetic. Calls come at random at an even rate and go to any
 * instance; all instances share one table. Source: lib/cache/response-cache.ts; renewal theory, a cycle from one reply to the next.
 */
import type { CachePolicy } from '../../lib/cache/freshness.ts';

export interface KeyLoad {
  /** For one reply, over all instances. */
  readonly callsPerSecond: number;
  readonly instances: number;
  readonly policy: CachePolicy;
  readonly upstreamSeconds: number;
}

/** Calls a second. */
export interface Traffic {
  readonly upstream: number;
  readonly gets: number;
  /** Leases. */
  readonly merges: number;
  readonly puts: number;
  /** Calls that wait for the upstream. */
  readonly waiting: number;
}

/** Answers the traffic of one reply. */
export function toKeyTraffic({ callsPerSecond, instances, policy, upstreamSeconds }: KeyLoad): Traffic {
  const { maxAge, staleWhileRevalidate } = policy;
  const others = instances - 1;
  /** The chance that an instance is asked at all in that many seconds. */
  const asked = (seconds: number) => 1 - Math.exp((-callsPerSecond * seconds) / instances);
  // Fresh, then until somebody asks, then until the next one is there.
  const cycleSeconds = maxAge + 1 / callsPerSecond + upstreamSeconds;
  // Nobody asked while it could be renewed beside the answer.
  const late = Math.exp(-callsPerSecond * staleWhileRevalidate);
  const early = 1 - late;
  // Other instances that are asked while it is loaded: they load, too, where there is no lease, or find the lease taken.
  const meanwhile = others * asked(upstreamSeconds);

  const loads = 1 + late * meanwhile;
  const leaseReads = early * (1 + meanwhile);
  const lastLooks = late * (1 + meanwhile);
  // The others take each reply over from the table, once, when they are first asked.
  const takenOver = early * others * asked(cycleSeconds) + late * (others - meanwhile) * asked(maxAge);
  return {
    upstream: loads / cycleSeconds,
    gets: (leaseReads + lastLooks + takenOver) / cycleSeconds,
    merges: early / cycleSeconds,
    puts: loads / cycleSeconds,
    waiting: (late * (1 + callsPerSecond * upstreamSeconds)) / cycleSeconds,
  };
}

export interface SpreadLoad extends KeyLoad {
  /** So many replies share the calls. */
  readonly keys: number;
  /** Zipf's exponent: 0 is even, 1 gives the second half of what the first gets. */
  readonly skew: number;
  /** How many replies an instance's memory holds. */
  readonly heldKeys: number;
}

/** Answers the traffic of all replies together, and what the most wanted one alone asks of its partition. */
export function toSpreadTraffic(load: SpreadLoad): Traffic & { readonly hottestKey: number } {
  const { keys, skew, heldKeys, callsPerSecond } = load;
  const weights = Array.from({ length: keys }, (_, rank) => (rank + 1) ** -skew);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const each = weights.map((weight) => ({ ...load, callsPerSecond: (callsPerSecond * weight) / whole }));
  const traffics = each.map(toKeyTraffic);
  const sum = (of: keyof Traffic) => traffics.reduce((total, traffic) => total + traffic[of], 0);
  // What memory does not hold is read anew at every call: the least wanted.
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
