/** Finds the real Functions host: Azure Functions Core Tools, version 4. */
import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import type { HostKind } from './options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Answers the environment without any package's own commands:
 * the `func` among them is a wrapper that would download the tools at its first call.
 */
export function leaveOutPackageCommands(env: Environment): Environment {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return { ...env, PATH: folders.filter((folder) => !/[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter) };
}

/** Answers the host to run: the real one where it is installed. Throws when that was demanded and it is not. */
export async function chooseHost(demanded: HostKind | undefined, env: Environment): Promise<HostKind> {
  if (demanded === 'local') return 'local';
  if (await hasCoreTools(env)) return 'func';
  if (demanded === undefined) return 'local';
  throw new Error('FRONTDESK_HOST is func, but no Azure Functions Core Tools 4 answer on the PATH.');
}

/** Whether `func --version` answers 4.x within ten seconds. */
async function hasCoreTools(env: Environment): Promise<boolean> {
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
