import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns how many bytes of heap and buffers what `create` returns keeps alive. */
export async function measureHeldBytes<T>(create: () => T | Promise<T>): Promise<{ held: T; bytes: number }> {
  const before = readBytes();
  const held = await create();
  return { held, bytes: readBytes() - before };
}

function readBytes(): number {
  // Buffers are freed by the collection after the one that finds them.
  for (let count = 0; count < 3; count++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
