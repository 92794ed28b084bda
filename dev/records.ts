/**
 * The last request records of Frontdesk, read from the lines that its host prints; shown by the console's live panel.
 */

/** A record as written by Frontdesk, with a sequence number. */
type NumberedRecord = Readonly<Record<string, unknown>> & { readonly sequence: number };

const maxRecords = 500;

export class RecordLog {
  readonly #records: NumberedRecord[] = [];
  /** The last sequence number; 0 before the first record, so that a client notices a restart. */
  last = 0;

  /** Adds the record in a line; ignores any other line. */
  addLine(line: string): void {
    const record = readLogObject(line);
    if (typeof record?.['requestId'] !== 'string' || typeof record['operation'] !== 'string') return;
    this.last += 1;
    this.#records.push({ ...record, sequence: this.last });
    if (this.#records.length > maxRecords) this.#records.shift();
  }

  /** Returns the records after this sequence number, oldest first. */
  list(after: number): readonly NumberedRecord[] {
    return this.#records.filter(({ sequence }) => sequence > after);
  }
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
