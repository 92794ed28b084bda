/** Puts the sample policy into the tables, which are empty at each start, if the settings read it from there. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from './core-tools.ts';

const run = promisify(execFile);

/** Throws an Error if the policy cannot be pushed. */
export async function pushSamplePolicy(
  { ACCESS_POLICY: setting = '' }: Environment,
  connectionString: string,
): Promise<void> {
  if (!setting.startsWith('table:')) return;
  const toPath = (file: string) => fileURLToPath(import.meta.resolve(file));
  const message = ['--as', 'npm start', '--message', 'The sample: dev/access-policy.json'];
  const command = [toPath('../../tools/access.ts'), 'push', toPath('../access-policy.json'), ...message];
  const env = {
    ...process.env,
    ACCESS_POLICY: setting,
    CACHE_TABLE_URL: '',
    CACHE_CONNECTION_STRING: connectionString,
  };
  await run(process.execPath, ['--import', import.meta.resolve('tsx'), ...command], { env }).catch(
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(`The sample policy was not pushed: ${stdout}${stderr}`.trimEnd());
    },
  );
}
