/** `npm start`: starts Frontdesk and everything it calls; Ctrl+C, or the end of npm, stops all of it. */
import { join } from 'node:path';
import { describeStack } from './start/describe.ts';
import { parseStartOptions, usage } from './start/options.ts';
import { createReport } from './start/report.ts';
import { type Stack, startStack } from './start/stack.ts';
import { removeStackFile, type StackFile, writeStackFile } from './start/stack-file.ts';
import { waitForStop } from './start/stop.ts';

let report = createReport();
process.exit(await main().catch(fail));

/** Returns the exit code. */
async function main(): Promise<number> {
  const options = parseStartOptions(process.argv.slice(2), process.env, join(import.meta.dirname, '..'));
  if (options === undefined) {
    report.line(usage);
    return 0;
  }
  // With --json, only the log is written to stdout.
  if (options.json) report = createReport(process.stderr);
  const stopped = waitForStop();
  const startedAt = performance.now();
  report.heading('Frontdesk and its local stack');
  const stack = await startStack(options, process.env, report);
  try {
    await writeStackFile(options.root, toStackFile(stack));
    describeStack(stack, options, performance.now() - startedAt, report);
    const reason = options.exitAfterReady ? undefined : await Promise.race([stopped, stack.died]);
    if (reason === undefined) return 0;
    report.failure(reason);
    return 1;
  } finally {
    await removeStackFile(options.root);
    await stack.close();
  }
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

function fail(error: Error): number {
  report.failure(error.message);
  return 1;
}
