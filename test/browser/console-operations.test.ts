import { beforeEach, describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { expectAccessible } from './support.ts';

const ui = useConsolePage();

describe('backup, document models and business data', () => {
  beforeEach(() => ui.signIn('Ada Okafor'));

  it('finds restore points, and names the units without any', async () => {
    await ui.goTo('Restore points');
    for (const unit of ['Shop site', 'Mailbox', 'Empty']) await ui.page.getByLabel(unit, { exact: true }).check();
    await ui.button('Search').click();
    await ui.page.getByText('No restore points for Empty.').waitFor();
    expect(await ui.main().getByRole('row').count()).toBe(3);
    await expectAccessible(ui.page);
    await ui.page.getByLabel('Artifact query').fill("Sender -eq 'a@b.example'");
    await ui.page.getByText('must have one element').waitFor();
    expect(await ui.button('Search').isDisabled()).toBe(true);
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
    await expectAccessible(ui.page);
    await ui.goTo('Items');
    await ui.button('Bicycle').click();
    await ui.page.getByRole('article').getByText('In stock').waitFor();
    await expectAccessible(ui.page);
  });

  it('offers companies, customers and items by name, to the mouse and to the keyboard', async () => {
    await ui.goTo('Customers');
    const company = ui.page.getByRole('combobox', { name: 'Company' });
    expect(await company.inputValue()).toBe('Contoso');
    await company.fill('');
    await ui.page.getByRole('option', { name: /c0400000…0000000a/ }).click();
    await ui.page.getByRole('code').filter({ hasText: 'c0400000…0000000a' }).waitFor();
    const customer = ui.page.getByRole('combobox', { name: 'Customer' });
    await customer.pressSequentially('adat');
    await ui.page.getByRole('option', { name: 'Adatum Corporation' }).waitFor();
    await expectAccessible(ui.page);
    const filters = (await ui.stack.control.calls()).map(({ path }) => decodeURIComponent(path).replaceAll('+', ' '));
    expect(filters.at(-1)).toContain("contains(displayName,'adat') or contains(displayName,'Adat')");
    await ui.page.keyboard.press('ArrowDown');
    await ui.page.keyboard.press('Enter');
    expect(await customer.inputValue()).toBe('Adatum Corporation');
    await ui.page.keyboard.press('Enter');
    await ui.heading('Adatum Corporation', 2).waitFor();
    await ui.page.reload();
    await ui.heading('Customers').waitFor();
    expect(await customer.inputValue()).toBe('Adatum Corporation');
    await customer.fill('nobody of this name');
    await ui.page.getByText('Nothing matches.').waitFor();
    await ui.page.keyboard.press('Escape');
    await customer.fill('');
    expect(await ui.button('Read').isDisabled()).toBe(true);
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
