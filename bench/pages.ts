/**
 * `npm run bench pages [-- --runs 10]`: how long the console takes until its first control can be used, and the bytes of its
 * scripts, in Chromium, without a cache. `npm start` must be running.
 */
import { chromium, type Page } from 'playwright-core';
import { parseCommandLine } from '../dev/command-line.ts';
import { readStackFile } from '../dev/start/stack-file.ts';
import { toMedian, toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures the console of the running local stack (npm start) in Chromium.

  npm run bench pages -- [options]

  --runs N   visits of each page (default: 10)
  --root D   folder of the stack (default: this one)`,
  { runs: { type: 'string', default: '10' }, root: { type: 'string', default: process.cwd() } },
);

/** Notes when the page first has something that matches, in milliseconds since the navigation. */
const WATCH = `(() => {
  const look = () => {
    for (const [name, selector] of Object.entries({
      control: '#console button:not([disabled]):not(.skip)',
      editor: '.editor-head button',
    })) if (!(name in window) && document.querySelector(selector)) window[name] = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
})()`;

const READ = `(() => {
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  return { control: window.control, editor: window.editor, bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
})()`;

interface Visit {
  readonly control: number;
  readonly editor?: number;
  readonly bytes: number;
}

const stack = await readStackFile(options.root);
if (!stack) throw new Error('No stack is running in this folder: npm start first.');
const url = `${stack.frontdesk}/console`;
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await openPage();

const rows = [
  ['sign-in', await visitOften('', '.sign-in button')],
  ['overview', await signIn().then(() => visitOften('', 'main h1'))],
  ['streaming jobs', await visitOften('#/streaming-jobs', '.editor-head button')],
] as const;
await browser.close();

const head = ['page', 'first control, ms', 'slowest', 'editor, ms', 'script, KB gzip'];
process.stdout.write(
  `${toTable(
    head,
    rows.map(([name, visits]) => [name, ...summarize(visits)]),
  )}\n`,
);

async function openPage(): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await opened.addInitScript(WATCH);
  const session = await opened.context().newCDPSession(opened);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return opened;
}

async function signIn(): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Ada Okafor' }).click();
  await page.locator('main h1').waitFor();
}

/** Loads the page again and again, each time until `selector` is there. */
async function visitOften(hash: string, selector: string): Promise<readonly Visit[]> {
  await page.goto(url + hash);
  const visits: Visit[] = [];
  for (let run = 0; run < Number(options.runs); run++) {
    await page.reload();
    await page.locator(selector).first().waitFor();
    visits.push(await page.evaluate<Visit>(READ));
  }
  return visits;
}

function summarize(visits: readonly Visit[]): readonly number[] {
  const controls = visits.map(({ control }) => control);
  const editor = toMedian(visits.map((visit) => visit.editor ?? Number.NaN));
  return [toMedian(controls), Math.max(...controls), editor, Math.max(...visits.map(({ bytes }) => bytes)) / 1000];
}
