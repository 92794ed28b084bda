/** Reads the templates, and changes one of them for a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './bicep/check.ts';

/** Returns the files in infra/, and what they load from elsewhere. */
export function readInfra(): Files {
  const paths = readdirSync('infra', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map([...paths, 'docs/runbook.md'].map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Returns the files with one replacement. Throws if there is nothing to replace. */
export function change(files: Files, path: string, from: string, to: string): Files {
  const text = files.get(path) ?? '';
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return new Map(files).set(path, text.replace(from, to));
}
