/**
 * The last request records of Frontdesk, read from the lines that its host prints; shown by the console's live panel.
 */

/** A record as written by Frontdesk, with a sequence number. */
type NumberedRecord = Readonly<Record<string, unknown>> & { readonly sequence: number };

export interface RecordLog {
  /** Adds the record in a line; ignores any other line. */
  addLine(line: string): void;
  /** Returns the records after this sequence number, oldest first. */
  list(after: number): readonly NumberedRecord[];
  /** Returns the last sequence number; 0 before the first record, so that a client notices a restart. */
  last(): number;
}

const maxRecords = 500;

export function createRecordLog(): RecordLog {
  const records: NumberedRecord[] = [];
  let sequence = 0;
  return {
    addLine(line) {
      const record = readLogObject(line);
      if (typeof record?.['requestId'] !== 'string' || typeof record['operation'] !== 'string') return;
      sequence += 1;
      records.push({ ...record, sequence });
      if (records.length > maxRecords) records.shift();
    },
    list: (after) => records.filter((record) => record.sequence > after),
    last: () => sequence,
  };
}

/** Returns the JSON object of a line, or undefined if it has none. Core Tools prefix each line with the time. */
export function readLogObject(line: string): Record<string, unknown> | undefined {
  const start = line.indexOf('{');
  if (start < 0) return undefined;
  try {
    return JSON.parse(line.slice(start));
  } catch {
    return undefined;
  }
}
