/** `npm start`: starts Frontdesk and everything it calls; Ctrl+C stops all of it. */
import { join } from 'node:path';
import { describeStack } from './start/describe.ts';
import { parseStartOptions, usage } from './start/options.ts';
import { createReport } from './start/report.ts';
import { type Stack, startStack } from './start/stack.ts';
import { removeStackFile, type StackFile, writeStackFile } from './start/stack-file.ts';

const closeTimeoutMs = 5_000;

const report = createReport();
process.exit(await main().catch(fail));

/** Returns the exit code. */
async function main(): Promise<number> {
  const options = parseStartOptions(process.argv.slice(2), process.env, join(import.meta.dirname, '..'));
  if (options === undefined) {
    report.line(usage);
    return 0;
  }
  const signalled = waitForSignal();
  const startedAt = performance.now();
  report.heading('Frontdesk and its local stack');
  const stack = await startStack(options, process.env, report);
  try {
    await writeStackFile(options.root, toStackFile(stack));
    describeStack(stack, options, performance.now() - startedAt, report);
    const reason = options.exitAfterReady ? undefined : await Promise.race([signalled, stack.died]);
    if (reason === undefined) return 0;
    report.failure(reason);
    return 1;
  } finally {
    await removeStackFile(options.root);
    await stack.close();
  }
}

/** Resolves at the first signal to stop; the process then ends after five seconds even if something hangs. */
function waitForSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve(undefined);
        setTimeout(() => process.exit(1), closeTimeoutMs).unref();
      });
    }
  });
}

function toStackFile({ profile, frontdesk, issuer, identity, upstream, tables }: Stack): StackFile {
  return {
    pid: process.pid,
    profile,
    frontdesk,
    issuer: issuer.url,
    identity: identity.url,
    upstream: upstream.url,
    tables: tables.url,
  };
}

function fail(error: Error): number {
  report.failure(error.message);
  return 1;
}
