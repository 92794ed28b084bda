import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns how many bytes of heap and buffers what `create` returns keeps alive, `least` and `most`: the median and the mean of
 * three measurements. The engine itself allocates and frees meanwhile (compiled code, what earlier tests of the process left):
 * once by megabytes, which the median leaves out, or from one measurement to the next, which the mean evens out.
 */
export async function measureHeldBytes<T>(
  create: () => T | Promise<T>,
): Promise<{ held: T; least: number; most: number }> {
  // All of them stay alive, so that one reading ends a measurement and begins the next.
  const created: T[] = [];
  const readings = [readBytes()];
  for (let count = 0; count < 3; count++) {
    created.push(await create());
    readings.push(readBytes());
  }
  const differences = readings.slice(1).map((after, index) => after - (readings[index] as number));
  const [low, median, high] = differences.sort((one, other) => one - other) as [number, number, number];
  const mean = (low + median + high) / 3;
  return { held: created.at(-1) as T, least: Math.min(median, mean), most: Math.max(median, mean) };
}

/** A collection visits all that the process keeps, which takes time. */
function readBytes(): number {
  // Buffers are freed by the collection after the one that finds them.
  for (let count = 0; count < 2; count++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
