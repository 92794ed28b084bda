/** Runs `npm start` as a person does, on free ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Start {
  /** npm's process. */
  readonly child: ChildProcess;
  /** Rejects if the process ends before it is ready. */
  readonly ready: Promise<void>;
  readonly exitCode: Promise<number | null>;
  /** The lines of stdout. */
  log(): readonly string[];
  /** stdout and stderr. */
  output(): string;
  stop(): Promise<unknown>;
}

export function runStart(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Start {
  const child = spawn('npm', ['run', '-s', 'start', '--', '--root', root, '--free-ports', ...args], {
    env: { ...process.env, FRONTDESK_HOST: 'local', ...env },
  });
  let output = '';
  let log = '';
  child.stdout.on('data', (text: Buffer) => {
    log += text;
  });
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (text: Buffer) => {
      output += text;
      // Printed last.
      if (/^curl /m.test(output)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', () => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  // Once nothing that it started holds its output any more.
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const stop = () => {
    child.kill('SIGTERM');
    return exitCode;
  };
  return { child, ready, exitCode, stop, log: () => log.split('\n').slice(0, -1), output: () => output };
}
