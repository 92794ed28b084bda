/** `npx tsx tools/clients/run.ts [js | python | go …]`: official clients of three languages call a local stack over TLS, in the profile microsoft. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repository } from '../../dev/start/bundle.ts';
import { componentNames, components } from '../../dev/start/components.ts';
import { parseStartOptions } from '../../dev/start/options.ts';
import { createReport } from '../../dev/start/report.ts';
import { startStack } from '../../dev/start/stack.ts';

const { root } = repository;

/** What runs each drive. Packages are Debian's: golang-go, golang-github-azure-azure-sdk-for-go-dev, python3-azure; for JavaScript those of test/heavy. */
const drives: Readonly<
  Record<string, { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }>
> = {
  js: { command: [process.execPath, join(root, 'test/heavy/drive.mjs')] },
  python: { command: ['/usr/bin/python3', join(import.meta.dirname, 'drive.py')] },
  go: {
    command: ['go', 'run', join(import.meta.dirname, 'drive.go')],
    env: { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' },
  },
};

const names = process.argv.slice(2);
const chosen = names.length > 0 ? names : Object.keys(drives);
const free = Object.fromEntries(componentNames.map((name) => [components[name].variable, '0']));
const options = parseStartOptions(['--https', '--no-watch', '--profile', 'microsoft'], free, root);
if (!options) throw new Error('The start has no options.');
const env = { ...process.env, ...free, FRONTDESK_HOST: 'local' };
const stack = await startStack(options, env, createReport(process.stderr), repository);
try {
  for (const name of chosen) if (!(await drive(name))) process.exitCode = 1;
} finally {
  await stack.close();
}
process.exit();

/** Returns whether every call of the drive did what it should. */
async function drive(name: string): Promise<boolean> {
  const { command, env: own } = drives[name] ?? fail(name);
  // A job that starts or stops is there at the next poll.
  await fetch(`${stack.upstream.url}/_control/reset`, { method: 'POST' });
  await fetch(`${stack.upstream.url}/_control/modes`, { method: 'POST', body: JSON.stringify({ moveMs: 0 }) });
  const authority = stack.authorityFile ?? '';
  const trust = { NODE_EXTRA_CA_CERTS: authority, SSL_CERT_FILE: authority, REQUESTS_CA_BUNDLE: authority };
  const TOKEN = await stack.issuer.issueToken({});
  const [program = '', ...rest] = command;
  process.stdout.write(`\n${name}\n`);
  const child = spawn(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, ...own, ...trust, FRONTDESK: stack.frontdesk, TOKEN },
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

function fail(name: string): never {
  throw new Error(`Unknown drive '${name}': ${Object.keys(drives).join(', ')}.`);
}
