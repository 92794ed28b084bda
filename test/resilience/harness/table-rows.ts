/** Reads the table of stored responses directly, past its chaos proxy. */
import { TableClient } from '@azure/data-tables';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { type ResponseEntity, toStoredResponse } from '../../../lib/cache/table-store.ts';
import type { Emulators } from '../../testbed/emulators.ts';

type Row = ResponseEntity & { readonly rowKey: string };

export function openRows({ tables }: Emulators): TableClient {
  return TableClient.fromConnectionString(tables.connectionString, 'frontdeskcache', { allowInsecureConnection: true });
}

/** Returns the rows of responses. */
async function listRows(emulators: Emulators): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of openRows(emulators).listEntities<ResponseEntity>())
    rows.push({ ...row, rowKey: row.rowKey ?? '' });
  return rows;
}

/** Returns the keys of rows whose content does not match their digest and length; a row that is only a lease has none. */
export async function findCorruptRows(emulators: Emulators): Promise<string[]> {
  const corrupt: string[] = [];
  for (const row of await listRows(emulators))
    if (row.digest && !(await toStoredResponse(row.rowKey as CacheKey, row))) corrupt.push(row.rowKey);
  return corrupt;
}
