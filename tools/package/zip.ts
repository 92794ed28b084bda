/** A reproducible zip: fixed times, order and permissions. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import type { Contents } from './contents.ts';

/** The earliest time in a zip. A zip has no time zone, so local time is correct here. */
const TIME = new Date(1980, 0, 1);
const UNIX = 3;
/** A regular file, readable by all; stored in the upper 16 bits. */
const ATTRIBUTES = 0o100644 << 16;

/** @throws if the zip does not contain exactly the contents. */
export function composeZip(contents: Contents): Uint8Array {
  const files: Zippable = {};
  for (const [path, bytes] of contents) {
    files[path] = [bytes, { level: 9, mtime: TIME, os: UNIX, attrs: ATTRIBUTES }];
  }
  const zip = zipSync(files);
  const packed = unzipSync(zip);
  const isSame = ([path, bytes]: [string, Uint8Array]) => Buffer.from(bytes).equals(packed[path] ?? new Uint8Array());
  if (Object.keys(packed).join() !== [...contents.keys()].join() || ![...contents].every(isSame)) {
    throw new Error('The zip does not contain what was packed.');
  }
  return zip;
}
