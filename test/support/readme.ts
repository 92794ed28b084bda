/** The code blocks of README.md, in order. */
import { readFileSync } from 'node:fs';

export interface Block {
  /** What follows the fence: `sh`, `ts`, `sh func`, … */
  readonly kind: string;
  readonly code: string;
  /** The file that the line before the block tells the reader to save it as. */
  readonly file: string | undefined;
}

export const readme = readFileSync('README.md', 'utf8');

export const readmeBlocks: readonly Block[] = Array.from(
  readme.matchAll(/(?:Save this as `([^`]+)`:\n+)?^```(\w[\w ]*)\n(.*?)^```$/gms),
  ([, file, kind = '', code = '']) => ({ kind, code, file }),
);
