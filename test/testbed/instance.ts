/** Starts instances of Frontdesk, each in its own process, so that tests can stop and kill them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { sendRequest, type TestRequest, type TestResponse } from '../support/send-request.ts';
import type { BuiltInstance } from './build-instance.ts';

export interface SentRequest extends TestRequest {
  readonly method: string;
  readonly path: string;
}

/** Bytes. */
export interface Memory {
  readonly heapBytes: number;
  /** Buffers, which are outside the heap. */
  readonly externalBytes: number;
  /** Maximum resident memory since the start of the process. */
  readonly peakBytes: number;
}

export interface Stall {
  readonly stallMs: number;
}

export interface Instance {
  readonly pid: number;
  readonly port: number;
  /** The request records that it logged. */
  readonly log: Record<string, unknown>[];
  send(sent: SentRequest, agent?: Agent): Promise<TestResponse>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal that ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** Memory after a garbage collection. */
  measureMemory(): Promise<Memory>;
  /** The longest turn of the event loop since the last call, by the CPU time of its thread; the first call starts the measurement. */
  measureStall(): Promise<Stall>;
  /** Ends the process if it still runs. */
  close(): Promise<void>;
}

/** Starts an instance; throws its error output if it does not start. */
export async function startInstance(
  { main, app }: Pick<BuiltInstance, 'main' | 'app'>,
  settings: Readonly<Record<string, string>>,
): Promise<Instance> {
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
  const port = await receivePort(child, exited);
  return {
    pid: child.pid as number,
    port,
    log,
    send: (sent, agent) => sendTo(port, sent, agent),
    signal: (signal) => void child.kill(signal),
    exited,
    measureMemory: () => ask<Memory>(child, 'memory'),
    measureStall: () => ask<Stall>(child, 'stall'),
    async close() {
      if (child.exitCode === null && child.signalCode === null) kill();
      await exited;
    },
  };
}

/** Sends a request to a port of loopback. Without an agent it opens a new connection. */
export function sendTo(port: number, { method, path, ...request }: SentRequest, agent?: Agent): Promise<TestResponse> {
  return sendRequest(port, method, path, request, agent);
}

async function receivePort(child: ChildProcess, exited: Promise<number | NodeJS.Signals>): Promise<number> {
  const errors: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const failed = exited.then((how): never => {
    throw new Error(`The instance ended with ${how}: ${errors.join('')}`);
  });
  return Promise.race([receive<number>(child), failed]);
}

function ask<T>(child: ChildProcess, what: string): Promise<T> {
  const answer = receive<T>(child);
  child.send(what);
  return answer;
}

async function receive<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message');
  return message as T;
}

/** Skips the host's own lines, which are not JSON. */
function readRecords(child: ChildProcess): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) records.push(JSON.parse(line));
    });
  }
  return records;
}
