/**
 * `npm run test:all -- --project readme`: pastes the shell blocks of README.md, in order, into a fresh clone of HEAD, as a reader would.
 * Only the ports are free ones. The commands of `powershell` blocks are written for this shell; `sh func` needs Core Tools.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { componentNames, components } from '../../dev/start/components.ts';
import { type Block, readmeBlocks } from '../support/readme.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-readme-'));
const clone = join(folder, 'frontdesk');
const exported = join(folder, 'exported');
const startedAt = performance.now();
let stop: (() => Promise<unknown>) | undefined;

/** Without what `npm run` sets for this process; from npm's cache where it has the package. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:lifecycle|package|config_local)|^INIT_CWD$/.test(name)),
  ),
  ...Object.fromEntries(componentNames.map((name) => [components[name].variable, '0'])),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
};

execFileSync('git', ['clone', '--quiet', '.', clone]);
writeFileSync(exported, '');

afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true });
});

it.each(
  readmeBlocks
    .map((block) => (block.kind === 'powershell' ? { ...block, kind: 'sh', code: toShell(block.code) } : block))
    .filter(({ kind }) => kind === 'sh' || kind === 'ts')
    .map((block) => [block.code.trim().split('\n')[0], block] as const),
)('the block works as pasted: %s', async (_, block) => {
  if (block.kind === 'ts') return writeFileSync(join(clone, block.file ?? ''), usePort(block.code));
  if (/npm start$/m.test(block.code)) return startStack(block);
  const output = await paste(block);
  if (/^curl/m.test(block.code)) expect(output).toContain('HTTP/1.1 200');
  if (block.code.includes('hello.ts')) {
    expect(output).toMatch(/^\[\s+'[\w-]+'/);
    console.log(`Own script with the client: ${toSeconds(performance.now() - startedAt)} after the clone.`);
  }
});

/** Runs the block in the background, as in a terminal of its own, until everything is ready. */
function startStack({ code }: Block): Promise<void> {
  const child = spawn('bash', ['-c', code], { cwd: clone, env, detached: true });
  const closed = once(child, 'close');
  // Ctrl+C.
  stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    return closed;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    let isReady = false;
    const collect = (text: Buffer) => {
      if (isReady) return;
      output += text;
      isReady = /^Ready in .*Ctrl\+C/m.test(output);
      if (!isReady) return;
      console.log(`npm install and npm start: ${toSeconds(performance.now() - startedAt)} after the clone.`);
      resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', () => reject(new Error(output)));
  });
}

/** Runs the block in a shell that keeps its exported variables for the next block; rejects if a command fails. */
function paste({ code }: Block): Promise<string> {
  const script = ['set -e', `. '${exported}'`, usePort(code), `export -p > '${exported}'`].join('\n');
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd: clone, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    );
  });
}

/** Returns the same commands for a POSIX shell. */
function toShell(code: string): string {
  return code
    .replace(/^\$env:(\w+) = (.*)$/gm, 'export $1=$($2)')
    .replaceAll('$env:', '$')
    .replaceAll('curl.exe', 'curl');
}

/** Returns the text with the address of the running stack. */
function usePort(text: string): string {
  const { frontdesk } = JSON.parse(readFileSync(join(clone, '.local/stack.json'), 'utf8'));
  return text.replaceAll('http://127.0.0.1:7071', frontdesk);
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
