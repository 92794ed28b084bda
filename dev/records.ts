/** What Frontdesk told of its requests, read from the lines that its host prints: the last of them, for whoever watches. */

/** A record as Frontdesk wrote it, with its place in the order in which they came. */
type NumberedRecord = Readonly<Record<string, unknown>> & { readonly sequence: number };

export interface RecordLog {
  /** Keeps the record that stands in a line; any other line is passed over. */
  addLine(line: string): void;
  /** Answers the records after this sequence number, the oldest first. */
  list(after: number): readonly NumberedRecord[];
  /** Answers the last sequence number that was given; 0 before the first, so that a watcher sees a new start. */
  last(): number;
}

const maxRecords = 500;

export function createRecordLog(): RecordLog {
  const records: NumberedRecord[] = [];
  let sequence = 0;
  return {
    addLine(line) {
      const record = readRecord(line);
      if (record === undefined) return;
      sequence += 1;
      records.push({ ...record, sequence });
      if (records.length > maxRecords) records.shift();
    },
    list: (after) => records.filter((record) => record.sequence > after),
    last: () => sequence,
  };
}

/** Core Tools write the time before a line. */
function readRecord(line: string): Record<string, unknown> | undefined {
  const start = line.indexOf('{');
  if (start < 0) return undefined;
  try {
    const record = JSON.parse(line.slice(start));
    return typeof record['requestId'] === 'string' && typeof record['operation'] === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
}
