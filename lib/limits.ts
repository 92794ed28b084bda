/** The limits in force: the access policy's, otherwise those of the setting LIMITS, otherwise the defaults, part by part. */
import type { PolicySource } from './policy/policy-source.ts';
import type { Settings } from './settings/schema.ts';
import type { Rate } from './time/token-bucket.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamLimits, type UpstreamName } from './upstream/upstreams.ts';

/** The defaults of LIMITS, without those of the upstreams. */
export const DEFAULT_LIMITS = {
  caller: { perSecond: 20, burst: 100 },
  refusalRecords: { perSecond: 5, burst: 50 },
  hitRecords: { perSecond: 5, burst: 50 },
  cachedResponses: 1_000,
} as const;

/** They may change while calls wait. */
export type LimitsInForce = ReturnType<typeof readLimits>;

export function readLimits({ LIMITS }: Pick<Settings, 'LIMITS'>, policy: Pick<PolicySource, 'limits'>) {
  // Merged where they change: every call to an upstream reads its limits several times.
  let last: { readonly own: object | undefined; readonly merged: ReturnType<typeof mergeLimits> } | undefined;
  const inForce = () => {
    const own = policy.limits();
    if (last?.own !== own || last === undefined) last = { own, merged: mergeLimits(LIMITS, own) };
    return last.merged;
  };
  return { upstream: (name: UpstreamName) => inForce().upstreams[name], caller: () => inForce().caller };
}

function mergeLimits(set: Settings['LIMITS'], own: ReturnType<PolicySource['limits']>) {
  const upstreams = mapUpstreams((name) =>
    completeRates(merge(merge<UpstreamLimits>(UPSTREAMS[name].limits, set[name]), own?.[name])),
  );
  return { upstreams, caller: merge(merge<Rate>(DEFAULT_LIMITS.caller, set.caller), own?.caller) };
}

/** Returns the limits with these parts of their schema in their place. */
export function merge<Limits>(limits: Limits, parts: object | undefined = {}): Limits {
  const all = { ...limits } as Record<string, unknown>;
  for (const [name, part] of Object.entries(parts))
    all[name] = typeof part === 'object' ? merge(Object(all[name] ?? {}), part) : part;
  return all as Limits;
}

/** Completes a rate that has no default from the part that is set. */
function completeRates(limits: UpstreamLimits): UpstreamLimits {
  const complete = ({ perSecond, burst }: Partial<Rate>): Rate => ({
    perSecond: perSecond ?? Number(burst),
    burst: burst ?? Math.ceil(Number(perSecond)),
  });
  const rates = Object.entries(limits.rate).filter(([, rate]) => Object.keys(rate).length > 0);
  return { ...limits, rate: Object.fromEntries(rates.map(([kind, rate]) => [kind, complete(rate)])) };
}
