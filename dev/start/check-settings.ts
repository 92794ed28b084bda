/** Lets the doctor check the settings: with invalid ones nothing starts. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from './core-tools.ts';
import type { StartOptions } from './options.ts';
import { settingsName } from './settings.ts';

const run = promisify(execFile);

/** Throws an Error that lists every mistake in local.settings.json and the environment. */
export async function checkSettings({ root, profile }: StartOptions, env: Environment): Promise<void> {
  const doctor = fileURLToPath(import.meta.resolve('../../tools/doctor.ts'));
  const options = ['--offline', '--settings', join(root, settingsName)];
  // Paths in settings are relative to the function app.
  const running = run(process.execPath, ['--import', import.meta.resolve('tsx'), doctor, ...options], {
    cwd: root,
    env: { ...env, ...(profile && { CLOUD_PROFILE: profile }) },
  });
  await running.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`Frontdesk cannot start with the settings in ${settingsName}:\n${stdout}${stderr}`.trimEnd());
  });
}
