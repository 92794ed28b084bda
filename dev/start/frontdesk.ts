/** Runs Frontdesk in a separate process, under Core Tools or the built-in host. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChosenHost, dropPackageCommands, type Environment, needsShell } from './core-tools.ts';
import type { HostKind } from './options.ts';
import type { Report } from './report.ts';

export interface FrontdeskOptions {
  readonly host: ChosenHost;
  /** Arguments with which Node runs the built-in host. */
  readonly hostCommand: readonly string[];
  readonly root: string;
  readonly port: number;
  /** Origins that may call it, with commas between them; empty for none. */
  readonly cors: string;
  readonly env: Environment;
  readonly inspectPort?: number | undefined;
  /** Takes each line that the host prints. */
  readonly report: Report;
}

const readyTimeoutMs = 60_000;
/** Frontdesk takes up to five seconds to finish its requests. */
const closeTimeoutMs = 6_000;

/** The line that each host prints once it has loaded the functions. */
const readyLines: Readonly<Record<HostKind, RegExp>> = { func: /^\s*Functions:/, local: /^Host started on / };

/** One process of Frontdesk. */
interface FrontdeskProcess {
  /** Resolves with the reason if the process ends without close(). */
  readonly died: Promise<string>;
  /** Ends the process and all it started. */
  close(): Promise<void>;
}

/** Resolves once the functions are loaded. Throws if the process ends before that or takes over a minute. */
async function startProcess(options: FrontdeskOptions): Promise<FrontdeskProcess> {
  const { kind } = options.host;
  const child = spawnHost(options);
  const started = superviseProcess(child);
  const isReady = forwardLines(child, readyLines[kind], options.report);
  const isTooSlow = once(AbortSignal.timeout(readyTimeoutMs), 'abort').then(
    () => `Frontdesk was not ready within ${readyTimeoutMs / 1000} seconds.`,
  );
  const failure = await Promise.race([isReady, started.died, isTooSlow]);
  if (failure === undefined) return started;
  await started.close();
  throw new Error(failure);
}

/** Right after its start Frontdesk may still wait for keys and tokens, longer than a request does. */
export async function waitUntilReady(url: string): Promise<void> {
  const end = performance.now() + readyTimeoutMs;
  while (!(await fetch(`${url}/readyz`)).ok) {
    if (performance.now() > end) throw new Error(`Frontdesk was not ready within ${readyTimeoutMs / 1000} seconds.`);
    await delay(500);
  }
}

function superviseProcess(child: ChildProcess): FrontdeskProcess {
  let isClosing = false;
  const killAll = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killAll);
  const exited = once(child, 'exit').then(([code, signal]) => {
    // Processes started by the host may outlive it.
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
  return { died, close };
}

type Launch = (changes: Environment) => Promise<FrontdeskProcess>;

/** Frontdesk's current process; it can be replaced by a new one. */
export class Frontdesk {
  readonly died: Promise<string>;
  readonly #launch: Launch;
  #current: FrontdeskProcess;
  #changes: Environment = {};
  #restarts: Promise<void> = Promise.resolve();
  #resolveDied: (reason: string) => void = () => {};

  static async start(options: FrontdeskOptions): Promise<Frontdesk> {
    const launch = (changes: Environment) => startProcess({ ...options, env: { ...options.env, ...changes } });
    return new Frontdesk(launch, await launch({}));
  }

  private constructor(launch: Launch, first: FrontdeskProcess) {
    this.#launch = launch;
    this.#current = first;
    this.died = new Promise((resolve) => {
      this.#resolveDied = resolve;
    });
    void first.died.then(this.#resolveDied);
  }

  /**
   * Ends the process and starts another, from now on with these changes of the environment. Throws if that one does not
   * start; Frontdesk is then down until the next restart.
   */
  restart(changes: Environment = {}): Promise<void> {
    const restarted = this.#restarts.then(async () => {
      await this.#current.close();
      this.#changes = { ...this.#changes, ...changes };
      this.#current = await this.#launch(this.#changes);
      void this.#current.died.then(this.#resolveDied);
    });
    this.#restarts = restarted.catch(() => {});
    return restarted;
  }

  async close(): Promise<void> {
    await this.#restarts;
    await this.#current.close();
  }
}

function spawnHost({ host, root, hostCommand, inspectPort, ...options }: FrontdeskOptions): ChildProcess {
  const args = toHostArguments(options);
  const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  const common = { cwd: root, detached: process.platform !== 'win32' };
  if (host.kind === 'local') {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const command = [...inspect, ...hostCommand, '--root', root, '--loopback-origins', ...args];
    return spawn(process.execPath, command, { ...common, env: options.env, stdio: [...stdio] });
  }
  const worker = Object.fromEntries(inspect.map((flag) => ['languageWorkers__node__arguments', flag]));
  const env = { ...dropPackageCommands(options.env), ...worker };
  const shell = needsShell(host.command);
  return spawn(host.command, ['start', ...args], { ...common, env, stdio: ['ignore', 'pipe', 'pipe'], shell });
}

/** Both hosts take them. */
export function toHostArguments({ port, cors }: Pick<FrontdeskOptions, 'port' | 'cors'>): readonly string[] {
  return ['--port', String(port), ...(cors === '' ? [] : ['--cors', cors])];
}

/** Forwards each line of the process; resolves at the first that matches. */
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

/** Signals the process and all it started, which are one process group except on Windows. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has already ended.
  }
}
