/** The cost of a load by the prices in facts.ts. */
import type { InstanceFacts, Prices } from './facts.ts';
import type { Load, Prediction } from './predict.ts';

const MONTH_SECONDS = 730 * 3_600;

export interface Usage {
  readonly load: Load;
  readonly callsPerSecond: number;
  readonly tableCalls: number;
  readonly need: { readonly instances: number; readonly concurrent: number };
}

/** Returns GB a second, in the service's count of 10^9 bytes. */
export function toLogGb(
  { callsPerSecond, instances }: { readonly callsPerSecond: number; readonly instances: number },
  { logBytesPerCall, logBytesPerInstanceSecond }: Pick<Prices, 'logBytesPerCall' | 'logBytesPerInstanceSecond'>,
): number {
  return (callsPerSecond * logBytesPerCall + instances * logBytesPerInstanceSecond) / 1e9;
}

/** Returns US dollars per month. */
export function toCost(
  { load: { operations, alwaysReady }, callsPerSecond, tableCalls, need: { instances, concurrent } }: Usage,
  prices: Prices,
  { memoryGb, responseBytes }: InstanceFacts,
): Prediction['cost'] {
  const monthly = (perSecond: number) => perSecond * MONTH_SECONDS;
  const rows = Object.values(operations).reduce((sum, { cache }) => sum + (cache?.keys ?? 0), 0);
  // An instance is billed while it has a call in progress, and at least one second each time.
  const billedSeconds = Math.max(prices.minBilledSeconds, callsPerSecond === 0 ? 0 : concurrent / callsPerSecond);
  const busyShare = 1 - Math.exp((-callsPerSecond / instances) * billedSeconds);
  const busyGbSeconds = Math.max(0, monthly(instances * memoryGb * busyShare) - prices.freeGbSeconds);
  const memory = busyGbSeconds * prices.perGbSecond + monthly(alwaysReady * memoryGb) * prices.perReadyGbSecond;
  const calls = (Math.max(0, monthly(callsPerSecond) - prices.freeCalls) / 1e6) * prices.perMillionCalls;
  const table =
    (monthly(tableCalls) / 10_000) * prices.perTenThousandTableCalls +
    ((rows * responseBytes) / 1e9) * prices.perTableGb;
  const logs = monthly(toLogGb({ callsPerSecond, instances }, prices)) * prices.perLogGb;
  return { calls, memory, table, logs, total: calls + memory + table + logs };
}
