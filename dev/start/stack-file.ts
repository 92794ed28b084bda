/** The file by which other commands find the running stack: `.local/stack.json` in the function app's folder, or where FRONTDESK_STATE says. */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Profile } from '../upstream/profiles.ts';

/** Addresses are origins without a trailing slash. */
export interface StackFile {
  readonly pid: number;
  readonly profile: Profile;
  readonly frontdesk: string;
  readonly issuer: string;
  readonly identity: string;
  readonly upstream: string;
  readonly tables: string;
  /** With --https: the file with the authority of Frontdesk's and the issuer's certificate. */
  readonly authorityFile?: string | undefined;
}

export async function writeStackFile(root: string, stack: StackFile): Promise<void> {
  const file = toPath(root);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(stack, undefined, 2)}\n`);
}

/** Returns the running stack, or undefined if none runs; the file of a killed one is ignored. */
export async function readStackFile(root: string): Promise<StackFile | undefined> {
  try {
    const stack = JSON.parse(await readFile(toPath(root), 'utf8')) as StackFile;
    process.kill(stack.pid, 0);
    return stack;
  } catch {
    return undefined;
  }
}

/** Runs this command again with the authority trusted if the stack has one: Node reads trusted authorities only when it starts. */
export function trustAuthority({ authorityFile }: Partial<StackFile> = {}): void {
  if (authorityFile === undefined || process.env['NODE_EXTRA_CA_CERTS'] === authorityFile) return;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile };
  const command = [...process.execArgv, ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, command, { stdio: 'inherit', env }).status ?? 1);
}

/** Removes the file unless another stack has overwritten it. */
export async function removeStackFile(root: string): Promise<void> {
  if ((await readStackFile(root))?.pid === process.pid) await rm(toPath(root));
}

/** Returns the folder of what a stack keeps: its addresses, keys and certificate. */
export function toStateFolder(root: string): string {
  return process.env['FRONTDESK_STATE'] ?? join(root, '.local');
}

function toPath(root: string): string {
  return join(toStateFolder(root), 'stack.json');
}
