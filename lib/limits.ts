/** The limits in force: the access policy's, otherwise those of the setting LIMITS, otherwise the defaults, part by part. */
import type { PolicySource } from './policy/policy-source.ts';
import type { Settings } from './settings/schema.ts';
import type { Rate } from './time/token-bucket.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamLimits, type UpstreamName } from './upstream/upstreams.ts';

/** Of LIMITS, but for the upstreams'. */
export const DEFAULT_LIMITS = {
  caller: { perSecond: 20, burst: 100 },
  refusalRecords: { perSecond: 5, burst: 50 },
  hitRecords: { perSecond: 5, burst: 50 },
  cachedResponses: 1_000,
} as const;

/** They may change while calls wait. */
export interface LimitsInForce {
  upstream(name: UpstreamName): UpstreamLimits;
  caller(): Rate;
}

export function readLimits({ LIMITS }: Pick<Settings, 'LIMITS'>, policy: Pick<PolicySource, 'limits'>): LimitsInForce {
  const fixed = mapUpstreams((name) => mergeLimits(UPSTREAMS[name].limits, LIMITS[name]));
  const fixedCaller = merge<Rate>(DEFAULT_LIMITS.caller, LIMITS.caller);
  // Merged where they change: every call to an upstream reads its limits several times.
  const merged = mapUpstreams((name) => remember((own: object) => mergeLimits(fixed[name], own)));
  const mergedCaller = remember((own: object) => merge(fixedCaller, own));
  return {
    upstream(name) {
      const own = policy.limits()[name];
      return own ? merged[name](own) : fixed[name];
    },
    caller() {
      const own = policy.limits().caller;
      return own ? mergedCaller(own) : fixedCaller;
    },
  };
}

/** Returns the limits with these parts of their schema in their place. */
export function merge<Limits>(limits: Limits, parts: object | undefined = {}): Limits {
  const all = { ...limits } as Record<string, unknown>;
  for (const [name, part] of Object.entries(parts))
    all[name] = typeof part === 'object' ? merge(Object(all[name] ?? {}), part) : part;
  return all as Limits;
}

/** Of a rate without a default one part gives the other. */
function mergeLimits(limits: UpstreamLimits, parts: object | undefined): UpstreamLimits {
  const merged = merge(limits, parts);
  const complete = ({ perSecond, burst }: Partial<Rate>): Rate => ({
    perSecond: perSecond ?? Number(burst),
    burst: burst ?? Math.ceil(Number(perSecond)),
  });
  const rates = Object.entries(merged.rate).filter(([, rate]) => Object.keys(rate).length > 0);
  return { ...merged, rate: Object.fromEntries(rates.map(([kind, rate]) => [kind, complete(rate)])) };
}

/** Returns the function, which keeps its last result. */
function remember<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  let last: { readonly value: Value; readonly result: Result } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}
