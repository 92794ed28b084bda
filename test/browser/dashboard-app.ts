/** The frontend in test/dashboard, installed with the packed client and the packed local stack in a fresh folder, as a stranger would. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect } from 'vitest';
import { findPort } from '../../dev/start/components.ts';
import type { StackFile } from '../../dev/start/stack-file.ts';

export interface DashboardApp extends StackFile {
  /** Where the pages are: another origin than Frontdesk's. */
  readonly origin: string;
  readonly folder: string;
  /** Of the certificate's key, for the one browser that trusts it. */
  readonly keyHash: string;
  /** Runs `npx frontdesk-local` with these operands; returns what it prints. */
  local(...operands: string[]): Promise<string>;
}

const run = async (cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  (await promisify(execFile)(command, [...args], { cwd, encoding: 'utf8', env: { ...process.env, ...env } })).stdout;

/** Installs, builds and serves the frontend, beside a stack over https. */
export async function startDashboard(): Promise<DashboardApp> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  const local = (...operands: string[]) => run(folder, 'npx', ['frontdesk-local', ...operands]);
  let server: ChildProcess | undefined;
  afterAll(async () => {
    server?.kill();
    await local('stop').catch(() => {});
    await rm(folder, { recursive: true });
  });
  await install(folder);
  const port = await findPort(0);
  const origin = `http://localhost:${port}`;
  await run(folder, 'sh', ['-c', `${readStartCommand(origin)} --free-ports`]);
  const stack: StackFile = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'));
  const size = sizeOf(join(folder, 'node_modules/@frontdesk/local')) / 1e6;
  const [ready] = /^Ready in [\d.]+ s/m.exec(readFileSync(join(folder, '.frontdesk-local/log.txt'), 'utf8')) ?? [];
  console.log(`@frontdesk/local: ${size.toFixed(1)} MB. ${ready}.`);
  await run(folder, 'npx', ['tsc']);
  await runMocks(folder);
  await run(folder, 'npx', ['vite', 'build'], { VITE_FRONTDESK: stack.frontdesk, VITE_ISSUER: stack.issuer });
  server = await serve(folder, port);
  return { ...stack, origin, folder, keyHash: hashKey(stack.authorityFile ?? ''), local };
}

/** Runs the test without a server. msw 3 is for Node 22 and later, and lacks one function of it in Node 20. */
async function runMocks(folder: string): Promise<void> {
  const polyfill = `Promise.withResolvers ??= function () {
    const made = {};
    made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  };`;
  writeFileSync(join(folder, 'polyfill.mjs'), polyfill);
  const preloaded = ['./polyfill.mjs', import.meta.resolve('tsx')].flatMap((module) => ['--import', module]);
  const printed = await run(folder, process.execPath, [...preloaded, 'src/mocks.ts']);
  expect(printed).toBe('forbidden Bicycle\n');
}

/** Packs what the repository has, and installs it beside the newest of the others. */
async function install(folder: string): Promise<void> {
  cpSync('test/dashboard', folder, { recursive: true, filter: (file) => !file.includes('node_modules') });
  const pack = ['pack', '-w', 'client', '-w', 'dev/local', '--ignore-scripts=false', '--pack-destination', folder];
  await run(resolve('.'), 'npm', pack);
  await run(folder, 'npm', ['ci', '--prefer-offline', '--no-audit', '--engine-strict=false']);
  const packed = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  await run(folder, 'npm', [
    'install',
    '--no-save',
    '--offline',
    '--no-audit',
    '--engine-strict=false',
    ...packed.map((file) => `./${file}`),
  ]);
}

/** Returns what the page tells a person to type. */
function readStartCommand(origin: string): string {
  const page = readFileSync('docs/test-your-frontend.md', 'utf8');
  const command = /^npx frontdesk-local --https .*--detach.*$/m.exec(page)?.[0] ?? 'false';
  return command.replace('http://localhost:5173', origin);
}

function serve(folder: string, port: number): Promise<ChildProcess> {
  const options = ['preview', '--port', String(port), '--strictPort', '--host', 'localhost'];
  const server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...options], { cwd: folder });
  return new Promise((ready, reject) => {
    server.stdout.on('data', (text) => String(text).includes('localhost') && ready(server));
    server.once('close', (code) => reject(new Error(`vite preview ended with ${code}.`)));
  });
}

function sizeOf(file: string): number {
  const stats = statSync(file);
  return stats.isDirectory() ? readdirSync(file).reduce((sum, name) => sum + sizeOf(join(file, name)), 0) : stats.size;
}

function hashKey(authorityFile: string): string {
  const { certificate } = JSON.parse(readFileSync(join(authorityFile, '../certificate.json'), 'utf8'));
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
