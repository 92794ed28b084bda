import { useCallback, useState } from 'preact/hooks';

/** State that outlives the view, in this tab, until the person signs out. Never for secrets. */
export function useStored<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as Value);
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
