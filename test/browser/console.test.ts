import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  choosePersona,
  expectAccessible,
  keepScreenshot,
  startBrowser,
  startBrowserStack,
  type Visit,
} from './support.ts';

const stack = await startBrowserStack();
const open = await startBrowser();

let visit: Visit;
let page: Page;

/** Opens a page of the console as somebody; all that follows is done with the mouse and the keyboard. */
async function signIn(name: string, options: Parameters<typeof open>[0] = {}): Promise<void> {
  visit = await open(options);
  page = visit.page;
  await page.goto(`${stack.frontdesk}/console`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await choosePersona(page, name);
  await heading('Operations').waitFor();
}

const heading = (name: string | RegExp, level = 1) => page.getByRole('heading', { name, level });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const main = () => page.locator('main');

/** Goes where the navigation leads. */
async function goTo(operation: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: operation }).click();
  await heading(operation).waitFor();
}

const liveRow = (title: string, text: string | RegExp) =>
  page
    .getByLabel('Requests, the newest first')
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: text });

beforeEach(() => stack.control.reset());
afterEach(async () => {
  const { complaints, context } = visit;
  await context.close();
  expect(complaints).toEqual([]);
});

describe('signing in', () => {
  it('leads to the issuer and back, with the code out of the address and the tokens out of every other tab', async () => {
    await signIn('Ada Okafor');
    expect(page.url()).toBe(`${stack.frontdesk}/console`);
    await page.reload();
    await heading('Operations').waitFor();
    const other = await visit.context.newPage();
    await other.goto(`${stack.frontdesk}/console`);
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  it('tells what the issuer refused, and lets the person try again', async () => {
    visit = await open();
    page = visit.page;
    await page.goto(`${stack.frontdesk}/console`);
    await button('Sign in').first().click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'The person declined' }).waitFor();
    await expectAccessible(page);
    await button('Sign in').first().click();
    await choosePersona(page, 'Ada Okafor');
    await heading('Operations').waitFor();
  });

  it('takes no answer that this tab did not ask for', async () => {
    visit = await open();
    page = visit.page;
    await page.goto(`${stack.frontdesk}/console?code=stolen&state=guessed`);
    await page.getByRole('alert').filter({ hasText: 'not begun in this tab' }).waitFor();
    expect(page.url()).toBe(`${stack.frontdesk}/console`);
  });

  it('renews a token that is about to end, and says why nobody is signed in when it cannot', async () => {
    await signIn('Ada Okafor');
    await goTo('Items');
    const age = (refreshToken: string) => `{
      const kept = JSON.parse(sessionStorage.getItem('frontdesk.session'));
      sessionStorage.setItem('frontdesk.session', JSON.stringify({ ...kept, expiresAt: 0, ${refreshToken} }));
    }`;
    await page.evaluate(age(''));
    await page.reload();
    await button('Bicycle').click();
    await page.getByRole('article').waitFor();
    expect(await page.evaluate("JSON.parse(sessionStorage.getItem('frontdesk.session')).expiresAt")).toBeGreaterThan(0);
    await page.evaluate(age("refreshToken: 'withdrawn'"));
    await page.reload();
    await button('Bicycle').click();
    await page.getByRole('alert').filter({ hasText: 'could not be renewed' }).waitFor();
  });

  it('changes to somebody else at once, and keeps what the one worked on from the other', async () => {
    await signIn('Ada Okafor');
    await goTo('Model copies');
    await page.getByLabel('Model id').fill('of-ada');
    await page.getByText('Account: Ada Okafor').click();
    await button('Fay Tanaka').click();
    await page.getByText('Account: Fay Tanaka').waitFor();
    await heading('Model copies').waitFor();
    await main().getByText('DocumentModels.AuthorizeCopy is not yours').waitFor();
    expect(await page.getByLabel('Model id').inputValue()).not.toBe('of-ada');
  });

  it('leaves nothing behind when the person signs out', async () => {
    await signIn('Ada Okafor');
    await page.getByText('Account: Ada Okafor').click();
    await button('Sign out').click();
    await button('Sign in').first().waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});

describe('each operation', () => {
  beforeEach(() => signIn('Ada Okafor'));

  it('shows health events on a line of time, page by page, narrowed by level, the sensitive one hidden', async () => {
    await goTo('Health events');
    await button('Show events').click();
    await page.getByText('5 of 5 shown, there are more').waitFor();
    await button('Next page').click();
    await page.getByText('10 of 10 shown, there are more').waitFor();
    expect(await page.content()).not.toContain('Unusual use of a virtual machine');
    await page.getByLabel(/^Critical/).check();
    await page.getByText('2 of 10 shown').waitFor();
    await button('Sensitive event').click();
    await button('Reveal it').click();
    await button('Unusual use of a virtual machine').waitFor();
    await button('Virtual machines unreachable').click();
    await page.getByText('Half of the racks are back.').waitFor();
    await expectAccessible(page);
  });

  it('passes a filter on, and tells when nothing is left', async () => {
    await goTo('Health events');
    await page.getByLabel('Filter').fill("status eq 'Paused'");
    await button('Show events').click();
    await page.getByText('No event applies').waitFor();
    const calls = await stack.control.calls();
    expect(decodeURIComponent(calls.at(-1)?.path ?? '').replaceAll('+', ' ')).toContain("$filter=status eq 'Paused'");
  });

  it('judges a streaming job as it is typed, creates it, and shows what changes before it replaces it', async () => {
    await goTo('Streaming jobs');
    await page.getByLabel('Start from').selectOption('One with mistakes');
    await heading('Problems (7)', 2).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'console-streaming-job');
    expect(await button('Create the job').isDisabled()).toBe(true);
    await button(/properties\.jobType/).click();
    expect(await page.evaluate('getSelection().toString()')).toContain('"jobType": "Fog"');

    await page.getByLabel('Start from').selectOption('Clicks from blobs to a database');
    await page.getByRole('textbox', { name: 'Job', exact: true }).fill('browser-test');
    await button('Create the job').click();
    const written = page.getByRole('region', { name: 'The job as written' });
    await written.getByText('West Europe').waitFor();

    const editor = page.getByLabel('Job as JSON');
    await editor.fill((await editor.inputValue()).replace('West Europe', 'North Europe'));
    await button('Compare and replace').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('"location": "North Europe"').waitFor();
    expect(await dialog.textContent()).not.toContain('bm90IGEga2V5');
    await expectAccessible(page);
    await keepScreenshot(page, 'console-replace');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await stack.control.calls()).filter(({ method }) => method === 'PUT')).toHaveLength(1);

    await button('Compare and replace').click();
    await button('Replace the job').click();
    await written.getByText('North Europe', { exact: true }).waitFor();
    const [, replacing] = (await stack.control.calls()).filter(({ method }) => method === 'PUT');
    expect(replacing?.headers['if-match']).toMatch(/[\da-f-]{36}/);
  });

  it('creates no job over one that is there', async () => {
    await goTo('Streaming jobs');
    await page.getByLabel('Start from').selectOption('An empty shell');
    await button('Create the job').click();
    await page.getByRole('region', { name: 'The job as written' }).waitFor();
    await page.getByLabel('When the job is there already').selectOption('create');
    await button('Create the job').click();
    await heading('It is not as you expected it', 2).waitFor();
    await main().getByText('nothing was changed').waitFor();
    await main().getByText('A job of this name is there').waitFor();
  });

  it('connects an authorization, keeps it in sight with its status and never its secret', async () => {
    await goTo('Authorizations');
    await page.getByLabel('Client secret').fill('a-secret-of-the-test');
    await button('Create the authorization').click();
    await main().getByText('Connected').first().waitFor();
    await page.getByLabel('Grant').selectOption('Authorization code');
    await page.getByLabel('Client id').fill('');
    await button('Update the authorization').click();
    await main().getByText('Unauthenticated: ').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('a-secret-of-the-test');
    expect(await page.content()).not.toContain('a-secret-of-the-test');
  });

  it('sets the diagnostic of an API within its bounds', async () => {
    await goTo('API diagnostics');
    await page.getByLabel('Sampling, percent').fill('101');
    await page.getByText('must be an integer between 0 and 100').waitFor();
    expect(await button('Create or update').isDisabled()).toBe(true);
    await page.getByLabel('Sampling, percent').fill('25');
    await button('Create or update').click();
    await page.getByRole('region', { name: 'The diagnostic as kept' }).getByText('25 %').waitFor();
    await button('Update the diagnostic').waitFor();
    await expectAccessible(page);
  });

  it('finds restore points, and names the units that have none', async () => {
    await goTo('Restore points');
    for (const unit of ['Shop site', 'Mailbox', 'Empty']) await page.getByLabel(unit, { exact: true }).check();
    await button('Search').click();
    await page.getByText('Nothing was found for Empty.').waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await expectAccessible(page);
    await page.getByLabel('Artifact query').fill("Sender -eq 'a@b.example'");
    await page.getByText('must have one element').waitFor();
    expect(await button('Search').isDisabled()).toBe(true);
  });

  it('asks before it deletes a draft restore session, and says why another is not deleted', async () => {
    await goTo('Restore sessions');
    await page.getByLabel('Draft', { exact: true }).check();
    await button('Delete…').click();
    await page.getByRole('dialog').getByText('cannot be brought back').waitFor();
    await expectAccessible(page);
    await button('Delete it').click();
    await page.getByRole('region', { name: 'Deleted' }).getByText('Draft was deleted').waitFor();
    await page.getByLabel('Active', { exact: true }).check();
    await button('Delete…').click();
    await button('Delete it').click();
    await main().getByText('the restore session is active').waitFor();
    await main().getByText('nothing was changed').waitFor();
    await expectAccessible(page);
  });

  it('authorizes a model copy, with the token hidden until it is asked for', async () => {
    await goTo('Model copies');
    await page.getByLabel('Model id').fill('_');
    await page.getByText('must match').waitFor();
    await page.getByLabel('Model id').fill('invoices-of-the-browser');
    await button('Authorize the copy').click();
    const result = page.getByRole('region', { name: 'Authorization' });
    await result.getByText('••••').waitFor();
    await expectAccessible(page);
    const token = () => result.locator('.secret code').textContent();
    await button('Reveal access token').click();
    expect(await token()).not.toContain('•');
    await button('Hide access token').click();
    expect(await token()).toContain('•');
  });

  it('reads a customer with the relations that are asked for, and an item', async () => {
    await goTo('Customers');
    await page.getByLabel('Currency').check();
    await button('Adatum').click();
    await heading('Adatum Corporation', 2).waitFor();
    expect((await stack.control.calls()).at(-1)?.path).toContain('$expand=currency');
    await expectAccessible(page);
    await goTo('Items');
    await button('Bicycle').click();
    await page.getByRole('article').getByText('In stock').waitFor();
    await expectAccessible(page);
  });
});

