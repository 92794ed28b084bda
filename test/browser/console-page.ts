/** Drives the console in a browser: sign-in, navigation, and the clicks that a task takes. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { choosePersona, startBrowser, startBrowserStack, type Visit } from './support.ts';

const stack = await startBrowserStack();
const openPage = await startBrowser();

/** The console in one browser page. `open` or `signIn` must come first in each test. */
export class ConsolePage {
  readonly stack = stack;
  /** Since the sign-in. */
  clicks = 0;
  #visit: Visit | undefined;

  get page(): Page {
    return this.#current.page;
  }

  get context(): Visit['context'] {
    return this.#current.context;
  }

  get #current(): Visit {
    if (this.#visit === undefined) throw new Error('The console is not open.');
    return this.#visit;
  }

  /** Opens an empty page. */
  async open(options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
    this.#visit = await openPage(options);
    return this.page;
  }

  /** Opens an address of the console as a sample user. */
  async signIn(name: string, hash = '', options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
    const page = await this.open(options);
    await page.goto(`${stack.frontdesk}/console#/${hash}`);
    await this.button('Sign in', true).click();
    await choosePersona(page, name);
    await this.main().getByRole('heading', { level: 1 }).waitFor();
    this.clicks = 0;
    return page;
  }

  /** Clicks, and counts it. */
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async goTo(view: string): Promise<void> {
    await this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: view }));
    await this.heading(view).waitFor();
  }

  heading(name: string | RegExp, level = 1) {
    return this.page.getByRole('heading', { name, level });
  }

  button(name: string | RegExp, exact = false) {
    return this.page.getByRole('button', { name, exact });
  }

  main() {
    return this.page.locator('main');
  }

  /** The row of a table in the page. */
  row(name: string | RegExp) {
    return this.main()
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name }) });
  }

  /** The link that opens a row. */
  link(name: string | RegExp) {
    return this.main().getByRole('rowheader', { name }).getByRole('link');
  }

  confirm(name: string) {
    return this.page.getByRole('dialog').getByRole('button', { name, exact: true });
  }

  liveRow(operation: string, text: string | RegExp) {
    return this.page
      .getByRole('table', { name: 'Requests, newest first' })
      .getByRole('row')
      .filter({ hasText: operation })
      .filter({ hasText: text });
  }

  /** Closes the page, and expects that nothing went wrong on it. */
  async close(): Promise<void> {
    const { problems, context } = this.#current;
    await context.close();
    expect(problems).toEqual([]);
  }
}

/** Returns the console of a test file; each test starts with a reset stack and ends with a check of its page. */
export function useConsolePage(): ConsolePage {
  const ui = new ConsolePage();
  beforeEach(() => stack.control.reset());
  afterEach(() => ui.close());
  return ui;
}
