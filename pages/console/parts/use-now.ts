import { useEffect, useState } from 'preact/hooks';

/** Answers the time in epoch milliseconds, anew after each interval while it is asked for. */
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