describe('when it does not work', () => {
  it('a refusal names the role that is missing, and nothing goes upstream', async () => {
    await signIn('Carla Nunes');
    await goTo('Health events');
    await button('Show events').click();
    await heading('You may not do this', 2).waitFor();
    await main().getByText('Your token lacks HealthEvents.Read').waitFor();
    expect(await stack.control.calls()).toEqual([]);
    await liveRow('Health events', 'role missing').filter({ hasText: 'no upstream call' }).first().waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'console-denied');
  });

  it('a resource that the policy does not grant is told apart from a role that is missing', async () => {
    await signIn('Fay Tanaka');
    await goTo('Health events');
    await button('Show events').click();
    await main().getByText('grants them to you on other resources').waitFor();
    await liveRow('Health events', 'not granted').first().waitFor();
  });

  it('what fails once is repeated unseen, and the live panel tells of both calls', async () => {
    await signIn('Ada Okafor');
    await goTo('Customers');
    await stack.control.fault({ api: 'business', fault: { kind: 'status', status: 500 } });
    await button('Trey research').click();
    await heading('Trey Research', 2).waitFor();
    await liveRow('Customers', '2 upstream calls').first().waitFor();
  });

  it('what is slow says so, counts, and can be cancelled', async () => {
    await signIn('Ada Okafor');
    await goTo('Items');
    await stack.control.fault({ api: 'business', times: 10, fault: { kind: 'hang' } });
    await button('Bell').click();
    await page.getByText('Waiting for the item').waitFor();
    await expectAccessible(page);
    await button('Cancel').click();
    await page.getByText('Choose a company and an item.').waitFor();
  });

  it('says so when Frontdesk cannot be reached, and goes on when it can', async () => {
    await signIn('Ada Okafor');
    await goTo('Customers');
    await page.route('**/companies*/**', (route) => route.abort());
    await button('Adatum').click();
    await heading('Frontdesk cannot be reached', 2).waitFor();
    await liveRow('Customers', 'no answer').first().waitFor();
    await expectAccessible(page);
    await page.unroute('**/companies*/**');
    await button('Try again').click();
    await heading('Adatum Corporation', 2).waitFor();
  });

  it('a second question is answered from the cache, and says so', async () => {
    await signIn('Ada Okafor');
    await goTo('Restore points');
    await page.getByLabel('Drive', { exact: true }).check();
    await button('Search').click();
    await main().getByText('cache miss').waitFor();
    await button('Search').click();
    await main().getByText('cache hit').waitFor();
    await liveRow('Restore points', 'cache hit').filter({ hasText: 'no upstream call' }).first().waitFor();
  });
});

