/** Error responses of the table service. */
import type { HttpResponse } from '../http/http-client.ts';
import { parseRetryAfter } from '../http/retry-after.ts';

/** An error response of the service. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly status: number;
  /** The service's error code, such as `TableNotFound`. */
  readonly code: string | undefined;
  /** How many milliseconds the service asks to wait. */
  readonly retryAfterMs: number | undefined;

  /** `now` is in epoch milliseconds. */
  constructor({ status, headers }: HttpResponse, now: number) {
    super(`The table service returned ${status}.`);
    this.status = status;
    this.code = headers['x-ms-error-code'];
    this.retryAfterMs = parseRetryAfter(headers, now);
  }
}

/** Whether the error says that the table does not exist. */
export function isTableMissing(error: unknown): boolean {
  return error instanceof TableError && error.code === 'TableNotFound';
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof TableError && error.status === status;
}

/** Returns undefined if the entity exists. Other conflicts are errors: a table that is being deleted. */
export async function unlessExists<T>(insert: Promise<T>): Promise<T | undefined> {
  try {
    return await insert;
  } catch (error) {
    if (error instanceof TableError && error.code === 'EntityAlreadyExists') return undefined;
    throw error;
  }
}

/** Returns undefined for this status. */
export async function unlessStatus<T>(status: number, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (hasStatus(error, status)) return undefined;
    throw error;
  }
}
