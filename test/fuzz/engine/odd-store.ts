/** A shared store whose calls fail at times, before or after they act. */
import type { Store } from '../../../lib/cache/store.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { createSharedStore } from '../../support/shared-store.ts';

/** `failures` decides in turn whether a call fails and repeats; each call awaits `wait` before and after it acts. */
export function createOddStore(
  clock: Clock,
  failures: readonly boolean[],
  wait: (what: string) => Promise<unknown> = async () => {},
): Store {
  let calls = 0;
  const { store } = createSharedStore(clock, async (call, change) => {
    const number = calls++;
    const isFailing = failures[number % failures.length];
    await wait(`${call} begins`);
    // A response that is lost: the change was made.
    const result = isFailing && number % 2 === 0 ? undefined : change();
    await wait(`${call} ends`);
    if (isFailing) throw new Error('The store fails.');
    return result as never;
  });
  return store;
}
