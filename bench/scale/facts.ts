/**
 * What the scale model takes from elsewhere, each with where it is from. Prices and platform figures change and differ by region:
 * they are what the sources said when they were read, and every one can be given to the model anew.
 */
import { DEFAULT_LIMITS } from '../../lib/upstream/limits.ts';

/** One instance of the plan (Flex Consumption, 2,048 MB). */
export interface InstanceFacts {
  readonly memoryGb: number;
  readonly cores: number;
  /** Calls that the platform hands to one instance at a time. */
  readonly concurrency: number;
  /** Part of its cores that may be used in the mean, so that a burst finds room. */
  readonly targetLoad: number;
  /** What one call costs the host before the worker has it: 400 calls a second and core (performance 4, host PR #8281). */
  readonly hostCpuSeconds: number;
  readonly hostSeconds: number;
  /** CPU of the worker for a call, by what becomes of it: bench/findings.md, "Before any work", two shared vCPU. */
  readonly workerCpuSeconds: { readonly hit: number; readonly table: number; readonly relay: number };
  /** What an instance may hold of replies (lib/services.ts), and what one weighs there. */
  readonly replyMemoryBytes: number;
  readonly replyBytes: number;
}

export const FLEX_2048: InstanceFacts = {
  memoryGb: 2,
  // The vendor's figure for this size, not measured here.
  cores: 1,
  // As it is deployed: infra/main.parameters.json.
  concurrency: 100,
  targetLoad: 0.7,
  hostCpuSeconds: 1 / 400,
  hostSeconds: 0.005,
  workerCpuSeconds: { hit: 0.00019, table: 0.00058, relay: 0.00027 },
  replyMemoryBytes: 64 * 2 ** 20,
  replyBytes: 6_500,
};

/** The table service's targets: storage-tables-scale-targets, read in November 2026. */
export const TABLE = {
  accountPerSecond: 20_000,
  partitionPerSecond: 2_000,
  /** lib/cache/table-entity.ts: the first byte of a digest. */
  partitions: 256,
  seconds: 0.01,
};

export interface Prices {
  readonly perMillionCalls: number;
  readonly freeCalls: number;
  readonly perGbSecond: number;
  readonly freeGbSeconds: number;
  /** Of instances that are always ready, whether they work or not. */
  readonly perReadyGbSecond: number;
  /** The least that an instance is paid for once it works. */
  readonly minBilledSeconds: number;
  readonly perTenThousandTableCalls: number;
  readonly perTableGb: number;
  readonly perLogGb: number;
  readonly logBytesPerCall: number;
}

/**
 * US dollars, East US. Seconds: modal.com's price comparison of May 2025, read in November 2026. The least billed: azure-docs,
 * flex-consumption-plan.md. Calls, grants, readiness, table and logs: not read at a source here, to be checked against the vendor's
 * price pages. Bytes: the record of a hit, measured.
 */
export const PRICES: Prices = {
  perMillionCalls: 0.4,
  freeCalls: 250_000,
  perGbSecond: 0.000026,
  freeGbSeconds: 100_000,
  perReadyGbSecond: 0.000004,
  minBilledSeconds: 1,
  perTenThousandTableCalls: 0.00036,
  perTableGb: 0.045,
  perLogGb: 2.3,
  logBytesPerCall: 633,
};

/** What a service bears of one managed identity, however many instances share it. Source: L-47 to L-52. */
export const QUOTAS = {
  /** A subscription's bucket refills so fast; it holds ten and twenty times as much. */
  armReadsPerSubscription: 25,
  armWritesPerSubscription: 10,
  /** Of one application over all tenants: 130,000 in ten seconds. The search itself has no published limit. */
  graphPerSecond: 13_000,
  documentModelsPerSecond: 5,
  /** 6,000 in five minutes, and so many at once. */
  businessPerSecond: 20,
  businessAtOnce: 5,
};

/** What one instance asks for at most: the defaults of lib/upstream/limits.ts. */
export const OWN_LIMITS = DEFAULT_LIMITS;
