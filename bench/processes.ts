/** Child processes of the benchmark: pinned to a core, spoken to by messages, and their CPU time from the kernel's accounting. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Subjects have one core to themselves; load, upstream and tables share the other. */
export type Core = 'subject' | 'load';

export interface Launch {
  readonly file: string;
  readonly core: Core;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Flags of Node itself. */
  readonly flags?: readonly string[];
}

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a Node process that speaks by messages; TypeScript runs through tsx, which no subject does. */
export function launch({ file, core, env = {}, args = [], flags = [] }: Launch): ChildProcess {
  const typescript = file.endsWith('.ts') ? ['--import', fileURLToPath(import.meta.resolve('tsx'))] : [];
  return launchCommand([process.execPath, ...flags, ...typescript, file, ...args], core, env);
}

/** Starts any program. The messages of one that is no Node process are never heard. */
export function launchCommand(command: readonly string[], core: Core, env: Launch['env'] = {}): ChildProcess {
  const pinned = canPin ? ['taskset', '-c', core === 'load' ? '0' : '1', ...command] : command;
  const child = spawn(pinned[0] as string, pinned.slice(1), {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Answers the next message of a process; throws when it ends instead. */
export async function hear<T>(child: ChildProcess): Promise<T> {
  const waited = new AbortController();
  try {
    const ended = once(child, 'exit', { signal: waited.signal }).then(([code, signal]) => {
      throw new Error(`${child.spawnargs.at(-1)} ended with ${signal ?? code}.`);
    });
    ended.catch(() => {});
    const [message] = await Promise.race([once(child, 'message', { signal: waited.signal }), ended]);
    return message as T;
  } finally {
    waited.abort();
  }
}

export function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = hear<T>(child);
  child.send(message);
  return answer;
}

/** Lets a Node process end by itself, as one that writes a profile has to. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.spawnargs.includes(process.execPath)) child.disconnect();
  else child.kill();
  await ended;
}

/** CPU microseconds of all threads of the processes so far; NaN where the kernel keeps no such account. */
export function readCpu(pids: readonly number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + readThreads(pid), 0) / 1_000;
  } catch {
    return Number.NaN;
  }
}

/** Nanoseconds: the first number of each thread's schedstat. */
function readThreads(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns, 0);
}

/** CPU microseconds that the whole machine has spent on anything, what the hypervisor took included. */
export function readMachine(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/ +/).slice(1).map(Number);
    return (user + nice + system + irq + softirq + steal) * 10_000;
  } catch {
    return Number.NaN;
  }
}
