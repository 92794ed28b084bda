/** `npm start`: Frontdesk and everything it talks to, in one command; Ctrl+C ends all of it. */
import { join } from 'node:path';
import { resources } from './seed.ts';
import { parseStartOptions, type StartOptions, usage } from './start/options.ts';
import { parts } from './start/parts.ts';
import { createReport, type Report } from './start/report.ts';
import { type Stack, startStack } from './start/stack.ts';
import { removeStackFile, type StackFile, writeStackFile } from './start/stack-file.ts';

const pageRemarks: Readonly<Record<string, string>> = {
  console: 'work with the operations, see each request, make the cloud fail',
  docs: 'the API, described; every operation can be tried',
};

const closeWithinMs = 5_000;
const tokenLifeSeconds = 8 * 3600;

const report = createReport();
process.exit(await main().catch(fail));

/** Answers the exit code. */
async function main(): Promise<number> {
  const options = parseStartOptions(process.argv.slice(2), process.env, join(import.meta.dirname, '..'));
  if (options === undefined) {
    report.line(usage);
    return 0;
  }
  const asked = waitForSignal();
  const startedAt = performance.now();
  report.heading('Frontdesk and its local stack');
  const stack = await startStack(options, process.env, report);
  try {
    await writeStackFile(options.root, toStackFile(stack));
    await describe(stack, options, performance.now() - startedAt, report);
    const reason = options.exitAfterReady ? undefined : await Promise.race([asked, stack.died]);
    if (reason === undefined) return 0;
    report.failure(reason);
    return 1;
  } finally {
    await removeStackFile(options.root);
    await stack.close();
  }
}

/** Resolves at the first signal to end; from then on the process ends in time whatever still hangs. */
function waitForSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve(undefined);
        setTimeout(() => process.exit(1), closeWithinMs).unref();
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

async function describe(
  stack: Stack,
  { host }: StartOptions,
  ms: number,
  { line, heading, table }: Report,
): Promise<void> {
  const { frontdesk, issuer, identity, upstream, tables, profile } = stack;
  const hostName = stack.host === 'func' ? 'func start' : 'the stand-in for the Functions host';
  line();
  table([
    [parts.frontdesk.title, frontdesk, `${hostName}, profile ${profile}`],
    ...stack.pages.map((page) => [page, `${frontdesk}/${page}`, pageRemarks[page] ?? ''] as const),
    [parts.issuer.title, issuer.url, 'tokens and sign-in: /common/oauth2/v2.0/authorize'],
    [parts.identity.title, identity.url, 'the managed identity: /msi/token'],
    [parts.upstream.title, upstream.url, 'the emulated APIs: /arm /graph/v1.0 /docs /business/v2.0'],
    [parts.tables.title, tables.url, 'Azurite, in memory'],
  ]);
  line();
  heading(`Ready in ${(ms / 1000).toFixed(1)} s. Ctrl+C ends everything.`);
  if (host === undefined && stack.host === 'local') {
    line('Where Azure Functions Core Tools 4 are installed, Frontdesk runs under them.');
  }
  const namespace = profile === 'microsoft' ? 'Microsoft' : 'Vendor';
  const resource = resources.virtualMachine.replace('Vendor', namespace);
  const token = await issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + tokenLifeSeconds });
  line();
  line('Health events of a virtual machine; asked twice, the second answer comes from the cache:');
  line();
  line(`TOKEN='${token}'`);
  line(
    `curl -i -H "Authorization: Bearer $TOKEN" '${frontdesk}${resource}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01'`,
  );
  line();
}

function fail(error: Error): number {
  report.failure(error.message);
  return 1;
}
