/** Finds Azure Functions Core Tools 4, the real Functions host on a developer's machine. */
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { HostKind } from './options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `command` is a path, or `func` for the one on the PATH. */
export type ChosenHost = { readonly kind: 'local' } | { readonly kind: 'func'; readonly command: string };

const timeoutMs = 10_000;

/**
 * Returns the environment without the folders node_modules/.bin in the PATH:
 * the `func` in there is a script that downloads Core Tools when it is first called.
 */
export function dropPackageCommands(env: Environment): Environment {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return { ...env, PATH: folders.filter((folder) => !/[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter) };
}

/**
 * Returns the host to run: Core Tools if installed, otherwise the built-in host. Throws if `requested` is func and not
 * found.
 */
export async function chooseHost(requested: HostKind | undefined, root: string, env: Environment): Promise<ChosenHost> {
  if (requested === 'local') return { kind: 'local' };
  const command = await findCoreTools(root, env);
  if (command !== undefined) return { kind: 'func', command };
  if (requested === undefined) return { kind: 'local' };
  throw new Error(
    'FRONTDESK_HOST=func, but Azure Functions Core Tools 4 was not found. Run npx func --version to download it, or install func on the PATH.',
  );
}

/** Looks in the package azure-functions-core-tools, whose program exists once `npx func` has run, then on the PATH. */
async function findCoreTools(root: string, env: Environment): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'func.exe' : 'func';
  const candidates = [join(root, 'node_modules', 'azure-functions-core-tools', 'bin', name), 'func'];
  for (const command of candidates) if (await isCoreTools4(command, env)) return command;
  return undefined;
}

/** True if `--version` prints 4.x within ten seconds. */
async function isCoreTools4(command: string, env: Environment): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], {
      env: dropPackageCommands(env),
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      shell: needsShell(command),
    });
    return /^4\./m.test(stdout);
  } catch {
    return false;
  }
}

/** On Windows the `func` on the PATH is a script. */
export function needsShell(command: string): boolean {
  return process.platform === 'win32' && command === 'func';
}
