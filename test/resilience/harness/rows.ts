/** The rows of the table that replies are stored in. */
import { TableClient } from '@azure/data-tables';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { type ResponseEntity, toStoredResponse } from '../../../lib/cache/table-entity.ts';
import type { Edges } from './edges.ts';

/** Past the proxy, which may be struck. */
export function openRows({ tables }: Edges): TableClient {
  return TableClient.fromConnectionString(tables.connectionString, 'frontdeskcache', { allowInsecureConnection: true });
}

export async function createTable(edges: Edges): Promise<void> {
  await openRows(edges).createTable();
}

export async function listRows(edges: Edges): Promise<(ResponseEntity & { readonly rowKey: string })[]> {
  const rows: (ResponseEntity & { readonly rowKey: string })[] = [];
  for await (const row of openRows(edges).listEntities<ResponseEntity>())
    rows.push({ ...row, rowKey: row.rowKey ?? '' });
  return rows;
}

/** Answers the keys of rows that do not hold what they say. */
export async function findTornRows(edges: Edges): Promise<string[]> {
  const torn: string[] = [];
  for (const row of await listRows(edges))
    if (!(await toStoredResponse(row.rowKey as CacheKey, row))) torn.push(row.rowKey);
  return torn;
}
