/** Checks that the cache's table can be read and written: writes one row and removes it. */
import type { CacheKey } from '../../lib/cache/key.ts';
import { openTable, type TableAddress, TableError } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { bad, describeFailure, type Finding, good } from './finding.ts';

const PROBE = 'f'.repeat(64) as CacheKey;
/** The app's time limits are short. */
const patientClock: Clock = { ...systemClock, setTimer: (callback, ms) => setTimeout(callback, 8 * ms) };
const MAX_ATTEMPTS = 3;

/** `token` is the managed identity's token for table storage. */
export async function checkTable(settings: Settings, token: string | undefined): Promise<Finding> {
  const setting = settings.CACHE_TABLE_URL ? 'CACHE_TABLE_URL' : 'CACHE_CONNECTION_STRING';
  try {
    await probe(toAddress(settings, token));
    return good('table', 'can be read and written');
  } catch (cause) {
    if (cause instanceof TableError) return describeError(setting, cause.status);
    return describeFailure('table', setting, settings[setting] ?? '', cause);
  }
}

async function probe(address: TableAddress): Promise<void> {
  const table = openTable(address, patientClock);
  const store = new TableStore(table, patientClock);
  try {
    await repeat(() => store.insertLease(PROBE));
    const row = await repeat(() => store.read(PROBE));
    if (row) await store.endLease(PROBE, { tag: row.tag, isNew: true }, true);
  } finally {
    await table.close();
  }
}

export function toAddress(settings: Settings, token = ''): TableAddress {
  const { CACHE_CONNECTION_STRING: connectionString, CACHE_TABLE_URL: url = '', CACHE_TABLE_NAME: name } = settings;
  if (connectionString) return { connectionString, name };
  return { url, name, getToken: async (_, rejected) => (rejected ? undefined : { token }) };
}

/** The first call also opens the connection. */
async function repeat<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || error instanceof TableError) throw error;
    }
  }
}

function describeError(setting: string, status: number): Finding {
  if (status === 401 || status === 403) {
    const mend =
      setting === 'CACHE_TABLE_URL'
        ? 'Give the managed identity the role Storage Table Data Contributor on the account, and let this network in.'
        : 'Copy the connection string again: its key was changed.';
    return bad('table', `it refuses us (${status})`, mend);
  }
  return bad('table', `it returned ${status}`, `Check that ${setting} names table storage (…table.core.windows.net).`);
}
