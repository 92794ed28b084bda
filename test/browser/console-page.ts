/** Drives the console in a browser: sign-in, navigation and the locators that the tests share. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { choosePersona, startBrowser, startBrowserStack, type Visit } from './support.ts';

const stack = await startBrowserStack();
const openPage = await startBrowser();

/** The console in one browser page. `open` or `signIn` must come first in each test. */
export class ConsolePage {
  readonly stack = stack;
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

  /** Opens the console as a sample user. */
  async signIn(name: string, options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
    const page = await this.open(options);
    await page.goto(`${stack.frontdesk}/console`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await choosePersona(page, name);
    await this.heading('Today').waitFor();
    return page;
  }

  /** Opens a view with the navigation. */
  async goTo(operation: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: operation }).click();
    await this.heading(operation).waitFor();
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

  liveRow(title: string, text: string | RegExp) {
    return this.page
      .getByRole('table', { name: 'Requests, newest first' })
      .getByRole('row')
      .filter({ hasText: title })
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
