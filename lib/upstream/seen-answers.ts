/**
 * What upstreams answered lately and went down as it came: the same bytes again are as good as they were, so that they are not read
 * once more. Nothing is answered from here.
 */
import { LRUCache } from 'lru-cache';
import type { UpstreamAnswer } from './transport.ts';

export interface SeenAnswers {
  /** Whether the last one kept for the address had this status, this type and these very bytes. */
  has(address: object, answer: UpstreamAnswer): boolean;
  keep(address: object, answer: UpstreamAnswer): void;
}

/** Answers an empty memory, bounded in bytes of body; the longest unused go first. */
export function createSeenAnswers(maxBytes: number): SeenAnswers {
  const seen = new LRUCache<object, Seen>({ maxSize: maxBytes, sizeCalculation: ({ body }) => body.length + 1 });
  return {
    has(address, { status, headers, body }) {
      const last = seen.get(address);
      return last?.status === status && last.type === headers['content-type'] && last.body.equals(body);
    },
    keep(address, { status, headers, body }) {
      // A copy: the answer may be a view on more than itself.
      seen.set(address, { status, type: headers['content-type'], body: Buffer.copyBytesFrom(body) });
    },
  };
}

interface Seen {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: Buffer;
}
