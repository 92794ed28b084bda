import { beforeEach, describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { choosePersona, expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

describe('the landing page', () => {
  const tile = (name: string) => ui.page.getByRole('region', { name });

  it.each(['light', 'dark'] as const)('shows what is going on today, in %s colours', async (colorScheme) => {
    const page = await ui.signIn('Ada Okafor', { colorScheme });
    await tile('Active health events').getByText('Virtual machines unreachable in West Europe').waitFor();
    await expect.poll(() => tile('Active health events').getByText('Unusual use of a virtual machine').count()).toBe(0);
    await tile('Streaming jobs').getByText('Running', { exact: true }).waitFor();
    await ui.button('Refresh', true).click();
    await tile('Last requests').getByText('Ada Okafor').first().waitFor();
    await tile('Served from the cache').getByText('hit').waitFor();
    await ui.stack.control.fault({ api: 'graph', times: 3, fault: { kind: 'delay', ms: 1 } });
    await tile('Faults').getByText('delay of 1 ms').waitFor();
    await expectAccessible(page);
    await ui.button('Clear all faults').click();
    await tile('Faults').getByText('None: the local upstreams work.').waitFor();
    for (const width of [1120, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate('scrollTo(0, 0)');
    await keepScreenshot(page, `console-today-${colorScheme}`);
  });

  it('leads to a first call without an id: a job is picked by its name and loaded', async () => {
    await ui.signIn('Ada Okafor');
    await ui.button('visits-per-page').click();
    await ui.heading('Streaming jobs').waitFor();
    await expect
      .poll(() => ui.page.getByRole('combobox', { name: 'Job', exact: true }).inputValue())
      .toBe('visits-per-page');
    await ui.button('Load').click();
    await ui.page.getByRole('region', { name: 'Job', exact: true }).getByText('Running').first().waitFor();
  });

  it('stands when a part fails, and says which role a part needs', async () => {
    const page = await ui.open();
    await page.route('**/streamingjobs?*', (route) => route.abort());
    await page.goto(`${ui.stack.frontdesk}/console`);
    await ui.button('Sign in').first().click();
    await choosePersona(page, 'Ada Okafor');
    await tile('Streaming jobs').getByText('Cannot be read').waitFor();
    await tile('Active health events').getByText('Virtual machines unreachable').waitFor();
    await expectAccessible(page);
    await page.unroute('**/streamingjobs?*');
    await tile('Streaming jobs').getByRole('button', { name: 'Try again' }).click();
    await tile('Streaming jobs').getByText('visits-per-page').waitFor();
    await page.getByText('Account: Ada Okafor').click();
    await ui.button('Dan Petrov').click();
    await page.getByText('Account: Dan Petrov').waitFor();
    await tile('Active health events').getByText('Needs the role HealthEvents.Read.').waitFor();
    await ui.main().getByText('You have the role for 0 of 9').waitFor();
    await expectAccessible(page);
  });
});

describe('backup, document models and business data', () => {
  beforeEach(() => ui.signIn('Ada Okafor'));

  it('finds restore points, and names the units without any', async () => {
    await ui.goTo('Restore points');
    for (const unit of ['Shop site', 'Mailbox', 'Empty']) await ui.page.getByLabel(unit, { exact: true }).check();
    await ui.button('Search').click();
    await ui.page.getByText('No restore points for Empty.').waitFor();
    await expect.poll(() => ui.main().getByRole('row').count()).toBe(3);
    await expectAccessible(ui.page);
    await ui.page.getByLabel('Artifact query').fill("Sender -eq 'a@b.example'");
    await ui.page.getByText('must have one element').waitFor();
    await expect.poll(() => ui.button('Search').isDisabled()).toBe(true);
  });

  it('confirms before it deletes a draft restore session, and says why another cannot be deleted', async () => {
    await ui.goTo('Restore sessions');
    await ui.page.getByLabel('Draft', { exact: true }).check();
    await ui.button('Delete…').click();
    await ui.page.getByRole('dialog').getByText('cannot be undone').waitFor();
    await expectAccessible(ui.page);
    await ui.button('Delete', true).click();
    await ui.page.getByRole('region', { name: 'Deleted' }).getByText('Draft was deleted').waitFor();
    await ui.page.getByLabel('Active', { exact: true }).check();
    await ui.button('Delete…').click();
    await ui.button('Delete', true).click();
    await ui.main().getByText('the restore session is active').waitFor();
    await ui.main().getByText('nothing was changed').waitFor();
    expect(await ui.button('Try again').count()).toBe(0);
    await expectAccessible(ui.page);
  });

  it('authorizes a model copy, and hides the token until the user reveals it', async () => {
    await ui.goTo('Model copies');
    await ui.page.getByLabel('Model id').fill('_');
    await ui.page.getByText('must match').waitFor();
    await ui.page.getByLabel('Model id').fill('invoices-of-the-browser');
    await ui.button('Authorize copy').click();
    const result = ui.page.getByRole('region', { name: 'Authorization' });
    await result.getByText('••••').waitFor();
    await expectAccessible(ui.page);
    // The service's own address: nobody behind Frontdesk can open it.
    expect(await ui.page.content()).not.toContain(ui.stack.upstream);
    await result.getByRole('button', { name: 'Copy authorization as JSON' }).waitFor();
    const token = () => result.locator('.secret code').textContent();
    await ui.button('Reveal access token').click();
    expect(await token()).not.toContain('•');
    await ui.button('Hide access token').click();
    expect(await token()).toContain('•');
  });

  it('reads a customer with related data, and an item', async () => {
    await ui.goTo('Customers');
    await ui.page.getByLabel('Currency').check();
    await ui.button('Adatum').click();
    await ui.heading('Adatum Corporation', 2).waitFor();
    expect((await ui.stack.control.calls()).at(-1)?.path).toContain('$expand=currency');
    await ui.heading('Currency', 3).waitFor();
    await ui.page.getByText(/^OK · 200 · request/).click();
    await ui.page.getByRole('region', { name: 'Response as JSON' }).waitFor();
    await expectAccessible(ui.page);
    await ui.goTo('Items');
    await ui.button('Bicycle').click();
    await ui.page.getByRole('article').getByText('In stock').waitFor();
    await expectAccessible(ui.page);
  });

  it('offers companies, customers and items by name, to the mouse and to the keyboard', async () => {
    await ui.goTo('Customers');
    const company = ui.page.getByRole('combobox', { name: 'Company' });
    await expect.poll(() => company.inputValue()).toBe('Contoso Ltd.');
    await company.fill('');
    await ui.page.getByRole('option', { name: /c0400000…0000000a/ }).click();
    await ui.page.getByText('Company: Id c0400000…0000000a').waitFor();
    const customer = ui.page.getByRole('combobox', { name: 'Customer' });
    await customer.fill('');
    await customer.pressSequentially('adat');
    await ui.page.getByRole('option', { name: 'Adatum Corporation' }).waitFor();
    await expectAccessible(ui.page);
    const filters = (await ui.stack.control.calls()).map(({ path }) => decodeURIComponent(path).replaceAll('+', ' '));
    expect(filters.at(-1)).toContain("contains(displayName,'adat') or contains(displayName,'Adat')");
    await ui.page.keyboard.press('ArrowDown');
    await ui.page.keyboard.press('Enter');
    await expect.poll(() => customer.inputValue()).toBe('Adatum Corporation');
    await ui.page.keyboard.press('Enter');
    await ui.heading('Adatum Corporation', 2).waitFor();
    await ui.page.reload();
    await ui.heading('Customers').waitFor();
    await expect.poll(() => customer.inputValue()).toBe('Adatum Corporation');
    await customer.fill('nobody of this name');
    await ui.page.getByText('Nothing matches.').waitFor();
    await ui.page.keyboard.press('Escape');
    await customer.fill('');
    await expect.poll(() => ui.button('Read').isDisabled()).toBe(true);
  });

  it('offers restore sessions by kind and time', async () => {
    await ui.goTo('Restore sessions');
    await ui.page.getByRole('combobox', { name: 'Restore session' }).click();
    await ui.page.getByRole('option').filter({ hasText: 'draft' }).first().click();
    await ui.button('Delete…').click();
    await ui.button('Delete', true).click();
    await ui.page.getByRole('region', { name: 'Deleted' }).waitFor();
  });
});
