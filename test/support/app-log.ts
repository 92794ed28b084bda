/** The app's log in tests: request records, and the alerts that a file causes, which stay out of the run's output. */
import { afterAll } from 'vitest';
import type { TestResponse } from './send-request.ts';

export type LogRecord = Record<string, unknown>;

// Tests may fake the global one.
const { setImmediate } = globalThis;

/** Waits until the request record is logged, which can be shortly after the response arrives. */
export async function awaitRecord(log: readonly LogRecord[], { headers }: TestResponse): Promise<void> {
  const { 'x-ms-request-id': id } = headers;
  const isLogged = () => id === undefined || log.findLast(({ requestId }) => requestId === id) !== undefined;
  for (let turn = 0; turn < MAX_TURNS && !isLogged(); turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Far more turns of the event loop than a record needs. */
const MAX_TURNS = 10_000;

export type ExpectedAlerts = readonly string[] | 'any';

/**
 * Returns the records that the app writes outside of requests, until the last test of the file has ended. Prints a record
 * whose name is not among `expected`.
 */
export function captureAlerts(expected: ExpectedAlerts): LogRecord[] {
  const records: LogRecord[] = [];
  const { warn, info } = console;
  const isExpected = (name: string) => expected === 'any' || USUAL.includes(name) || expected.includes(name);
  const capture =
    (print: typeof warn) =>
    (...parts: unknown[]) => {
      const record = parseRecord(parts);
      if (record) records.push(record);
      if (!record || !isExpected(nameOf(record))) print(...parts);
    };
  Object.assign(console, { warn: capture(warn), info: capture(info) });
  afterAll(() => {
    Object.assign(console, { warn, info });
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

/** Lines that every test may cause. */
const USUAL = ['metrics', 'started'];

function nameOf({ alert, ...others }: LogRecord): string {
  return String(alert ?? [...USUAL, 'count'].find((name) => name in others) ?? '');
}
