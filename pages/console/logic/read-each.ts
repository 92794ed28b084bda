export interface ReadEach<Key, Value> {
  readonly values: readonly Value[];
  /** What could not be read, while others could. */
  readonly failed: readonly Key[];
}

/** Reads several at the same time. Throws the first error if none could be read. */
export async function readEach<Key, Value>(
  keys: readonly Key[],
  read: (key: Key) => Promise<Value>,
): Promise<ReadEach<Key, Value>> {
  const settled = await Promise.allSettled(keys.map(read));
  const values = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const refusals = settled.filter((each) => each.status === 'rejected');
  if (refusals[0] && values.length === 0) throw refusals[0].reason;
  return { values, failed: keys.filter((_key, index) => settled[index]?.status === 'rejected') };
}
