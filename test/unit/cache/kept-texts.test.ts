import { expect, it, vi } from 'vitest';
import { KeptTexts } from '../../../lib/cache/kept-texts.ts';
import { toDigest } from '../../../lib/cache/key.ts';
import type { Store, StoredResponse } from '../../../lib/cache/store.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_800_000_000_000);
const LIFE_MS = 3_600_000;
const TOKEN = 'ü'.repeat(20_000);

/** An instance over the rows that all instances share. */
function open(rows: Map<string, StoredResponse>, own: Partial<Store> = {}) {
  const store: Store = {
    get: async (key) => rows.get(key),
    set: async (key, response) => void rows.set(key, response),
    lease: async () => async () => {},
    remove: async (key) => void rows.delete(key),
    ...own,
  };
  const onError = vi.fn();
  const open = (kind: 'pageToken' | 'longRunning') => new KeptTexts({ kind, store, clock, onError });
  return { tokens: open('pageToken'), others: open('longRunning'), onError };
}

it('another instance finds the token under its id, until it expires', async () => {
  const rows = new Map<string, StoredResponse>();
  const id = await open(rows).tokens.put(TOKEN, LIFE_MS);
  expect(id).toMatch(/^[\da-f]{64}$/);
  expect(await open(rows).tokens.get(id)).toBe(TOKEN);
  const [key, row] = [...rows][0] ?? [];
  const fetchedAt = clock.monotonicNow();
  expect(row).toMatchObject({ fetchedAt, expiresAt: fetchedAt + LIFE_MS });
  expect(row?.digest).toBe(toDigest(key as Parameters<typeof toDigest>[0], Buffer.from(TOKEN)));
});

it('a token has one id, another token another', async () => {
  const { tokens } = open(new Map());
  const id = await tokens.put(TOKEN, LIFE_MS);
  expect(await tokens.put(TOKEN, LIFE_MS + 1)).toBe(id);
  expect(await tokens.put(`${TOKEN}x`, LIFE_MS)).not.toBe(id);
});

it('an unknown id has no token, and neither has one while the store fails', async () => {
  expect(await open(new Map()).tokens.get('0'.repeat(64))).toBeUndefined();
  const failing = open(new Map(), { get: () => Promise.reject(new Error('down')) });
  expect(await failing.tokens.get('0'.repeat(64))).toBeUndefined();
});

it('without the store this instance still finds its own tokens, and the failure is reported', async () => {
  const down = () => Promise.reject(new Error('down'));
  const { tokens, onError } = open(new Map(), { get: down, set: down });
  const id = await tokens.put(TOKEN, LIFE_MS);
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'down' }));
  expect(await tokens.get(id)).toBe(TOKEN);
});

it('an id of another kind has no text', async () => {
  const { tokens, others } = open(new Map());
  expect(await others.get(await tokens.put(TOKEN, LIFE_MS))).toBeUndefined();
});

it('an id that is none is not looked up', async () => {
  const get = vi.fn(async () => undefined);
  const { tokens } = open(new Map(), { get });
  for (const id of ['', 'x', "' or '1", 'A'.repeat(64), '0'.repeat(65)]) expect(await tokens.get(id)).toBeUndefined();
  expect(get).not.toHaveBeenCalled();
});
