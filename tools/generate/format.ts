/** Formats the text of a written file as `biome check --write` would. */
import { execFileSync } from 'node:child_process';

export function format(text: string, file: string): string {
  return run(['format'], text, file);
}

/** Also removes imports that it does not use, and sorts the others. */
export function tidy(text: string, file: string): string {
  return run(['check', '--write', '--unsafe'], text, file);
}

function run(command: readonly string[], input: string, file: string): string {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  const args = [biome, ...command, `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
