import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { choosePersona, expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

/** Every write takes effect, and its response is lost. */
async function loseResponses(page: Page, url: string): Promise<void> {
  const headers = { 'x-frontdesk-outcome': 'unknown', 'x-frontdesk-problem': 'upstream_timeout' };
  const json = { error: { code: 'upstream_timeout', message: 'The cloud service did not respond in time.' } };
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    return route.fulfill({ status: 504, headers, json });
  });
}

const OF_CONTOSO =
  '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines/vm-web';

describe('a failed call', () => {
  it('names the missing role, and nothing is sent upstream', async () => {
    const page = await ui.signIn('Carla Nunes');
    await ui.goTo('Health events');
    await page.getByRole('combobox', { name: 'Resource', exact: true }).fill(OF_CONTOSO);
    await ui.button('Show events').click();
    await ui.heading('Access denied', 2).waitFor();
    await ui.main().getByText("You don't have the role HealthEvents.Read. Ask").waitFor();
    expect(await ui.stack.control.calls()).toEqual([]);
    await ui.liveRow('Health events', 'no role').filter({ hasText: 'no upstream call' }).first().waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'console-denied');
  });

  it('distinguishes a resource that is not granted from a missing role', async () => {
    const page = await ui.signIn('Fay Tanaka');
    await ui.goTo('Health events');
    await page.getByRole('combobox', { name: 'Resource', exact: true }).fill(OF_CONTOSO);
    await ui.button('Show events').click();
    await ui.main().getByText('You have the role, but not for this resource.').waitFor();
    await ui.liveRow('Health events', 'not granted').first().waitFor();
  });

  it('is retried by Frontdesk, and the live panel shows both upstream calls and the stages', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Customers');
    // The lists that fill the fields are read.
    await expect.poll(() => ui.page.getByRole('combobox', { name: 'Customer' }).inputValue()).not.toBe('');
    await ui.stack.control.fault({ api: 'business', fault: { kind: 'status', status: 500 } });
    await ui.button('Trey research').click();
    await ui.heading('Trey Research', 2).waitFor();
    const row = ui.liveRow('Customers', '2 upstream calls').first();
    await row.getByRole('button').click();
    const stages = page.getByRole('list', { name: 'Stages' });
    await stages.getByText('Upstream, 2 calls').waitFor();
    await stages.getByText('Pauses between calls').waitFor();
    await expectAccessible(page);
    await ui.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ui.button('Copy as curl').click();
    await page.getByText('command copied.').waitFor();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/companies\(/);
    expect(command).toContain('Bearer $TOKEN');
    await page.getByLabel('Filter by status').selectOption('failed');
    await page.getByText('No request matches.').waitFor();
    await ui.button('Show all').click();
    await row.waitFor();
    await ui.button('Clear', true).click();
    await page.getByText('Requests appear here').waitFor();
  });

  it('shows the progress of a slow call, which can be cancelled', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Items');
    await expect.poll(() => page.getByRole('combobox', { name: 'Item' }).inputValue()).not.toBe('');
    await ui.stack.control.fault({ api: 'business', times: 10, fault: { kind: 'hang' } });
    await ui.button('Bell').click();
    await page.getByText('Waiting for the item').waitFor();
    await expectAccessible(page);
    await ui.button('Cancel').click();
    await page.getByText('Select a company and an item.').waitFor();
  });

  it('says if Frontdesk cannot be reached, and can be retried', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Customers');
    await page.route('**/companies*/**', (route) => route.abort());
    await ui.button('Adatum').click();
    await ui.heading('Cannot connect to Frontdesk', 2).waitFor();
    await ui.liveRow('Customers', 'no response').first().waitFor();
    await expectAccessible(page);
    await page.unroute('**/companies*/**');
    await ui.button('Try again').click();
    await ui.heading('Adatum Corporation', 2).waitFor();
  });

  it('is checked before it is sent again, if it is a write that may have taken effect', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Authorizations');
    const authorization = page.getByRole('combobox', { name: 'Authorization', exact: true });
    await authorization.fill('build');
    await expect.poll(() => authorization.inputValue()).toBe('build');
    await loseResponses(page, '**/authorizations/**');
    await page.getByLabel('Client secret').fill('a-secret-of-the-test');
    await ui.button('Create authorization').click();
    await ui.heading('Timed out', 2).waitFor();
    await expect.poll(() => ui.button('Try again').count()).toBe(0);
    await expectAccessible(page);
    await ui.button('Check').click();
    // Nobody reads the secret: it is there, and may be another's.
    await ui.main().getByText('Nobody can tell').waitFor();
    await ui.button('Try again').waitFor();
    await ui.button('Show what is there').click();
    const card = page.getByRole('region', { name: 'github / build' });
    await card.getByText('Connected').waitFor();
    await card.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await ui.button('Check').click();
    await ui.main().getByText('It is gone.').waitFor();
    await page.getByRole('region', { name: 'Deleted' }).waitFor();
    await expectAccessible(page);
  });

  it('says what became of a start that the user did not wait for', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Streaming jobs');
    await page.getByRole('combobox', { name: 'Job', exact: true }).fill('not-waited-for');
    await page.getByLabel('Template').selectOption('Empty job');
    await ui.button('Create job').click();
    await page.getByRole('region', { name: 'Saved job' }).waitFor();
    await page.route('**/start?*', () => undefined);
    await ui.button('Start…').click();
    await ui.button('Start job').click();
    await ui.button('Cancel').click();
    await ui.main().getByText('You stopped waiting. It may still be carried out.').waitFor();
    await ui.button('Check').click();
    await ui.main().getByText('It was not started, at least not yet: the job is Created.').waitFor();
    await page.unroute('**/start?*');
    await ui.button('Try again').click();
    await page.getByRole('region', { name: 'Job', exact: true }).getByText('Starting', { exact: true }).waitFor();
  });

  it('shows a cache hit for the second search', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Restore points');
    await page.getByLabel('Drive', { exact: true }).check();
    await ui.button('Search').click();
    await ui.main().getByText('cache miss').waitFor();
    await ui.button('Search').click();
    await ui.main().getByText('cache hit').waitFor();
    await ui.liveRow('Restore points', 'cache hit').filter({ hasText: 'no upstream call' }).first().waitFor();
  });
});

it('works without a local stack: no sample users, no faults, and only the requests of the page', async () => {
  const page = await ui.open();
  await page.route('**/console/config.json', async (route) => {
    const { controlUrl: _, ...deployed } = await (await route.fetch()).json();
    await route.fulfill({ json: deployed });
  });
  await page.goto(`${ui.stack.frontdesk}/console`);
  await expect.poll(() => page.getByText('Ada Okafor').count()).toBe(0);
  await ui.button('Sign in').click();
  await choosePersona(page, 'Ada Okafor');
  await ui.goTo('Items');
  await page.getByLabel('Company').fill('c0400000-0000-4000-8000-00000000000a');
  await page.getByRole('combobox', { name: 'Item' }).fill('17e00000-0000-4000-8000-0000000000a1');
  await ui.button('Read').click();
  await ui.heading('Bicycle', 2).waitFor();
  await page.getByText('Shows only the requests of this page').waitFor();
  await ui.liveRow('Items', 'Ada Okafor').filter({ hasText: '200' }).waitFor();
  await page.getByRole('tab', { name: 'Faults' }).click();
  await page.getByText('Faults need the local stack').waitFor();
  await expectAccessible(page);
});
