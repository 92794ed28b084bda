/** What may be sent to each upstream, as published by the real services: a rate by all instances together, the rest by each. Source: docs/scale.md. */
import * as z from 'zod';
import type { UpstreamName } from '../profiles.ts';
import { rate } from '../time/token-bucket.ts';

export type CallKind = 'read' | 'write';

/** Maximum number of calls in progress and of calls waiting. */
const bulkhead = z.strictObject({ parallel: z.int().min(1), queue: z.int().min(0) });

/** A rate applies per subscription, whose deletes have that of writes once more, or to the whole upstream if it has no subscriptions. */
export const upstreamLimits = z.strictObject({
  bulkhead: z.strictObject({ read: bulkhead, write: bulkhead }),
  rate: z.strictObject({ read: rate.optional(), write: rate.optional() }),
  /** Of one response. 4 MiB take some 20 ms to read, in which nothing else is served; up to 32 MiB. */
  maxResponseBytes: z
    .int()
    .min(1024)
    .max(32 * 1024 * 1024)
    .optional(),
});

export type UpstreamLimits = z.infer<typeof upstreamLimits>;

const graph = { parallel: 8, queue: 32 };
const documents = { parallel: 5, queue: 20 };
/** The service accepts five parallel calls per user, and the managed identity is one user. */
const business = { parallel: 5, queue: 50 };

export const DEFAULT_LIMITS: Readonly<Record<UpstreamName, UpstreamLimits>> = {
  arm: {
    bulkhead: { read: { parallel: 40, queue: 128 }, write: { parallel: 8, queue: 32 } },
    // The service's buckets hold 250 reads, 200 writes and 200 deletes per subscription and refill at 25, 10 and 10 per second.
    rate: { read: { perSecond: 25, burst: 250 }, write: { perSecond: 10, burst: 200 } },
  },
  backupRestore: { bulkhead: { read: graph, write: graph }, rate: {} },
  documentModels: {
    bulkhead: { read: documents, write: documents },
    // The standard tier allows five management operations per second.
    rate: { write: { perSecond: 4, burst: 5 } },
  },
  businessData: { bulkhead: { read: business, write: business }, rate: {} },
};
