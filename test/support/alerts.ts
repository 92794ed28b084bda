/** Keeps the alerts that a test file causes out of the test run's output. */
import { afterAll } from 'vitest';

export type LogRecord = Record<string, unknown>;

export type ExpectedAlerts = readonly string[] | 'any';

/**
 * Returns the records that the app writes outside of requests, until the last test of the file has ended. Prints a record
 * whose name is not among `expected`. Metric lines are always expected.
 */
export function captureAlerts(expected: ExpectedAlerts): LogRecord[] {
  const records: LogRecord[] = [];
  const { warn } = console;
  const isExpected = (name: string) => expected === 'any' || name === 'metrics' || expected.includes(name);
  console.warn = (...parts: unknown[]) => {
    const record = parseRecord(parts);
    if (record) records.push(record);
    if (!record || !isExpected(nameOf(record))) warn(...parts);
  };
  afterAll(() => {
    console.warn = warn;
  });
  return records;
}

function parseRecord([line]: unknown[]): LogRecord | undefined {
  try {
    return JSON.parse(String(line));
  } catch {
    return undefined;
  }
}

function nameOf({ alert, fault, metrics }: LogRecord): string {
  return String(alert ?? fault ?? (metrics ? 'metrics' : ''));
}
