/** The rig of the browser tests: the stack as `npm start` starts it, and Debian's Chromium, which reaches nothing else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { readStackFile, type StackFile } from '../../dev/start/stack-file.ts';
import { type Control, controlOf } from '../support/control.ts';

export interface BrowserStack extends StackFile {
  /** The emulated APIs' control: faults, calls, reset. */
  readonly control: Control;
}

/** What the stack reads of the repository. */
const SHARED = ['functions', 'lib', 'pages', 'docs', 'dev', 'client', 'node_modules', 'host.json', 'package.json'];

/** Starts `npm start` in a folder of its own on free ports; it ends after the last test of the file. */
export async function startBrowserStack(profile: 'vendor' | 'microsoft' = 'vendor'): Promise<BrowserStack> {
  const root = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  for (const name of SHARED) await symlink(resolve(name), join(root, name), 'junction');
  await copyFile('local.settings.sample.json', join(root, 'local.settings.sample.json'));
  const ports = ['FRONTDESK', 'ISSUER', 'IDENTITY', 'UPSTREAM', 'TABLES'].map((part) => [`${part}_PORT`, '0']);
  const options = ['--root', root, '--profile', profile, '--no-watch'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/start.ts', ...options], {
    env: { ...process.env, ...Object.fromEntries(ports), FRONTDESK_HOST: 'local' },
  });
  const closed = once(child, 'close');
  afterAll(async () => {
    child.kill('SIGTERM');
    await closed;
    await rm(root, { recursive: true });
  });
  await waitUntilReady(child);
  const stack = await readStackFile(root);
  if (!stack) throw new Error('There is no stack file.');
  return { ...stack, control: controlOf(stack.upstream) };
}

/** The line to paste is the last thing that the start prints. Throws what was printed when it ends before. */
function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((ready, reject) => {
    const collect = (text: Buffer) => {
      output += text;
      if (/^curl /m.test(output)) ready();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('close', () => reject(new Error(`The stack ended before it was ready:\n${output}`)));
  });
}

/** Nothing but the page's own work: no QUIC, no updates, no sync. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong unseen: errors of scripts, refusals of the content security policy, requests to other machines. */
  readonly complaints: readonly string[];
}

/** Answers a function that opens a page with an empty profile; the browser ends after the last test of the file. */
export async function startBrowser(): Promise<(options?: { colorScheme?: 'light' | 'dark' }) => Promise<Visit>> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  afterAll(() => browser.close());
  return async ({ colorScheme = 'light' } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const complaints: string[] = [];
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      async (route) => {
        complaints.push(`asks for ${route.request().url()}`);
        await route.abort();
      },
    );
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      // A refused call is the page's to show; the browser remarks on it all the same.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
        complaints.push(message.text());
      }
    });
    return { context, page: await context.newPage(), complaints };
  };
}

/** Chooses who to be on the local issuer's page. */
export async function choosePersona(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
}

/** What axe looks at: selectors; without them the whole page. */
export interface AxeScope {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Expects that axe finds nothing to complain of on the page as it stands: WCAG 2.2 A and AA, and its best practices. */
export async function expectAccessible(page: Page, scope: AxeScope = {}): Promise<void> {
  const context = Object.keys(scope).length > 0 ? JSON.stringify(scope) : 'document';
  await page.evaluate(axe.source);
  const found = await page.evaluate<string[]>(
    `axe.run(${context}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`,
  );
  expect(found).toEqual([]);
}

/** Keeps the page as docs/images/<name>.png where `SCREENSHOTS` is set: pictures change with every font. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `docs/images/${name}.png` });
}
