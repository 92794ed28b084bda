/** Harness of the browser tests: the project's stack, and Debian's Chromium without access to other hosts. */
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import type { StackFile } from '../../dev/start/stack-file.ts';
import { type ControlClient, createControlClient } from '../testbed/control-client.ts';
import { spawnStack } from './shared-stack.ts';

export interface BrowserStack extends StackFile {
  /** Control of the local upstreams: faults, calls, reset. */
  readonly control: ControlClient;
}

/** Returns the worker's stack; starts one of another profile, and stops it after the last test of the file. */
export async function startBrowserStack(profile: 'vendor' | 'microsoft' = 'vendor'): Promise<BrowserStack> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;
  const stacks = inject('stacks');
  const own = stacks[worker % stacks.length];
  if (profile === 'vendor' && own) return withControl(own);
  const { stack, close } = await spawnStack(profile);
  afterAll(close);
  return withControl(stack);
}

const withControl = (stack: StackFile): BrowserStack => ({ ...stack, control: createControlClient(stack.upstream) });

/** Turns off background traffic: QUIC, updates, sync. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Script errors, violations of the content security policy, and requests to other hosts. */
  readonly problems: readonly string[];
}

/** Returns a function that opens a page with an empty profile; the browser closes after the last test of the file. */
/** `trustedKey`: the SHA-256 of a certificate's key, in base64. */
export async function startBrowser(
  trustedKey?: string,
): Promise<(options?: { colorScheme?: 'light' | 'dark' }) => Promise<Visit>> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, ...(trustedKey ? [`--ignore-certificate-errors-spki-list=${trustedKey}`] : [])],
  });
  afterAll(() => browser.close());
  return async ({ colorScheme = 'light' } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const problems: string[] = [];
    await context.route(
      ({ hostname }) => !['127.0.0.1', 'localhost'].includes(hostname),
      async (route) => {
        problems.push(`requests ${route.request().url()}`);
        await route.abort();
      },
    );
    context.on('weberror', (error) => problems.push(error.error().message));
    context.on('console', (message) => {
      // The page shows failed calls; the browser also logs them.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
        problems.push(message.text());
      }
    });
    return { context, page: await context.newPage(), problems };
  };
}

/** Selects a sample user on the local issuer's sign-in page. */
export async function choosePersona(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
}

/** Expects no violations of WCAG 2.2 A and AA and of axe's best practices, and no page wider than its window (1.4.10). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<string[]>(
    `axe.run(document).then((results) => results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`,
  );
  expect(violations).toEqual([]);
  const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(tooWide), 'pixels that the page is too wide').toBeLessThanOrEqual(0);
}

/** Saves docs/images/<name>.png if `SCREENSHOTS` is set: the images depend on the fonts of the machine. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `docs/images/${name}.png` });
}
