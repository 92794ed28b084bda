/** What the five sample users come for, each with the clicks that it takes. */
import { describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';

const ui = useConsolePage();

const GROUP = '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop';
const VM = `${GROUP}/providers/Vendor.Compute/virtualMachines/vm-web`;
const PROVIDER = `${GROUP}/service/gateway-shop/authorizationProviders/github`;
/** The seeded events have fixed times. */
const DATE_OF_THE_SEED = '2026-11-22T17:00:00Z';

describe('Ben, on call', () => {
  it('sees which machine is unwell, and opens why: 1 click', async () => {
    await ui.signIn('Ben Lindqvist');
    await ui.row('vm-web').getByText('Critical').waitFor();
    await ui.click(ui.link('vm-web'));
    await ui.main().getByText('Half of the racks are back.').waitFor();
    expect(ui.clicks).toBe(1);
  });

  it('gets the same from a link, also after a reload: 0 clicks', async () => {
    const page = await ui.signIn('Ben Lindqvist', `fleet?item=${VM}`);
    await ui.main().getByText('Half of the racks are back.').waitFor();
    await page.reload();
    await ui.main().getByText('Half of the racks are back.').waitFor();
    expect(ui.clicks).toBe(0);
  });

  it('has the first event in the first window, one Tab and Enter away, the newest update first, with its newest line', async () => {
    const page = await ui.signIn('Ben Lindqvist', `health-events?in=${VM}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('All 16').waitFor();
    const first = ui.main().getByRole('rowheader').first();
    expect((await first.boundingBox())?.y).toBeLessThan(500);
    expect(await first.innerText()).toContain('Some sign-ins to the portal need a second try.');
    await page.reload();
    await page.getByText('All 16').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate("document.activeElement?.closest('th[scope=row]') !== null")).toBe(true);
  });

  it('narrows to what is active and critical, which a link keeps: 3 clicks, and back undoes one', async () => {
    const page = await ui.signIn('Ben Lindqvist');
    await page.clock.setFixedTime(DATE_OF_THE_SEED);
    await ui.goTo('Health events');
    await ui.click(page.getByRole('link', { name: /^Active \d/ }));
    await ui.click(page.getByRole('link', { name: /^Critical \d/ }));
    await page.getByText('2 of 16').waitFor();
    expect(ui.clicks).toBe(3);
    await page.reload();
    await page.getByText('2 of 16').waitFor();
    await page.goBack();
    await page.getByText('7 of 16').waitFor();
  });

  it('keeps a sensitive event hidden until it is revealed: 2 clicks', async () => {
    const page = await ui.signIn('Ben Lindqvist', `health-events?in=${VM}`);
    await ui.click(ui.link(/^Sensitive event/));
    expect(await page.content()).not.toContain('Unusual use of a virtual machine');
    await ui.click(ui.button('Reveal'));
    await ui.main().getByText('Unusual use of a virtual machine').first().waitFor();
    expect(ui.clicks).toBe(2);
  });

  it('finds the restore points of a unit: 3 clicks, and 0 from a link', async () => {
    const page = await ui.signIn('Ben Lindqvist');
    await ui.goTo('Restore points');
    await ui.click(page.getByLabel('Shop site', { exact: true }));
    await ui.click(ui.button('Search', true));
    await page.getByRole('region', { name: 'Restore points found' }).waitFor();
    expect(ui.clicks).toBe(3);
    await page.reload();
    await page.getByRole('region', { name: 'Restore points found' }).waitFor();
  });
});

describe('Ada, administrator', () => {
  it('stops a running job from its row, and sees it stop: 3 clicks', async () => {
    await ui.signIn('Ada Okafor');
    await ui.goTo('Streaming jobs');
    await ui.click(ui.row('visits-per-page').getByRole('button', { name: 'Stop…' }));
    await ui.click(ui.confirm('Stop'));
    await ui.row('visits-per-page').getByText('Stopped', { exact: true }).waitFor();
    expect(ui.clicks).toBe(3);
  });

  it('creates a job from the example, whose problems are listed as it is typed: 4 clicks', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Streaming jobs');
    await ui.click(page.getByRole('link', { name: 'New job…' }));
    const text = page.getByRole('textbox', { name: 'Job as JSON' });
    await text.fill('{"properties": {"jobType": "Fog"}}');
    await page.getByRole('button', { name: /properties\.jobType/ }).waitFor();
    await ui.click(ui.button('Fill in the example'));
    await page.getByLabel('Name').fill('clicks');
    await ui.click(ui.button('Create job'));
    await ui.row('clicks').waitFor();
    expect(ui.clicks).toBe(4);
    expect(page.url()).toContain('item=clicks');
  });

  it("sees what a colleague changed before the colleague's work is lost", async () => {
    const page = await ui.signIn('Ada Okafor', `streaming-jobs?in=${GROUP}&item=orders-per-minute&tab=edit`);
    const text = page.getByRole('textbox', { name: 'Job as JSON' });
    const job = JSON.parse(await text.inputValue());
    await text.fill(JSON.stringify({ ...job, tags: { team: 'mine' } }));
    await ui.main().getByRole('heading', { name: 'What you change (1)' }).waitFor();
    await page.evaluate(`(async () => {
      const { accessToken } = JSON.parse(sessionStorage['frontdesk.session']);
      const url = '${GROUP}/providers/Vendor.StreamAnalytics/streamingjobs/orders-per-minute?api-version=2020-03-01';
      const headers = { authorization: 'Bearer ' + accessToken, 'content-type': 'application/json' };
      const body = JSON.stringify({ ...${JSON.stringify(job)}, tags: { team: 'theirs' } });
      const { status } = await fetch(url.replace('resourceGroups', 'resourcegroups'), { method: 'PUT', headers, body });
      if (status >= 300) throw new Error('The write returned ' + status);
    })()`);
    await ui.button('Save orders-per-minute').click();
    const theirs = page.getByRole('region', { name: 'They changed' });
    await theirs.getByText('tags.team').waitFor();
    await theirs.getByText('theirs', { exact: true }).waitFor();
    await ui.button('Save mine over theirs').click();
    await page.getByText('Change orders-per-minute: done.').first().waitFor();
  });

  it('changes the sampling of a diagnostic in a form: 4 clicks', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('API diagnostics');
    await ui.click(ui.main().getByRole('rowheader').first().getByRole('link'));
    await ui.click(page.getByRole('link', { name: 'Edit' }));
    await page.getByLabel('Sampling (%)').fill('101');
    await page.getByText('must be at most 100').first().waitFor();
    await page.getByLabel('Sampling (%)').fill('25');
    await ui.click(ui.button(/^Save /));
    await page
      .getByText(/: done\./)
      .first()
      .waitFor();
    expect(ui.clicks).toBe(4);
  });

  it('leads an authorization to its consent in another tab: 3 clicks here', async () => {
    const page = await ui.signIn('Ada Okafor', `authorizations?in=${PROVIDER}&item=nightly`);
    await ui.click(ui.button('Get the login link'));
    const [tab] = await Promise.all([
      ui.context.waitForEvent('page'),
      ui.click(page.getByRole('link', { name: /^Sign in at/ })),
    ]);
    await tab
      .getByRole('link', { name: /allow/i })
      .or(tab.getByRole('button', { name: /allow/i }))
      .first()
      .click();
    await expect.poll(() => page.getByLabel('Code').inputValue()).not.toBe('');
    await ui.click(ui.button('Confirm', true));
    await ui.main().getByText('Connected').first().waitFor();
    expect(ui.clicks).toBe(3);
  });

  it('deletes a draft restore session; others have no such button: 3 clicks', async () => {
    await ui.signIn('Ada Okafor');
    await ui.goTo('Restore sessions');
    const drafts = ui.main().getByRole('row').filter({ hasText: 'draft' });
    const before = await drafts
      .first()
      .waitFor()
      .then(() => drafts.count());
    expect(await ui.main().getByRole('button', { name: 'Delete…' }).count()).toBe(before);
    await ui.click(drafts.first().getByRole('button', { name: 'Delete…' }));
    await ui.click(ui.confirm('Delete'));
    await expect.poll(() => drafts.count()).toBe(before - 1);
    expect(ui.clicks).toBe(3);
  });

  it('allows a model copy, whose token is hidden until it is revealed: 3 clicks', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Model copies');
    await page.getByLabel('Model id').fill('invoices-of-the-browser');
    await ui.click(ui.button('Allow the copy'));
    const result = page.getByRole('region', { name: 'Permission to copy' });
    await result.getByText('••••').waitFor();
    await ui.click(ui.button('Reveal access token'));
    expect(await result.locator('.secret code').textContent()).not.toContain('•');
    expect(ui.clicks).toBe(3);
  });
});

describe('Carla, finance', () => {
  it('reads the price and the stock of an item: 2 clicks', async () => {
    await ui.signIn('Carla Nunes');
    await ui.goTo('Items');
    await ui.click(ui.link('Bicycle'));
    await ui.main().getByText('Cost', { exact: true }).waitFor();
    expect(ui.clicks).toBe(2);
  });

  it('finds a customer by name from the list of companies: 2 clicks and a word', async () => {
    const page = await ui.signIn('Carla Nunes');
    await ui.click(ui.main().getByRole('link', { name: 'Customers' }).first());
    await page.getByLabel('Search by name').fill('adat');
    await page.keyboard.press('Enter');
    await ui.click(ui.link('Adatum Corporation'));
    await ui.main().getByText('Currency').waitFor();
    expect(ui.clicks).toBe(2);
    await page.reload();
    await ui.main().getByText('Currency').waitFor();
  });
});

describe('Dan and Fay', () => {
  it('Dan, who has no role, is told in one sentence whom to ask; nothing is sent', async () => {
    await ui.signIn('Dan Petrov');
    await ui.main().getByText('You need the role HealthEvents.Read for this page.').waitFor();
    expect(await ui.stack.control.calls()).toEqual([]);
  });

  it('Fay, of another company, is told that the resource is not granted, from a link', async () => {
    await ui.signIn('Fay Tanaka', `health-events?in=${VM}`);
    await ui.main().getByText('You have the role, but not for this resource.').waitFor();
    await ui.liveRow('listHealthEvents', 'not granted').first().waitFor();
  });
});
