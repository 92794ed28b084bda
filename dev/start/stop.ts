/** Waits for the reason to stop the stack, or a server that it starts: a signal, or the end of the process that started it. npm passes SIGTERM to a shell, which passes it to nobody. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const closeTimeoutMs = 5_000;
const lookEveryMs = 500;
/** Started by --detach: its starter ends at once. */
const isDetached = process.env['FRONTDESK_DETACHED'] === '1';

/** Resolves at the first reason to stop; the process then ends after five seconds even if something hangs. */
export function waitForStop(): Promise<undefined> {
  const starters = listStarters();
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(looking);
      resolve(undefined);
      setTimeout(() => process.exit(1), closeTimeoutMs).unref();
    };
    const looking = setInterval(() => {
      if (!isDetached && (process.ppid !== starters[0] || !starters.every(isAlive))) stop();
    }, lookEveryMs).unref();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
}

/** Returns the ids of the parent and, if that is the shell of an npm script, of its parent, which is npm. */
function listStarters(): readonly number[] {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] === undefined) return [parent];
  const [, name = '', npm] = describeProcess(parent) ?? [];
  return /^-?(?:.*\/)?(?:ba|da|z|k)?sh$/.test(name) ? [parent, Number(npm)] : [parent];
}

/** Matches a process's name and its parent's id; null where neither /proc nor ps is there, as on Windows. */
function describeProcess(pid: number): RegExpExecArray | null {
  try {
    return /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // macOS has no /proc.
  }
  try {
    return /^(\S+) +(\d+)/.exec(execFileSync('ps', ['-o', 'comm=,ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
