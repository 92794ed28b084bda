/** Instances of Frontdesk, each in a process of its own, so that they can be stopped and killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import type { BuiltInstance } from './built-instance.ts';
import { type Sent, send, type TimedAnswer } from './send.ts';

/** Bytes. */
export interface Memory {
  readonly heapBytes: number;
  /** Buffers, which lie beside the heap. */
  readonly externalBytes: number;
  /** The most that the process ever had resident. */
  readonly peakBytes: number;
}

export interface Instance {
  readonly port: number;
  /** Milliseconds that it took to load and listen, and those from the start of its process. */
  readonly startMs: number;
  readonly readyMs: number;
  /** What it logged: a record a request. */
  readonly log: Record<string, unknown>[];
  send(sent: Sent, agent?: Agent): Promise<TimedAnswer>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** What it holds after a collection. */
  measureMemory(): Promise<Memory>;
  /** Ends it, if it has not ended. */
  close(): Promise<void>;
}

/** Starts an instance; throws what it says when it does not start. */
export async function startInstance(
  { main, app }: Pick<BuiltInstance, 'main' | 'app'>,
  settings: Readonly<Record<string, string>>,
): Promise<Instance> {
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, ['--expose-gc', main, app], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', kill);
    return (signal ?? code) as number | NodeJS.Signals;
  });
  const log = readRecords(child);
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const { port, startMs } = await Promise.race([
    receive<{ port: number; startMs: number }>(child),
    exited.then((how) => Promise.reject(new Error(`The instance ended with ${how}: ${said.join('')}`))),
  ]);
  return {
    port,
    startMs,
    readyMs: performance.now() - spawnedAt,
    log,
    send: (sent, agent) => send(port, sent, agent),
    signal: (signal) => void child.kill(signal),
    exited,
    measureMemory() {
      const told = receive<Memory>(child);
      child.send('memory');
      return told;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) kill();
      await exited;
    },
  };
}

async function receive<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message');
  return message as T;
}

/** Alerts and remarks of the host are no records of requests. */
function readRecords(child: ChildProcess): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) records.push(JSON.parse(line));
    });
  }
  return records;
}
