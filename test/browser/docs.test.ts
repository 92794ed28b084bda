import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listOperations, readDocument } from '../support/openapi.ts';
import { readItem } from '../support/valid-requests.ts';
import { expectAccessible, keepScreenshot, startBrowser, startBrowserStack } from './support.ts';

const stack = await startBrowserStack();
const open = await startBrowser();
const operations = listOperations(readDocument()).map(({ operation }) => operation);

interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

async function openDocs(id = '', { width = 1280, ...look }: Look = {}) {
  const visit = await open(look);
  await visit.page.setViewportSize({ width, height: 900 });
  await visit.page.goto(`${stack.frontdesk}/docs#/${id}`);
  await visit.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return visit;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const links = (page: Page) => page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
const panel = (page: Page, tab: string) => page.getByRole('tabpanel', { name: tab, exact: true });

/** Opens the groups of members, and those within, four levels deep: a schema may contain itself. */
async function openMembers(page: Page): Promise<void> {
  const levels = ['main', ...Array(3).fill('details[open] .members')];
  for (const [depth, within] of levels.entries()) {
    await page.evaluate(`for (const each of document.querySelectorAll('details:not([open]) > summary')) each.click()`);
    await page.locator(within).first().waitFor();
    await expect.poll(() => page.locator('details[open]').count()).toBeGreaterThan(depth);
  }
}

const isInWindow = (element: { getBoundingClientRect(): { readonly top: number; readonly bottom: number } }) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top > 0 && bottom < 901;
};
const hasNoHorizontalScroll = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

it('lists every operation, finds one by its role, and opens it with its samples and responses', async () => {
  const { page, problems } = await openDocs();
  await expect.poll(() => links(page).count()).toBe(operations.length + 1);
  await expectAccessible(page);
  await keepScreenshot(page, 'docs-start');
  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('restorepoints.search');
  await expect.poll(() => links(page).count()).toBe(2);
  await page.getByRole('searchbox').fill('eventsLateArrivalMaxDelayInSeconds');
  await expect.poll(() => links(page).count()).toBeLessThan(9);
  await page.locator('nav a[href="#/createOrReplaceStreamingJob"]').waitFor();
  await page.getByRole('searchbox').fill('circuit_open');
  await expect.poll(() => links(page).count()).toBe(operations.length);
  await page.getByRole('searchbox').fill('c-40');
  await links(page).filter({ hasText: 'A 2xx to a write stays a success' }).click();
  await heading(page, 'C-40').waitFor();
  await page.getByRole('searchbox').fill('no-such-operation');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  for (const { operationId, summary, responses } of operations) {
    await page.locator(`nav a[href="#/${operationId}"]`).click();
    await heading(page, summary).waitFor();
    const statuses = page.getByRole('tablist', { name: 'Status' }).getByRole('tab');
    expect((await statuses.allInnerTexts()).toSorted()).toEqual(Object.keys(responses).toSorted());
  }
  expect(await page.title()).toContain(operations.at(-1)?.summary);
  expect(problems).toEqual([]);
});

it('an older link opens its operation; an error has the example that the stack returned', async () => {
  const { page, problems } = await openDocs('Resource%20management/listHealthEvents');
  await heading(page, 'List the health events of one resource').waitFor();
  await page.getByRole('tab', { name: '403' }).click();
  await expect
    .poll(() => panel(page, '403').innerText())
    .toContain('"message": "The bearer token does not have the app role HealthEvents.Read."');
  await keepScreenshot(page, 'docs-error');
  await page.goto(`${stack.frontdesk}/docs#/createOrReplaceStreamingJob`);
  await page.getByRole('tab', { name: '400' }).click();
  await expect.poll(() => panel(page, '400').innerText()).toContain('"target": "properties.sku"');
  await page.goBack();
  await page.getByRole('link', { name: 'Try it in the console' }).click();
  await page.waitForURL(/\/console#\/health-events\?in=/);
  expect(problems).toEqual([]);
});

it('the chosen language stays for the next operation; samples call this deployment', async () => {
  const { page, problems } = await openDocs(readItem.operation);
  // A deep link scrolls the list.
  await expect.poll(() => page.locator('nav [aria-current=page]').evaluate(isInWindow)).toBe(true);
  await expect.poll(() => panel(page, 'curl').innerText()).toContain(`${stack.frontdesk}/companies(`);
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await page.getByTitle('Read a customer').click();
  await panel(page, 'TypeScript').getByText('client.getCustomer({').waitFor();
  await page.getByRole('link', { name: 'Frontdesk API' }).click();
  await page.getByRole('tab', { name: 'PowerShell' }).click();
  await panel(page, 'PowerShell').getByText('$env:TOKEN = npm run -s token').waitFor();
  await page.goto(`${stack.frontdesk}/docs#/none`);
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

it('the keyboard reaches everything: the content, the list, tabs by arrows, members', async () => {
  const { page } = await openDocs('createOrReplaceStreamingJob');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator(':focus').evaluate((element: { tagName: string }) => element.tagName)).toBe('H1');
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await panel(page, 'TypeScript').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await panel(page, 'PowerShell').waitFor();
  await page
    .getByRole('region', { name: 'Body' })
    .getByText(/^Members \(/)
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Body' }).getByText('Fully qualified resource id.').first().waitFor();
  await page.getByRole('searchbox').focus();
  await page.getByRole('searchbox').fill(readItem.operation);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**#/${readItem.operation}`);
});

it.each<[number, 'light' | 'dark']>([
  [1280, 'light'],
  [390, 'dark'],
  [320, 'light'],
])('fits %i px in %s colours with everything open, and is accessible', async (width, colorScheme) => {
  const { page, problems } = await openDocs('createOrReplaceStreamingJob', { width, colorScheme });
  await openMembers(page);
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await expectAccessible(page);
  if (width < 860) {
    await expect.poll(() => links(page).first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Operations' }).click();
    await expectAccessible(page);
    await links(page).first().click();
    await heading(page, 'Frontdesk API').waitFor();
    await expect.poll(() => links(page).first().isVisible()).toBe(false);
  } else {
    await page.goto(`${stack.frontdesk}/docs#/`);
    await heading(page, 'Frontdesk API').waitFor();
  }
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
