/** Runs the code of docs/official-clients.md as one script in a child process. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export type Scheme = 'http' | 'https';

/** The lines that the script prints. */
export const PRINTED = [
  'authorization trial true',
  'diagnostic applicationinsights 50',
  'health events 16',
  'authorizations 2',
  'diagnostics 1',
  'subscription events 16',
  'streaming jobs 2',
  'streaming job trial Succeeded',
  'model copy 200 invoices-trial',
  'restore sessions 16',
  'restore points 5',
  'restore session deleted',
  'batch 200 completed',
  'item 200 Bicycle',
];

/** Returns the printed lines. Throws with the script's output if it fails. */
export async function runSnippets(scheme: Scheme, env: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  try {
    await symlink(resolve('test/heavy/node_modules'), join(folder, 'node_modules'), 'junction');
    const script = join(folder, 'clients.mjs');
    await writeFile(script, readSnippets(await readFile('docs/official-clients.md', 'utf8'), scheme));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...env } });
    return stdout.trimEnd().split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the JavaScript fences in order, without those of the other scheme. */
function readSnippets(page: string, scheme: Scheme): string {
  return Array.from(page.matchAll(/^```js(?: (\w+))?\n(.*?)^```$/gms))
    .filter(([, only]) => only === undefined || only === scheme)
    .map(([, , code]) => code)
    .join('\n');
}
