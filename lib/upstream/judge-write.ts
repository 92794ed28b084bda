/** Judges by a read whether a write whose response was lost took effect. Source: W-01 to W-06. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import { isSecretName } from '../contracts/secret-names.ts';

/** The write as it was sent. */
export interface LostWrite {
  readonly method: string;
  /** Parsed; undefined without a body. */
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** What a later GET of the same resource returned. */
export interface ReadState {
  readonly status: number;
  readonly etag?: string | undefined;
  readonly body?: unknown;
}

/** `rejected`: it did not take effect, and no longer can, since its precondition does not hold. */
export type Verdict = 'applied' | 'rejected' | 'unknown';

export function judgeWrite(write: LostWrite, read: ReadState): Verdict {
  const isDeletion = write.method === 'DELETE';
  if (read.status === 404 && isDeletion) return 'applied';
  if (read.status === 404) return write.ifMatch === undefined ? 'unknown' : 'rejected';
  if (read.status !== 200) return 'unknown';
  const tag = compareTag(write.ifMatch, read.etag);
  // Unchanged: it was not processed yet, and still may be.
  if (tag === 'same') return 'unknown';
  const isRuledOut = tag === 'other' || write.ifNoneMatch !== undefined;
  const likeness = isDeletion ? 'other' : compare(write.body, read.body);
  if (likeness === 'other') return isRuledOut ? 'rejected' : 'unknown';
  // A changed tag shows that something was written; what is like it but for its secrets was this write.
  return likeness === 'same' || (likeness === 'hidden' && tag === 'other') ? 'applied' : 'unknown';
}

function compareTag(sent: string | undefined, read: string | undefined): 'same' | 'other' | 'none' {
  if (sent === undefined || sent === '*' || read === undefined) return 'none';
  return stripTag(sent) === stripTag(read) ? 'same' : 'other';
}

/** The live services return tags with and without quotes. */
function stripTag(tag: string): string {
  return tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

/**
 * How a sent value is found in what was read. `hidden`: alike, but for secrets, which no read returns; `unclear`: a member is
 * missing or has another type, so the server may have rewritten it.
 */
type Likeness = 'same' | 'hidden' | 'unclear' | 'other';

const ORDER: readonly Likeness[] = ['same', 'hidden', 'unclear', 'other'];

function worst(all: readonly Likeness[]): Likeness {
  return ORDER[Math.max(0, ...all.map((each) => ORDER.indexOf(each)))] as Likeness;
}

function compare(sent: unknown, read: unknown): Likeness {
  if (sent === null || read === null || read === undefined)
    return (sent ?? null) === (read ?? null) ? 'same' : 'unclear';
  if (Array.isArray(sent)) return Array.isArray(read) ? compareArrays(sent, read) : 'unclear';
  if (isJsonObject(sent)) return isJsonObject(read) ? compareObjects(sent, read) : 'unclear';
  if (typeof sent !== typeof read) return 'unclear';
  return sent === read || isSameText(sent, read) ? 'same' : 'other';
}

function compareObjects(sent: JsonObject, read: JsonObject): Likeness {
  const found = new Map(Object.entries(read).map(([name, value]) => [name.toLowerCase(), value]));
  return worst(
    Object.entries(sent).map(([name, value]) =>
      isSecretName(name) ? 'hidden' : compare(value, found.get(name.toLowerCase())),
    ),
  );
}

/** Elements with names are a set: servers return them in an order of their own. */
function compareArrays(sent: readonly unknown[], read: readonly unknown[]): Likeness {
  if (sent.length !== read.length) return 'other';
  const named = new Map(read.map((element) => [readName(element), element]));
  return worst(
    sent.map((element, index) => {
      const name = readName(element);
      if (name === undefined) return compare(element, read[index]);
      return named.has(name) ? compare(element, named.get(name)) : 'other';
    }),
  );
}

function readName(element: unknown): string | undefined {
  const name = isJsonObject(element) ? element['name'] : undefined;
  return typeof name === 'string' ? name.toLowerCase() : undefined;
}

/** Servers return names in their own case, places as they show them (`West US` for `westus`), and times in another form. */
function isSameText(sent: unknown, read: unknown): boolean {
  if (typeof sent !== 'string' || typeof read !== 'string') return false;
  if (sent.replace(/\s/g, '').toLowerCase() === read.replace(/\s/g, '').toLowerCase()) return true;
  return isDateTime(sent) && isDateTime(read) && Date.parse(sent) === Date.parse(read);
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}
