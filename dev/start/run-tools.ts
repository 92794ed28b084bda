/** Runs the tools that the start needs: the doctor checks the settings, `access` fills the policy's table. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from './core-tools.ts';
import type { StartOptions } from './options.ts';
import { settingsName } from './settings.ts';

const toPath = (file: string) => fileURLToPath(import.meta.resolve(file));

/** Throws an Error that lists every mistake in local.settings.json and the environment: with invalid settings nothing starts. */
export async function checkSettings({ root, profile }: StartOptions, env: Environment): Promise<void> {
  const command = [toPath('../../tools/doctor.ts'), '--offline', '--settings', join(root, settingsName)];
  // Paths in settings are relative to the function app.
  const options = { cwd: root, env: { ...env, ...(profile && { CLOUD_PROFILE: profile }) } };
  await run(command, options, `Frontdesk cannot start with the settings in ${settingsName}:\n`);
}

/** Puts the sample policy into the tables, which are empty at each start, if the settings read it from there. Throws an Error if it cannot. */
export async function pushSamplePolicy({ ACCESS_POLICY = '' }: Environment, connectionString: string): Promise<void> {
  if (!ACCESS_POLICY.startsWith('table:')) return;
  const message = ['--as', 'npm start', '--message', 'The sample: dev/access-policy.json'];
  const command = [toPath('../../tools/access.ts'), 'push', toPath('../access-policy.json'), ...message];
  const tables = { CACHE_TABLE_URL: '', CACHE_CONNECTION_STRING: connectionString };
  await run(command, { env: { ...process.env, ACCESS_POLICY, ...tables } }, 'The sample policy was not pushed: ');
}

/** Throws an Error that begins with `failure` and has what the tool printed. */
async function run(command: readonly string[], options: { cwd?: string; env: Environment }, failure: string) {
  const tool = promisify(execFile)(process.execPath, ['--import', import.meta.resolve('tsx'), ...command], options);
  await tool.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`${failure}${stdout}${stderr}`.trimEnd());
  });
}
