import { useCallback, useState } from 'preact/hooks';

/** State that this tab keeps until the user signs out. Never for secrets. */
export function useStored<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const stored = sessionStorage.getItem(key);
    return stored === null ? initial : (JSON.parse(stored) as Value);
  });
  const store = useCallback(
    (next: Value) => {
      sessionStorage.setItem(key, JSON.stringify(next));
      setValue(next);
    },
    [key],
  );
  return [value, store];
}
