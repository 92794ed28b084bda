import type { Operation } from '../../lib/operation.ts';

/** Returns the operations without their caches: every call is a relay. */
export function withoutCache(operations: readonly Operation[]): readonly Operation[] {
  return operations.map(({ cache: _, ...operation }) => operation);
}
