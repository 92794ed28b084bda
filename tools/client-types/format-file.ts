/** Formats the text of a generated file. */
import { execFileSync } from 'node:child_process';

export function format(text: string): string {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=client/src/schema.ts'], {
    input: text,
    encoding: 'utf8',
  });
}
