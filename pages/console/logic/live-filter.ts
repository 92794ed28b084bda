/** Narrows the rows of the live panel. */
import type { LiveRow } from './live-rows.ts';

export interface LiveFilter {
  /** Empty for all, as of the others. */
  readonly caller: string;
  /** Name of the operation. */
  readonly operation: string;
  readonly status: '' | 'succeeded' | 'refused' | 'failed';
}

export const NO_FILTER: LiveFilter = { caller: '', operation: '', status: '' };

export function isShown(row: LiveRow, { caller, operation, status }: LiveFilter): boolean {
  return (
    (caller === '' || row.caller === caller) &&
    (operation === '' || row.title === operation) &&
    (status === '' || toResult(row) === status)
  );
}

/** Undefined while it runs. */
function toResult({ status }: LiveRow): LiveFilter['status'] | undefined {
  if (status === undefined) return undefined;
  if (status === 0 || status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'succeeded';
}

/** Returns what there is to choose from, also what is chosen if no row has it any more. */
export function listValues(rows: readonly LiveRow[], member: 'caller' | 'title', chosen: string): readonly string[] {
  const values = new Set(rows.map((row) => row[member]));
  if (chosen !== '') values.add(chosen);
  return [...values].sort((one, other) => one.localeCompare(other));
}
