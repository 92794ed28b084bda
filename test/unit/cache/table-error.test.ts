import { expect, it } from 'vitest';
import { isTableMissing, TableError, unlessExists, unlessStatus } from '../../../lib/cache/table-error.ts';

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

it('says whether the table is missing', () => {
  expect(isTableMissing(codeOf('TableNotFound'))).toBe(true);
  expect(isTableMissing(errorOf(404))).toBe(false);
  expect(isTableMissing(new Error('TableNotFound'))).toBe(false);
});

it('F44: says how long the table asks to wait, a date by its own clock or by the given one', () => {
  const inTenSeconds = new Date(NOW + 10_000).toUTCString();
  expect(errorOf(503, { 'retry-after': '30' }).retryAfterMs).toBe(30_000);
  expect(errorOf(503, { 'retry-after': inTenSeconds }).retryAfterMs).toBe(10_000);
  const date = new Date(NOW + 4_000).toUTCString();
  expect(errorOf(503, { 'retry-after': inTenSeconds, date }).retryAfterMs).toBe(6_000);
});

it('an expected error is a value, and every other is thrown', async () => {
  expect(await unlessStatus(404, Promise.reject(errorOf(404)))).toBeUndefined();
  expect(await unlessStatus(404, Promise.resolve('found'))).toBe('found');
  await expect(unlessStatus(404, Promise.reject(errorOf(409)))).rejects.toMatchObject({ status: 409 });
  expect(await unlessExists(Promise.resolve('tag'))).toBe('tag');
  expect(await unlessExists(Promise.reject(codeOf('EntityAlreadyExists')))).toBeUndefined();
  await expect(unlessExists(Promise.reject(codeOf('TableBeingDeleted')))).rejects.toMatchObject({ status: 409 });
});
