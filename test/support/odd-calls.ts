/** An edge of which one call goes wrong: what was to be known by it must not be taken for known. */

/** How a call can go wrong. What answers late says what was true when it was asked. */
export const mishaps = ['fails', 'hangs', 'answers late'] as const;
export type Mishap = (typeof mishaps)[number];

/** Every one of the first six calls, in every way. */
export const oddCalls = [1, 2, 3, 4, 5, 6].flatMap((n) => mishaps.map((mishap) => ({ n, mishap })));

/**
 * Returns a function that runs calls of an edge and lets the n-th after `start()` go wrong. One that hangs is given up by its caller,
 * so it rejects `limitMs` later; one that answers late does so `lateMs` later.
 */
export function spoilCall(n: number, mishap: Mishap, { limitMs, lateMs }: { limitMs: number; lateMs: number }) {
  let calls = Number.NEGATIVE_INFINITY;
  const run = async <T>(call: () => T | Promise<T>): Promise<T> => {
    if (++calls !== n) return call();
    if (mishap === 'fails') throw new Error('The edge fails.');
    if (mishap === 'hangs') {
      await new Promise((resolve) => setTimeout(resolve, limitMs));
      throw new Error('No answer in time.');
    }
    const result = await call();
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    return result;
  };
  return Object.assign(run, {
    start: () => {
      calls = 0;
    },
  });
}