it('works without a local stack: no personas, no faults, and of the requests what the page saw itself', async () => {
  visit = await open();
  page = visit.page;
  await page.route('**/console/config.json', async (route) => {
    const { controlUrl: _, ...deployed } = await (await route.fetch()).json();
    await route.fulfill({ json: deployed });
  });
  await page.goto(`${stack.frontdesk}/console`);
  expect(await page.getByText('Ada Okafor').count()).toBe(0);
  await button('Sign in').click();
  await choosePersona(page, 'Ada Okafor');
  await goTo('Items');
  await page.getByLabel('Company').fill('c0400000-0000-4000-8000-00000000000a');
  await page.getByRole('textbox', { name: 'Item' }).fill('17e00000-0000-4000-8000-0000000000a1');
  await button('Read').click();
  await heading('Bicycle', 2).waitFor();
  await page.getByText("Only this page's own requests").waitFor();
  await liveRow('Items', 'Ada Okafor').filter({ hasText: '200' }).waitFor();
  await page.getByRole('tab', { name: 'Faults' }).click();
  await page.getByText('there is none behind this console').waitFor();
  await expectAccessible(page);
});

describe('for everybody', () => {
  it('works by keyboard alone: past the navigation, through a form, to the answer', async () => {
    await signIn('Ada Okafor');
    await goTo('Items');
    await page.reload();
    await heading('Items').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('17e00000-0000-4000-8000-0000000000a1');
    await page.keyboard.press('Enter');
    await page.getByRole('article').waitFor();
  });

  it('moves the focus to the heading of the view that it leads to', async () => {
    await signIn('Ada Okafor');
    await goTo('Customers');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Customers');
    expect(await page.title()).toBe('Customers · Frontdesk console');
  });

  it.each(['light', 'dark'] as const)('is accessible on every view, in %s colours', async (colorScheme) => {
    await signIn('Ada Okafor', { colorScheme });
    await expectAccessible(page);
    const links = await page.getByRole('navigation').getByRole('link').allTextContents();
    for (const operation of links.slice(1)) {
      await goTo(operation);
      await expectAccessible(page);
    }
    await goTo('Health events');
    await button('Show events').click();
    await button('Next page').click();
    await page.getByText('10 of 10 shown').waitFor();
    await page.getByLabel('90 days').check();
    await button('Slow logins').click();
    await page.evaluate('scrollTo(0, 380)');
    await expectAccessible(page);
    await keepScreenshot(page, `console-health-events-${colorScheme}`);
    await page.getByText('Account: Ada Okafor').click();
    await expectAccessible(page);
  });

  it('keeps the colours that were chosen', async () => {
    await signIn('Ada Okafor');
    await button('Colours: system').click();
    await button('Colours: light').click();
    await page.reload();
    await button('Colours: dark').waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await expectAccessible(page);
  });

  it('fits a telephone: no view is wider than 400 pixels', async () => {
    await signIn('Ada Okafor');
    await page.setViewportSize({ width: 400, height: 860 });
    await button('Close the live panel').click();
    const wide: string[] = [];
    const ids = ['', 'health-events', 'streaming-jobs', 'authorizations', 'restore-points', 'customers'];
    for (const id of ids) {
      await page.evaluate(`location.hash = '#/${id}'`);
      await page.locator('main h1').waitFor();
      await expectAccessible(page);
      if ((await page.evaluate('document.documentElement.scrollWidth')) !== 400) wide.push(id);
    }
    expect(wide).toEqual([]);
    await button('Operations').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Items' }).click();
    await heading('Items').waitFor();
  });
});

// Last: Frontdesk leaves an upstream alone for as long as it asked to be.
describe('made to fail', () => {
  it('an injected fault is announced above all, is answered well, and ends with one click', async () => {
    await signIn('Ada Okafor');
    await goTo('Items');
    await page.getByRole('tab', { name: 'Faults' }).click();
    await page.getByLabel('Where').selectOption('Business data');
    await page.getByLabel('Throttle 429').check();
    await page.getByLabel('Retry-After').fill('30');
    await page.getByLabel('How often').selectOption('All calls, until cleared');
    await expectAccessible(page);
    await button('Inject the fault').click();
    await main().getByText('Faults are on.').waitFor();
    await button('Bicycle').click();
    await heading('Too many requests', 2).waitFor();
    await main()
      .getByText(/in \d+ s, as the answer asks/)
      .waitFor();
    expect(await button('Try again').isDisabled()).toBe(true);
    await expectAccessible(page);
    await keepScreenshot(page, 'console-fault');
    await button('Clear').first().click();
    await main().getByText('Faults are on.').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Requests' }).click();
    await liveRow('Items', '429').first().waitFor();
  });
});
