import { expect, it } from 'vitest';
import {
  hasStatus,
  isTableMissing,
  readRetryAfter,
  TableError,
  unlessExists,
  unlessStatus,
} from '../../../lib/cache/table-error.ts';

const NOW = Date.UTC(2026, 0, 1);

/** Returns the error of a response. */
const errorOf = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new TableError({ status, headers, body: Buffer.from('<secret>') }, NOW);
const codeOf = (code: string) => errorOf(code === 'TableNotFound' ? 404 : 409, { 'x-ms-error-code': code });

it('an error has status, code and headers, and quotes nothing of the body', () => {
  const error = errorOf(503, { 'x-ms-error-code': 'ServerBusy', 'retry-after': '3' });
  expect(error).toMatchObject({ status: 503, code: 'ServerBusy', retryAfterMs: 3_000 });
  expect(`${error.stack}`).not.toContain('secret');
});

it('says whether the table is missing, and which status it has', () => {
  expect(isTableMissing(codeOf('TableNotFound'))).toBe(true);
  expect(isTableMissing(errorOf(404))).toBe(false);
  expect(isTableMissing(new Error('TableNotFound'))).toBe(false);
  expect([hasStatus(errorOf(412), 412), hasStatus(errorOf(409), 412), hasStatus(new Error(), 412)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('F44: says how long the table asks to wait, a date by its own clock or by the given one', () => {
  const inTenSeconds = new Date(NOW + 10_000).toUTCString();
  expect(readRetryAfter(errorOf(503, { 'retry-after': '30' }))).toBe(30_000);
  expect(readRetryAfter(errorOf(503, { 'retry-after': inTenSeconds }))).toBe(10_000);
  const date = new Date(NOW + 4_000).toUTCString();
  expect(readRetryAfter(errorOf(503, { 'retry-after': inTenSeconds, date }))).toBe(6_000);
});

it.each([[new Error('connect ECONNREFUSED')], [undefined]])(
  'an error without a response does not say how long to wait',
  (error) => {
    expect(readRetryAfter(error)).toBeUndefined();
  },
);

it('an expected error is a value, and every other is thrown', async () => {
  expect(await unlessStatus(404, Promise.reject(errorOf(404)))).toBeUndefined();
  expect(await unlessStatus(404, Promise.resolve('found'))).toBe('found');
  await expect(unlessStatus(404, Promise.reject(errorOf(409)))).rejects.toMatchObject({ status: 409 });
  expect(await unlessExists(Promise.resolve({}))).toBe(true);
  expect(await unlessExists(Promise.reject(codeOf('EntityAlreadyExists')))).toBe(false);
  await expect(unlessExists(Promise.reject(codeOf('TableBeingDeleted')))).rejects.toMatchObject({ status: 409 });
});
