/** Finds the real Functions host: Azure Functions Core Tools, version 4. */
import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Answers the environment without any package's own commands:
 * the `func` among them is a wrapper that would download the tools at its first call.
 */
export function leaveOutPackageCommands(env: Environment): Environment {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return { ...env, PATH: folders.filter((folder) => !/[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter) };
}

/** Whether `func --version` answers 4.x within ten seconds. */
export async function hasCoreTools(env: Environment): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('func', ['--version'], {
      env: leaveOutPackageCommands(env),
      timeout: 10_000,
      killSignal: 'SIGKILL',
      // On Windows the command is a script.
      shell: process.platform === 'win32',
    });
    return /^4\./m.test(stdout);
  } catch {
    return false;
  }
}
