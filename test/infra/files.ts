/** The templates as they stand, and the same with a change in one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './bicep/check.ts';

export function readInfra(): Files {
  const paths = readdirSync('infra', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Throws where there is nothing to change: a mutation must mutate. */
export function change(files: Files, path: string, from: string, to: string): Files {
  const text = files.get(path) ?? '';
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return new Map(files).set(path, text.replace(from, to));
}
