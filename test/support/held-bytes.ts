import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns how many bytes of heap and buffers what `create` returns keeps alive: the least of three measurements, as the engine
 * itself allocates meanwhile (compiled code, what other tests of the process still finish), but frees little.
 */
export async function measureHeldBytes<T>(create: () => T | Promise<T>): Promise<{ held: T; bytes: number }> {
  let least = Number.POSITIVE_INFINITY;
  let held = await measure();
  for (let count = 0; count < 2; count++) held = await measure();
  return { held, bytes: least };

  async function measure(): Promise<T> {
    const before = readBytes();
    const created = await create();
    least = Math.min(least, readBytes() - before);
    return created;
  }
}

function readBytes(): number {
  // Buffers are freed by the collection after the one that finds them.
  for (let count = 0; count < 3; count++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
