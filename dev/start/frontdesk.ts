/** Runs Frontdesk in a process of its own, under the real Functions host or the stand-in. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Environment, leaveOutPackageCommands } from './core-tools.ts';
import type { HostKind } from './options.ts';
import type { Report } from './report.ts';

export interface FrontdeskOptions {
  readonly kind: HostKind;
  readonly root: string;
  readonly port: number;
  readonly env: Environment;
  readonly inspectPort?: number | undefined;
  /** Takes each line that the host prints. */
  readonly report: Report;
}

export interface RunningFrontdesk {
  /** Resolves with the reason when the process ends and nobody asked it to. */
  readonly died: Promise<string>;
  /** Ends the process and all it started. */
  close(): Promise<void>;
}

export interface SupervisedFrontdesk extends RunningFrontdesk {
  /** Ends the process and starts another; one that does not start is reported and leaves Frontdesk down until the next. */
  restart(): void;
}

export type Launch = () => Promise<RunningFrontdesk>;

const readyTimeoutMs = 60_000;
const closeTimeoutMs = 3_000;

/** The line by which each host says that the functions are loaded. */
const readyLines: Readonly<Record<HostKind, RegExp>> = { func: /^\s*Functions:/, local: /^Host started on / };

/** Launches Frontdesk so that it can be restarted in place. */
export async function superviseFrontdesk(launch: Launch, report: Report): Promise<SupervisedFrontdesk> {
  let current = await launch();
  let restarts = Promise.resolve();
  let tellDeath = (_reason: string) => {};
  const died = new Promise<string>((resolve) => {
    tellDeath = resolve;
  });
  void current.died.then(tellDeath);
  const restart = async () => {
    await current.close();
    current = await launch();
    void current.died.then(tellDeath);
  };
  return {
    died,
    restart: () => {
      restarts = restarts.then(restart).catch((error: Error) => report.failure(error.message));
    },
    close: async () => {
      await restarts;
      await current.close();
    },
  };
}

/** Answers once the host serves the functions; throws when it ends or is silent before that. */
export async function startFrontdesk(options: FrontdeskOptions): Promise<RunningFrontdesk> {
  const { kind, report } = options;
  const child = kind === 'func' ? spawnCoreTools(options) : spawnStandIn(options);
  const killAll = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killAll);
  let isClosing = false;
  const exited = once(child, 'exit').then(([code, signal]) => {
    // What the host started may outlive it.
    killAll();
    process.off('exit', killAll);
    return signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
  });
  const died = new Promise<string>((resolve) => {
    exited.then(
      (how) => isClosing || resolve(`Frontdesk ${how}.`),
      (error: Error) => resolve(`Frontdesk did not start: ${error.message}.`),
    );
  });
  const close = async () => {
    isClosing = true;
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(killAll, closeTimeoutMs);
    await exited.catch(() => {});
    clearTimeout(timer);
  };

  const isReady = forwardLines(child, readyLines[kind], report);
  const timeout = AbortSignal.timeout(readyTimeoutMs);
  const silent = once(timeout, 'abort').then(() => `Frontdesk was not ready within ${readyTimeoutMs / 1000} seconds.`);
  const failure = await Promise.race([isReady, died, silent]);
  if (failure === undefined) return { died, close };
  await close();
  throw new Error(failure);
}

function spawnCoreTools({ root, port, env, inspectPort }: FrontdeskOptions): ChildProcess {
  const worker = inspectPort === undefined ? {} : { languageWorkers__node__arguments: toInspectFlag(inspectPort) };
  return spawn('func', ['start', '--port', String(port)], {
    cwd: root,
    env: { ...leaveOutPackageCommands(env), ...worker },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
}

function spawnStandIn({ root, port, env, inspectPort }: FrontdeskOptions): ChildProcess {
  const inspect = inspectPort === undefined ? [] : [toInspectFlag(inspectPort)];
  const preloaded = [import.meta.resolve('tsx'), import.meta.resolve('./exit-with-parent.ts')];
  const host = fileURLToPath(import.meta.resolve('../host.ts'));
  const imports = preloaded.flatMap((module) => ['--import', module]);
  return spawn(process.execPath, [...inspect, ...imports, host, '--root', root, '--port', String(port)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
}

function toInspectFlag(port: number): string {
  return `--inspect=127.0.0.1:${port}`;
}

/** Passes each line on; resolves at the first that matches. */
function forwardLines(child: ChildProcess, ready: RegExp, report: Report): Promise<undefined> {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        report.line(line);
        if (ready.test(line)) resolve(undefined);
      });
    }
  });
}

/** Signals the process and all it started, which are one process group where the system has those. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Ended already.
  }
}
