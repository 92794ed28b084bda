import { describe, expect, it } from 'vitest';
import { OPERATIONS, OVERVIEWS } from '../../pages/console/operations.ts';
import { useConsolePage } from './console-page.ts';
import { expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

describe('accessibility', () => {
  it('works with the keyboard only: skip the navigation, fill in a form, read the response', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Items');
    await page.reload();
    await ui.heading('Items').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Skip to main content');
    await page.keyboard.press('Enter');
    // The company, its id, the item.
    for (let field = 0; field < 3; field += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('17e00000-0000-4000-8000-0000000000a1');
    await page.keyboard.press('Enter');
    await page.getByRole('article').waitFor();
  });

  it('replaces the line that says the console starts', async () => {
    const page = await ui.signIn('Ada Okafor');
    await expect.poll(() => page.getByText('Starting the console').count()).toBe(0);
  });

  it('moves the focus to the heading of the new view', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Customers');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Customers');
    expect(await page.title()).toBe('Customers · Frontdesk console');
  });

  it.each(['light', 'dark'] as const)('is accessible on every view, in %s colours', async (colorScheme) => {
    const page = await ui.signIn('Ada Okafor', { colorScheme });
    await expectAccessible(page);
    const links = await page.getByRole('navigation').getByRole('link').allTextContents();
    for (const operation of links.slice(1)) {
      await ui.goTo(operation);
      await expectAccessible(page);
    }
    await ui.goTo('Health events');
    await ui.button('Show events').click();
    await page.getByText('Showing all 16').waitFor();
    await page.getByLabel('90 days').check();
    await ui.liveRow('Health events', '1 upstream call').first().getByRole('button').click();
    await page.evaluate("document.querySelector('.events').scrollIntoView()");
    await page.getByRole('list', { name: 'Stages' }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await keepScreenshot(page, `console-health-events-${colorScheme}`);
    await page.getByText('Account: Ada Okafor').click();
    await expectAccessible(page);
  });

  it('keeps the selected colour scheme', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.button('Colours: system').click();
    await ui.button('Colours: light').click();
    await page.reload();
    await ui.button('Colours: dark').waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await expectAccessible(page);
  });

  it('has the live panel as a drawer where there is no room beside the page', async () => {
    const page = await ui.signIn('Ada Okafor', { colorScheme: 'dark' });
    const beside = page.getByRole('complementary', { name: 'Live' });
    await beside.waitFor();
    const drawer = page.getByRole('dialog', { name: 'Live' });
    for (const width of [1279, 1120, 390, 320]) {
      await page.setViewportSize({ width, height: 860 });
      await beside.waitFor({ state: 'detached' });
      await ui.button('Live', true).focus();
      await page.keyboard.press('Enter');
      await drawer.getByRole('tab', { name: 'Requests' }).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Live');
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await beside.waitFor();
  });

  it('fits a phone: no view is wider than 320 pixels', async () => {
    const page = await ui.signIn('Ada Okafor');
    const headings = "[...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => tagName)[0]";
    await page.setViewportSize({ width: 320, height: 860 });
    const wide: string[] = [];
    for (const id of [...Object.keys(OVERVIEWS), ...OPERATIONS.map((operation) => operation.id)]) {
      await page.evaluate(`location.hash = '#/${id}'`);
      await page.locator('main h1').waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(headings)).toBe('H1');
      if ((await page.evaluate('document.documentElement.scrollWidth')) !== 320) wide.push(id);
    }
    expect(wide).toEqual([]);
    await ui.button('Operations').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Items' }).click();
    await ui.heading('Items').waitFor();
  });
});
