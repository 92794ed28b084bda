/** What each upstream may be asked to bear by one instance: below the published limits of the real services. Source: public-cloud 3. */
import * as z from 'zod';
import type { UpstreamName } from '../profiles.ts';
import { rate } from '../time/token-bucket.ts';

export type CallKind = 'read' | 'write';

/** How many calls are under way at once, and how many may wait. */
const bulkhead = z.strictObject({ parallel: z.int().min(1), queue: z.int().min(0) });

/** A rate counts for each subscription, or for the whole upstream where there is none. */
export const upstreamLimits = z.strictObject({
  bulkhead: z.strictObject({ read: bulkhead, write: bulkhead }),
  rate: z.strictObject({ read: rate.optional(), write: rate.optional() }),
});

export type UpstreamLimits = z.infer<typeof upstreamLimits>;

const graph = { parallel: 8, queue: 32 };
const documents = { parallel: 5, queue: 20 };
/** The service takes five calls of one user at a time, and the managed identity is one user. */
const business = { parallel: 5, queue: 50 };

export const DEFAULT_LIMITS: Readonly<Record<UpstreamName, UpstreamLimits>> = {
  arm: {
    bulkhead: { read: { parallel: 32, queue: 128 }, write: { parallel: 8, queue: 32 } },
    // Its buckets hold 250 reads and 200 writes a subscription and refill at 25 and 10 a second.
    rate: { read: { perSecond: 20, burst: 250 }, write: { perSecond: 8, burst: 200 } },
  },
  backupRestore: { bulkhead: { read: graph, write: graph }, rate: {} },
  documentModels: {
    bulkhead: { read: documents, write: documents },
    // Five management operations a second on the standard tier.
    rate: { write: { perSecond: 4, burst: 5 } },
  },
  businessData: { bulkhead: { read: business, write: business }, rate: {} },
};
