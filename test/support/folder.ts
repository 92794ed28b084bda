import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a temporary folder, which is removed after the last test of the file, or when `end` says (`onTestFinished`). */
export function makeFolder(name: string, end: (remove: () => void) => unknown = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  end(() => rmSync(folder, { recursive: true }));
  return folder;
}
