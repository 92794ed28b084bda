/** Drives the console in a browser: sign-in, navigation, and the clicks that a task takes. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { choosePersona, startBrowser, startBrowserStack, type Visit } from './support.ts';

const stack = await startBrowserStack();
const openPage = await startBrowser();

/** By the user's name. */
const sessions = new Map<string, string>();
/** A page of a hundred rows has more links than it has ways around them. */
const MAX_TABS = 150;

/** The console in one browser page. `open` or `signIn` must come first in each test. */
export class ConsolePage {
  readonly stack = stack;
  /** Since the sign-in. */
  clicks = 0;
  /** Clicks that open the navigation where it is folded. */
  unfolded = 0;
  /** Whether `click` and `type` use the keyboard only. */
  isByKeyboard = false;
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

  /** Opens an address of the console as a sample user, who signs in at the issuer once a file. */
  async signIn(name: string, hash = '', options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
    const page = await this.open(options);
    const known = sessions.get(name);
    if (known) await page.addInitScript(`sessionStorage['frontdesk.session'] ??= ${JSON.stringify(known)}`);
    await page.goto(`${stack.frontdesk}/console#/${hash}`);
    if (!known) {
      await this.button('Sign in', true).click();
      await choosePersona(page, name);
    }
    await this.main().getByRole('heading', { level: 1 }).waitFor();
    if (!known) sessions.set(name, await page.evaluate<string>("sessionStorage['frontdesk.session']"));
    this.clicks = 0;
    this.unfolded = 0;
    return page;
  }

  /** Opens an address in the page. */
  async visit(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = '#/${hash}'`);
  }

  /** Clicks, or presses the key that does the same, and counts it. */
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    if (!this.isByKeyboard) return target.click();
    await this.#reach(target);
    await this.page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  }

  /** Replaces the text of a field. */
  async type(target: Locator, text: string): Promise<void> {
    if (!this.isByKeyboard) return target.fill(text);
    await this.#reach(target);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Presses Tab, and within a toolbar an arrow key, until the element has the focus. */
  async #reach(target: Locator): Promise<void> {
    await target.waitFor();
    const element = await target.elementHandle();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if (await element?.evaluate((each) => each === each.ownerDocument.activeElement)) return;
      const isWithin = await element?.evaluate(
        (each) => each.closest('[role=toolbar]')?.contains(each.ownerDocument.activeElement) === true,
      );
      await this.page.keyboard.press(isWithin ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`The keyboard does not reach ${target}.`);
  }

  async goTo(view: string): Promise<void> {
    const toggle = this.button('Operations', true);
    if (await toggle.isVisible()) {
      await this.click(toggle);
      this.unfolded += 1;
    }
    await this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: view }).first());
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
  beforeEach(async () => {
    ui.isByKeyboard = false;
    await stack.control.reset();
  });
  afterEach(() => ui.close());
  return ui;
}
