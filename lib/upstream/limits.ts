/** What may be sent to an upstream: a rate by all instances together, the rest by each. */
import * as z from 'zod';
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
