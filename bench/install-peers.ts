/** Installs the peers when the benchmark first runs; they are not dependencies of Frontdesk. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Throws if npm fails. */
export function installPeers(): void {
  const folder = import.meta.dirname;
  // npm writes it last: without it an installation failed, or the folder is empty.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  process.stderr.write('Installing the peers that Frontdesk is measured against …\n');
  // Started by `npm run`, npm gets the root's settings: a peer may ask for a newer Node than ours.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-engine-strict'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${folder} ended with ${status}.`);
}
