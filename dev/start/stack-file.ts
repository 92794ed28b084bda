/** Where the stack that runs is found: `.local/stack.json` in the function app's folder. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Profile } from './options.ts';

/** Addresses are origins without a trailing slash. */
export interface StackFile {
  readonly pid: number;
  readonly profile: Profile;
  readonly frontdesk: string;
  readonly issuer: string;
  readonly identity: string;
  readonly upstream: string;
  readonly tables: string;
}

export async function writeStackFile(root: string, stack: StackFile): Promise<void> {
  const file = toPath(root);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(stack, undefined, 2)}\n`);
}

/** Answers the stack that runs, or undefined when none does: the file of one that was killed does not count. */
export async function readStackFile(root: string): Promise<StackFile | undefined> {
  try {
    const stack = JSON.parse(await readFile(toPath(root), 'utf8')) as StackFile;
    process.kill(stack.pid, 0);
    return stack;
  } catch {
    return undefined;
  }
}

/** Removes the file unless another stack has written its own over it. */
export async function removeStackFile(root: string): Promise<void> {
  if ((await readStackFile(root))?.pid === process.pid) await rm(toPath(root));
}

function toPath(root: string): string {
  return join(root, '.local', 'stack.json');
}
