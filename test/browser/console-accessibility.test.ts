import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../pages/console/operations.ts';
import { useConsolePage } from './console-page.ts';
import { expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

const GROUP = '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop';
/** The forms of the operations that have no page of their own are one component. */
const PAGES = VIEWS.filter(({ id, operations }) => id !== operations[0]).map(({ id }) => id);
/** Views with something open in them. */
const OPEN = [
  `health-events?in=${GROUP}/providers/Vendor.Compute/virtualMachines/vm-web&item=VMW5-9QG`,
  `streaming-jobs?in=${GROUP}&item=visits-per-page`,
  `streaming-jobs?in=${GROUP}&item=visits-per-page&tab=edit`,
  `streaming-jobs?in=${GROUP}&tab=new`,
  `authorizations?in=${GROUP}/service/gateway-shop/authorizationProviders/github&item=nightly`,
  `api-diagnostics?in=${GROUP}/service/gateway-shop/apis/orders&tab=new`,
  'no-such-page',
];

/** The cells whose text is cut, or lies over the next one. */
const CUT = `[...document.querySelectorAll('.table-frame :is(th, td), .requests :is(th, td)')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

describe('accessibility', () => {
  // The colours and the widths, each once; the documents have pictures of both colours.
  it.each([
    [1440, 'light'] as const,
    [390, 'dark'] as const,
    ...(process.env['SCREENSHOTS'] ? [[1440, 'dark'] as const] : []),
  ])('has no violation in any view at %d px, %s', async (width, colorScheme) => {
    const page = await ui.signIn('Ada Okafor', '', { colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const hash of [...PAGES, 'updateStreamingJob', ...OPEN]) {
      await page.evaluate(`location.hash = '#/${hash}'`);
      await page.locator('main h1').waitFor();
      await page.locator('main .waiting').first().waitFor({ state: 'detached' });
      await expectAccessible(page);
      if (width === 390) expect(await page.evaluate<string[]>(CUT), hash).toEqual([]);
    }
    if (width === 1440) {
      await page.evaluate(`location.hash = '#/${OPEN[0]}'`);
      await page.getByText('Half of the racks are back.').first().waitFor();
      await keepScreenshot(page, `console-health-events-${colorScheme}`);
    }
  });

  it('moves the focus to the heading of the new view', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Customers');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Customers');
    expect(await page.title()).toBe('Customers · Frontdesk console');
  });

  it('keeps the selected colour scheme', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.button('Colours: system').click();
    await ui.button('Colours: light').click();
    await page.reload();
    await ui.button('Colours: dark').waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });

  it('has the live panel as a drawer where there is no room beside the page', async () => {
    const page = await ui.signIn('Ada Okafor', '', { colorScheme: 'dark' });
    await page.getByRole('complementary', { name: 'Live' }).waitFor();
    const drawer = page.getByRole('dialog', { name: 'Live' });
    for (const width of [1120, 390, 320]) {
      await page.setViewportSize({ width, height: 860 });
      await ui.button('Live', true).click();
      await drawer.getByRole('button', { name: 'Requests' }).waitFor();
      await expectAccessible(page);
      if (width === 390) expect(await page.evaluate<string[]>(CUT)).toEqual([]);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
    }
  });
});
