/** The app's log in tests: request records, and the alerts that a file causes, which stay out of the run's output. */
import { afterAll } from 'vitest';
import type { TestResponse } from './send-request.ts';

export type LogRecord = Record<string, unknown>;

// Tests may fake the global one.
const { setImmediate } = globalThis;

/** Waits until the request record is logged, which can be shortly after the response arrives. */
export async function awaitRecord(log: readonly LogRecord[], { headers }: TestResponse): Promise<void> {
  const { 'x-ms-request-id': id } = headers;
  const isLogged = () => id === undefined || log.some(({ requestId }) => requestId === id);
  for (let turn = 0; turn < MAX_TURNS && !isLogged(); turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Far more turns of the event loop than a record needs. */
const MAX_TURNS = 10_000;

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

function nameOf({ alert, fault, metrics, refused }: LogRecord): string {
  return String(alert ?? fault ?? (metrics ? 'metrics' : refused ? 'refused' : ''));
}
