/** The command that starts the stack: in the foreground until something stops it, or in the background. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeStack } from './describe.ts';
import { parseStartOptions, type StartOptions, usage } from './options.ts';
import { createReport, type Report } from './report.ts';
import { type Installation, type Stack, startStack } from './stack.ts';
import { readStackFile, removeStackFile, type StackFile, toStateFolder, writeStackFile } from './stack-file.ts';
import { waitForStop } from './stop.ts';

const lookEveryMs = 100;

/** Returns the exit code. */
export async function runStart(argv: readonly string[], installation: Installation): Promise<number> {
  try {
    const options = parseStartOptions(argv, process.env, installation.root);
    // With --json, only the log is written to stdout.
    const report = options?.json ? createReport(process.stderr) : createReport();
    if (options === undefined) {
      report.line(usage(installation.commands.start, installation.createSource === undefined));
      return 0;
    }
    return await (options.detach ? startDetached(argv, options, report) : startAttached(options, installation, report));
  } catch (error) {
    createReport().failure((error as Error).message);
    return 1;
  }
}

async function startAttached(options: StartOptions, installation: Installation, report: Report): Promise<number> {
  await requireNone(options.root);
  const stopped = waitForStop();
  const startedAt = performance.now();
  report.heading('Frontdesk and its local stack');
  const stack = await startStack(options, process.env, report, installation);
  try {
    const file = toStackFile(stack);
    await writeStackFile(options.root, file);
    describeStack(stack, options, performance.now() - startedAt, { ...report, commands: installation.commands });
    if (options.readyFile) await writeFile(options.readyFile, `${JSON.stringify(file, undefined, 2)}\n`);
    const reason = await Promise.race([stopped, stack.died]);
    if (reason === undefined) return 0;
    report.failure(reason);
    return 1;
  } finally {
    if (options.readyFile) await rm(options.readyFile, { force: true });
    await removeStackFile(options.root);
    await stack.close();
  }
}

/** Starts this command again in the background, with its output in a file, and waits until it is ready. */
async function startDetached(argv: readonly string[], options: StartOptions, report: Report): Promise<number> {
  await requireNone(options.root);
  const state = toStateFolder(options.root);
  const log = join(state, 'log.txt');
  await mkdir(state, { recursive: true });
  const output = openSync(log, 'w');
  const command = [...process.execArgv, resolve(process.argv[1] ?? ''), ...argv.filter((each) => each !== '--detach')];
  const env = { ...process.env, FRONTDESK_DETACHED: '1' };
  const child = spawn(process.execPath, command, { detached: true, env, stdio: ['ignore', output, output] });
  closeSync(output);
  child.unref();
  for (;;) {
    const stack = await readStackFile(options.root);
    if (stack) {
      report.line(`Frontdesk: ${stack.frontdesk}\nIssuer: ${stack.issuer}\nLog: ${log}`);
      return 0;
    }
    if (child.exitCode !== null) throw new Error((await readFile(log, 'utf8')).trimEnd());
    await delay(lookEveryMs);
  }
}

/** A second stack of a folder would take the file by which tokens, faults and resets find the first. */
async function requireNone(root: string): Promise<void> {
  const running = await readStackFile(root);
  // Another process may have got the id of one that was killed.
  if (!running || !(await fetch(`${running.upstream}/_control`).catch(() => undefined))) return;
  const advice = 'Stop it, or start the other in another folder.';
  throw new Error(
    `A stack of this folder is running already (process ${running.pid}): ${running.frontdesk}. ${advice}`,
  );
}

function toStackFile({ profile, frontdesk, authorityFile, issuer, identity, upstream, tables }: Stack): StackFile {
  return {
    pid: process.pid,
    profile,
    frontdesk,
    issuer: issuer.url,
    identity: identity.url,
    upstream: upstream.url,
    tables: tables.url,
    authorityFile,
  };
}
