import { beforeEach, describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

describe('resource management', () => {
  beforeEach(() => ui.signIn('Ada Okafor'));

  it('shows health events on a timeline, page by ui.page, filtered by level, the sensitive one hidden', async () => {
    await ui.goTo('Health events');
    await ui.button('Show events').click();
    await ui.page.getByText('Showing 5 · more available').waitFor();
    await ui.button('Next page').click();
    await ui.page.getByText('Showing 10 · more available').waitFor();
    expect(await ui.page.content()).not.toContain('Unusual use of a virtual machine');
    await ui.page.getByLabel(/^Critical/).check();
    await ui.page.getByText('Showing 2 of 10').waitFor();
    await ui.button('Sensitive event').click();
    await ui.button('Reveal').click();
    await ui.button('Unusual use of a virtual machine').waitFor();
    await ui.button('Virtual machines unreachable').click();
    await ui.page.getByText('Half of the racks are back.').waitFor();
    await expectAccessible(ui.page);
  });

  it('passes a filter to the service, and says if no events match', async () => {
    await ui.goTo('Health events');
    await ui.page.getByLabel('Filter').fill("status eq 'Paused'");
    await ui.button('Show events').click();
    await ui.page.getByText('No events match this filter.').waitFor();
    const calls = await ui.stack.control.calls();
    expect(decodeURIComponent(calls.at(-1)?.path ?? '').replaceAll('+', ' ')).toContain("$filter=status eq 'Paused'");
  });

  it('validates a streaming job as the user types, creates it, and shows a diff before it replaces it', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByLabel('Template').selectOption('Invalid job');
    await ui.heading('Problems (7)', 2).waitFor();
    await expectAccessible(ui.page);
    await keepScreenshot(ui.page, 'console-streaming-job');
    expect(await ui.button('Create job').isDisabled()).toBe(true);
    await ui.button(/properties\.jobType/).click();
    expect(await ui.page.evaluate('getSelection().toString()')).toContain('"jobType": "Fog"');

    await ui.page.getByLabel('Template').selectOption('Clicks from blobs to a database');
    await ui.page.getByRole('textbox', { name: 'Job', exact: true }).fill('browser-test');
    await ui.button('Create job').click();
    const written = ui.page.getByRole('region', { name: 'Saved job' });
    await written.getByText('West Europe').waitFor();

    const editor = ui.page.getByLabel('Job as JSON');
    await editor.fill((await editor.inputValue()).replace('West Europe', 'North Europe'));
    await ui.button('Compare and replace').click();
    const dialog = ui.page.getByRole('dialog');
    await dialog.getByText('"location": "North Europe"').waitFor();
    expect(await dialog.textContent()).not.toContain('bm90IGEga2V5');
    await expectAccessible(ui.page);
    await keepScreenshot(ui.page, 'console-replace');
    await ui.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await ui.stack.control.calls()).filter(({ method }) => method === 'PUT')).toHaveLength(1);

    await ui.button('Compare and replace').click();
    await ui.button('Replace job').click();
    await written.getByText('North Europe', { exact: true }).waitFor();
    const [, replacing] = (await ui.stack.control.calls()).filter(({ method }) => method === 'PUT');
    expect(replacing?.headers['if-match']).toMatch(/[\da-f-]{36}/);
  });

  it('does not create a job over an existing one', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByLabel('Template').selectOption('Empty job');
    await ui.button('Create job').click();
    await ui.page.getByRole('region', { name: 'Saved job' }).waitFor();
    await ui.page.getByLabel('If the job exists').selectOption('create');
    await ui.button('Create job').click();
    await ui.heading('Changed by someone else', 2).waitFor();
    await ui.main().getByText('nothing was changed').waitFor();
    await ui.main().getByText('A job with this name exists').waitFor();
  });

  it('connects an authorization, and lists it with its status and without its secret', async () => {
    await ui.goTo('Authorizations');
    await ui.page.getByLabel('Client secret').fill('a-secret-of-the-test');
    await ui.button('Create authorization').click();
    await ui.main().getByText('Connected').first().waitFor();
    await ui.page.getByLabel('Grant').selectOption('Authorization code');
    await ui.page.getByLabel('Client id').fill('');
    await ui.button('Update authorization').click();
    await ui.main().getByText('Unauthenticated: ').waitFor();
    await expectAccessible(ui.page);
    expect(await ui.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('a-secret-of-the-test');
    expect(await ui.page.content()).not.toContain('a-secret-of-the-test');
  });

  it('saves the diagnostic of an API and validates its limits', async () => {
    await ui.goTo('API diagnostics');
    await ui.page.getByLabel('Sampling (%)').fill('101');
    await ui.page.getByText('must be an integer between 0 and 100').waitFor();
    expect(await ui.button('Create or update diagnostic').isDisabled()).toBe(true);
    await ui.page.getByLabel('Sampling (%)').fill('25');
    await ui.button('Create or update diagnostic').click();
    await ui.page.getByRole('region', { name: 'Saved diagnostic' }).getByText('25 %').waitFor();
    await ui.button('Update diagnostic', true).waitFor();
    await expectAccessible(ui.page);
  });
});
