import { useEffect, useState } from 'preact/hooks';

/** Returns the time in epoch milliseconds, updated after each interval while it runs. */
export function useNow(intervalMs: number, isRunning = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, isRunning]);
  return now;
}

/** Returns what the browser keeps under a key. Another version of the console may have stored something else. */
export function readStored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** State that this tab keeps until the user signs out. Never for secrets. */
export function useStored<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (readStored(sessionStorage, key) as Value | undefined) ?? initial);
  const store = (next: Value) => {
    sessionStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, store];
}
