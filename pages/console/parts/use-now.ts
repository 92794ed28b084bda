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
