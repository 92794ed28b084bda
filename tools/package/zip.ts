/** The same contents make the same bytes: one time, one order, one set of permissions. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import type { Contents } from './contents.ts';

/** The earliest that a zip can say; it has no time zone, so this is local time on purpose. */
const TIME = new Date(1980, 0, 1);
const UNIX = 3;
/** A regular file that everyone may read; a zip keeps it in the upper half. */
const ATTRIBUTES = 0o100644 << 16;

/** Answers the zip; throws when what is in it is not what was to be packed. */
export function toZip(contents: Contents): Uint8Array {
  const files: Zippable = {};
  for (const [path, bytes] of contents) {
    files[path] = [bytes, { level: 9, mtime: TIME, os: UNIX, attrs: ATTRIBUTES }];
  }
  const zip = zipSync(files);
  const packed = unzipSync(zip);
  const isSame = ([path, bytes]: [string, Uint8Array]) => Buffer.from(bytes).equals(packed[path] ?? new Uint8Array());
  if (Object.keys(packed).join() !== [...contents.keys()].join() || ![...contents].every(isSame)) {
    throw new Error('The zip does not hold what was to be packed.');
  }
  return zip;
}
