/** The benchmark's child processes: pinned to a core, controlled by messages, with CPU times from the kernel. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A subject has one core for itself; load generator, upstream and table share the other. */
export type Core = 'subject' | 'load';

export interface ProcessOptions {
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

/** Starts a Node process with a message channel. TypeScript runs through tsx; subjects are bundled. */
export function startProcess({ file, core, env = {}, args = [], flags = [] }: ProcessOptions): ChildProcess {
  const typescript = file.endsWith('.ts') ? ['--import', fileURLToPath(import.meta.resolve('tsx'))] : [];
  return startCommand([process.execPath, ...flags, ...typescript, file, ...args], core, env);
}

/** Starts any program. */
export function startCommand(command: readonly string[], core: Core, env: ProcessOptions['env'] = {}): ChildProcess {
  const pinned = canPin ? ['taskset', '-c', core === 'load' ? '0' : '1', ...command] : command;
  const child = spawn(pinned[0] as string, pinned.slice(1), {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Returns the process's next message; throws if the process ends instead. */
export async function receive<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController();
  try {
    const ended = once(child, 'exit', { signal: waiting.signal }).then(([code, signal]) => {
      throw new Error(`${child.spawnargs.at(-1)} ended with ${signal ?? code}.`);
    });
    ended.catch(() => {});
    const [message] = await Promise.race([once(child, 'message', { signal: waiting.signal }), ended]);
    return message as T;
  } finally {
    waiting.abort();
  }
}

/** Sends a message and returns the process's next one. */
export function request<T>(child: ChildProcess, message: object): Promise<T> {
  const response = receive<T>(child);
  child.send(message);
  return response;
}

/** Lets a Node process exit by itself, so that it can write a profile. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.spawnargs.includes(process.execPath)) child.disconnect();
  else child.kill();
  await ended;
}

/** Returns the CPU microseconds of all threads of the processes so far; NaN if the kernel does not report them. */
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

/** Returns the CPU microseconds of the whole machine so far, with the time that the hypervisor took. */
export function readMachine(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/ +/).slice(1).map(Number);
    return (user + nice + system + irq + softirq + steal) * 10_000;
  } catch {
    return Number.NaN;
  }
}
