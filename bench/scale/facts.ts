/**
 * Facts of the scale model, each with its source. Prices and platform figures change and differ by region: these are the values when
 * the sources were read, and every one is a parameter of the model.
 */
import { DEFAULT_LIMITS } from '../../lib/upstream/limits.ts';

/** One instance of the plan (Flex Consumption, 2,048 MB). */
export interface InstanceFacts {
  readonly memoryGb: number;
  readonly cores: number;
  /** Concurrent calls per instance. */
  readonly concurrency: number;
  /** Mean use of the cores, which leaves room for bursts. */
  readonly targetLoad: number;
  /** CPU of the host per call: 400 calls per second and core (pull request 8281 of azure-functions-host). */
  readonly hostCpuSeconds: number;
  readonly hostSeconds: number;
  /** CPU of the worker per call (bench/findings.md). */
  readonly workerCpuSeconds: { readonly hit: number; readonly table: number; readonly relay: number };
  /** Memory for responses (lib/services.ts), and the size of one. */
  readonly responseMemoryBytes: number;
  readonly responseBytes: number;
}

export const FLEX_2048: InstanceFacts = {
  memoryGb: 2,
  // The vendor's figure for this size; not measured.
  cores: 1,
  // infra/main.parameters.json.
  concurrency: 100,
  targetLoad: 0.7,
  hostCpuSeconds: 1 / 400,
  hostSeconds: 0.005,
  workerCpuSeconds: { hit: 0.00019, table: 0.00058, relay: 0.00027 },
  responseMemoryBytes: 64 * 2 ** 20,
  responseBytes: 6_500,
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
  /** For always-ready instances, busy or idle. */
  readonly perReadyGbSecond: number;
  /** Minimum that is billed for each activity. */
  readonly minBilledSeconds: number;
  readonly perTenThousandTableCalls: number;
  readonly perTableGb: number;
  readonly perLogGb: number;
  readonly logBytesPerCall: number;
  readonly logBytesPerInstanceSecond: number;
}

/**
 * US dollars, East US. GB-seconds: modal.com's price comparison of May 2025, read in November 2026. Minimum billed: azure-docs,
 * flex-consumption-plan.md. Calls, grants, always-ready, table and logs: not read at a source; check the vendor's price pages.
 * Bytes of a call: the mean of the typical load, record measured, envelope computed (test/operations-docs/audit.test.ts holds them
 * against bench/scale/log-row.ts). Of an instance: one row of the host's a second, one line of metrics a minute.
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
  logBytesPerCall: 1_630,
  logBytesPerInstanceSecond: 1_740,
};

/** The services' published limits for one managed identity, which all instances share. Source: L-47 to L-52. */
export const QUOTAS = {
  /** Refill rate of a subscription's bucket, which holds ten (reads) and twenty (writes) times as much. */
  armReadsPerSubscription: 25,
  armWritesPerSubscription: 10,
  /** One application over all tenants: 130,000 in ten seconds. The search has no published limit of its own. */
  graphPerSecond: 13_000,
  documentModelsPerSecond: 5,
  /** 6,000 in five minutes. */
  businessPerSecond: 20,
  businessAtOnce: 5,
};

/** One instance's limits: the defaults of lib/upstream/limits.ts. */
export const OWN_LIMITS = DEFAULT_LIMITS;
