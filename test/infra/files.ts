/** Reads the templates. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files in infra/, and what they load from elsewhere. */
export function readInfra(): ReadonlyMap<string, string> {
  const paths = readdirSync('infra', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map([...paths, 'docs/runbook.md'].map((path) => [path, readFileSync(path, 'utf8')]));
}
