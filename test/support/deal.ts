/** Spreads variants of a case over the operations, where the operation makes no difference to them. */
import { type ValidRequest, validRequests } from './valid-requests.ts';

/** Each of several variants is tried at a third of the operations, or of those that have the value. */
const SHARES = 3;

/**
 * Returns this operation's share of the variants of a case: that the operation has the rule is shown by any of them, and
 * what the rule says about each by the operations that share them.
 */
export function dealTo<T>({ operation }: ValidRequest, variants: readonly T[]): readonly T[] {
  const at = validRequests.findIndex((each) => each.operation === operation);
  return takeShare(variants, at, SHARES);
}

/** The same for a route value: operations share the variants if they have a value of this name. */
export function dealToValue<T>({ operation }: ValidRequest, name: string, variants: readonly T[]): readonly T[] {
  const holders = validRequests.filter(({ values }) => name in values);
  const at = holders.findIndex((each) => each.operation === operation);
  return takeShare(variants, at, Math.min(SHARES, holders.length));
}

/** Too few to share are tried everywhere. */
function takeShare<T>(variants: readonly T[], at: number, shares: number): readonly T[] {
  return variants.length < shares ? variants : variants.filter((_, index) => (index + at) % shares === 0);
}
