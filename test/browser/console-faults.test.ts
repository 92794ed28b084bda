import { describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

// In a file of its own: Frontdesk does not call the upstream again before Retry-After has passed.
describe('an injected fault', () => {
  it('is for the upstream of the page, and the form keeps what was chosen', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Items');
    const openTab = (name: string) => page.getByRole('tab', { name }).click();
    await openTab('Faults');
    const upstream = page.getByLabel('Upstream');
    await expect.poll(() => upstream.inputValue()).toBe('business');
    await ui.goTo('Restore points');
    await expect.poll(() => upstream.inputValue()).toBe('graph');
    await upstream.selectOption('Document models');
    await page.getByLabel('Throttle 429').check();
    await page.getByLabel('Retry-After (s)').fill('7');
    await openTab('Requests');
    await openTab('Faults');
    await expect.poll(() => upstream.inputValue()).toBe('docs');
    await expect.poll(() => page.getByLabel('Retry-After (s)').inputValue()).toBe('7');
  });

  it('is announced on every view, fails calls with 429, and is cleared with one click', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Items');
    await page.getByRole('tab', { name: 'Faults' }).click();
    await page.getByLabel('Upstream').selectOption('Business data');
    await page.getByLabel('Throttle 429').check();
    await page.getByLabel('Retry-After (s)').fill('30');
    await page.getByLabel('Calls').selectOption('All calls, until cleared');
    await expectAccessible(page);
    await ui.button('Inject fault').click();
    await ui.main().getByText('Faults are active.').waitFor();
    await ui.button('Bicycle').click();
    await ui.heading('Too many requests', 2).waitFor();
    await ui
      .main()
      .getByText(/in \d+ s \(Retry-After\)/)
      .waitFor();
    await expect.poll(() => ui.button('Try again').isDisabled()).toBe(true);
    await expectAccessible(page);
    await keepScreenshot(page, 'console-fault');
    await expect.poll(() => page.getByRole('heading', { name: 'Active faults', level: 2 }).count()).toBe(1);
    await ui.button('Clear').first().click();
    await ui.main().getByText('Faults are active.').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Requests' }).click();
    await ui.liveRow('Items', '429').first().waitFor();
  });
});
