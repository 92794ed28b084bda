import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns how many bytes of heap and buffers what `create` returns keeps alive: the median of three measurements, as the engine
 * itself allocates and frees meanwhile (compiled code, what earlier tests of the process left), in one of them by megabytes.
 */
export async function measureHeldBytes<T>(create: () => T | Promise<T>): Promise<{ held: T; bytes: number }> {
  // All of them stay alive, so that one reading ends a measurement and begins the next.
  const created: T[] = [];
  const readings = [readBytes()];
  for (let count = 0; count < 3; count++) {
    created.push(await create());
    readings.push(readBytes());
  }
  const differences = readings.slice(1).map((after, index) => after - (readings[index] as number));
  const [, median] = differences.sort((one, other) => one - other);
  return { held: created.at(-1) as T, bytes: median as number };
}

/** A collection visits all that the process keeps, which takes time. */
function readBytes(): number {
  // Buffers are freed by the collection after the one that finds them.
  for (let count = 0; count < 2; count++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
