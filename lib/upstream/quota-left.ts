/** How much an upstream says that it still grants. Source: public-cloud 3. */
import type { CallKind } from './limits.ts';

export interface QuotaLeft {
  /** Takes it from an answer's headers. */
  record(kind: CallKind, headers: Readonly<Record<string, string>>): void;
  /** Answers the least that was said since this was last asked; undefined where nothing was. */
  take(kind: CallKind): number | undefined;
}

/** The management API counts by subscription; the others say nothing. */
const FIELDS: Readonly<Record<CallKind, string>> = {
  read: 'x-ms-ratelimit-remaining-subscription-reads',
  write: 'x-ms-ratelimit-remaining-subscription-writes',
};

export function createQuotaLeft(): QuotaLeft {
  const least: { [Kind in CallKind]?: number | undefined } = {};
  return {
    record(kind, headers) {
      const left = Number(headers[FIELDS[kind]] ?? Number.NaN);
      if (left < (least[kind] ?? Number.POSITIVE_INFINITY)) least[kind] = left;
    },
    take(kind) {
      const left = least[kind];
      least[kind] = undefined;
      return left;
    },
  };
}
