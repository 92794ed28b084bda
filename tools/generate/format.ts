/** Formats the text of a generated file as `npm run fix` would. */
import { execFileSync } from 'node:child_process';

export function format(text: string, file: string): string {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${file}`], {
    input: text,
    encoding: 'utf8',
  });
}
