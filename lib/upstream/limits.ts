/** What each upstream may be asked to bear by one instance: below the published limits of the real services. Source: public-cloud 3. */
import type { UpstreamName } from '../profile.ts';
import type { Rate } from '../time/token-bucket.ts';
import type { BulkheadSize } from './bulkhead.ts';

export type CallKind = 'read' | 'write';

/** One subscription's or the whole upstream's rate, where the service has one. */
export interface UpstreamLimits {
  readonly bulkhead: Readonly<Record<CallKind, BulkheadSize>>;
  readonly rate: Readonly<Partial<Record<CallKind, Rate>>>;
}

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
