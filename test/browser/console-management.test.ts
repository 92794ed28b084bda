import { beforeEach, describe, expect, it } from 'vitest';
import { listJobTemplates } from '../../pages/console/logic/job-templates.ts';
import { useConsolePage } from './console-page.ts';
import { expectAccessible, keepScreenshot } from './support.ts';

const ui = useConsolePage();

const setModes = (modes: object) =>
  fetch(`${ui.stack.upstream}/_control/modes`, { method: 'POST', body: JSON.stringify(modes) });

const START_BY_SOMEBODY_ELSE = `(async () => {
  const { accessToken } = JSON.parse(sessionStorage.getItem('frontdesk.session'));
  const { subscriptionId } = JSON.parse(sessionStorage.getItem('jobs.path'));
  const job = '/subscriptions/' + subscriptionId + '/resourcegroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/shared';
  const headers = { authorization: 'Bearer ' + accessToken };
  const { status } = await fetch(job + '/start?api-version=2020-03-01', { method: 'POST', headers });
  if (status !== 202) throw new Error('The start returned ' + status);
})()`;

/** The seeded events have fixed times. */
const DATE_OF_THE_SEED = '2026-11-22T17:00:00Z';

const CLICKS = listJobTemplates('Vendor')[0]?.job;

const editor = () => ui.page.getByRole('textbox', { name: 'Job as JSON' });

async function readJob(): Promise<{ readonly properties: object }> {
  return JSON.parse(await editor().inputValue());
}

async function writeJob(job: object): Promise<void> {
  await editor().fill(JSON.stringify(job, undefined, 2));
}

/** Opens the view with the name of an authorization that there is not yet. */
async function openAuthorization(name: string): Promise<void> {
  await ui.goTo('Authorizations');
  await ui.page.getByRole('combobox', { name: 'Authorization', exact: true }).fill(name);
}

describe('resource management', () => {
  beforeEach(() => ui.signIn('Ada Okafor'));

  it('shows health events on a timeline, active ones first, with exact times, narrowed by chips', async () => {
    await ui.page.clock.setFixedTime(DATE_OF_THE_SEED);
    await ui.goTo('Health events');
    await ui.button('Show events').click();
    await ui.heading('7 active events, 2 critical', 2).waitFor();
    await ui.page.getByText('Showing all 16').waitFor();
    await expect
      .poll(() => ui.main().getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Active 7', 'Planned 1']);
    expect(await ui.page.content()).not.toContain('Unusual use of a virtual machine');
    await ui.button('Virtual machines unreachable').focus();
    await ui.page.getByRole('tooltip').getByText('19 Nov 2026, 06:10 UTC – now').first().waitFor();
    await ui.page.getByText('8 resolved events are older than 30 days.').waitFor();
    await ui.button('Show all', true).click();
    await ui.heading('Resolved 8', 3).waitFor();
    await ui.page.getByLabel(/^Critical/).check();
    await ui.page.getByText('Showing 2 of 16').waitFor();
    await ui.button('Sensitive event').click();
    await ui.button('Reveal').click();
    await ui.button('Unusual use of a virtual machine').waitFor();
    await ui.button('Virtual machines unreachable').click();
    await ui.page.getByText('Half of the racks are back.').waitFor();
    await expectAccessible(ui.page);
    await ui.page.getByLabel(/^West US/).check();
    await ui.page.getByText('No loaded event is Critical and West US.').waitFor();
    await expectAccessible(ui.page);
    await ui.button('Clear the chips').click();
    await ui.page.getByText('Showing all 16').waitFor();
  });

  it('shows the health events of a subscription by service and region, and says if the form has changed', async () => {
    await ui.page.clock.setFixedTime(DATE_OF_THE_SEED);
    await ui.goTo('Health events');
    await ui.page.getByLabel('A subscription').check();
    await ui.button('Show events').click();
    const service = ui.page.getByRole('group').filter({ has: ui.heading('SQL Database', 3) });
    await service.getByRole('list', { name: 'SQL Database, Global' }).getByText('TLS 1.0').waitFor();
    await expect
      .poll(() => service.getByRole('heading', { level: 4 }).allTextContents())
      .toEqual(['West Europe', 'Global']);
    const { path = '' } = (await ui.stack.control.calls()).at(-1) ?? {};
    expect(decodeURIComponent(path)).toMatch(/queryStartTime=\d+\/\d+\/20\d\d/);
    await ui.page.getByLabel('One resource').check();
    await ui.page.getByText('You changed the form.').waitFor();
    await expectAccessible(ui.page);
    await ui.button('Undo the change').click();
    await ui.page.getByText('You changed the form.').waitFor({ state: 'detached' });
    await expect.poll(() => ui.page.getByLabel('A subscription').isChecked()).toBe(true);
  });

  it('keeps the health events up to date, marks what changed, says if it cannot, and pauses', async () => {
    let title = 'The first state';
    let isDown = false;
    /** States for which a poll had a 304. */
    const unchanged: string[] = [];
    await ui.page.route('**/Vendor.ResourceHealth/events?*', (route) => {
      if (isDown) return route.fulfill({ status: 404, json: { code: 'NotFound', message: 'It is gone.' } });
      const headers = { 'cache-control': 'private, max-age=1', etag: `"${title}"` };
      if (route.request().headers()['if-none-match'] === headers.etag) {
        unchanged.push(title);
        return route.fulfill({ status: 304, headers });
      }
      const properties = { title, status: 'Active', impactStartTime: '2026-11-20T00:00:00Z' };
      return route.fulfill({ headers, json: { value: [{ name: 'E', properties }] } });
    });
    await ui.goTo('Health events');
    await ui.button('Show events').click();
    await ui.button('The first state').waitFor();
    await expect.poll(() => unchanged).toContain('The first state');
    title = 'The second state';
    await ui.button('The second state').waitFor();
    await ui.main().getByRole('listitem').getByText('Updated', { exact: true }).waitFor();
    await expectAccessible(ui.page);
    const live = ui.page.getByRole('switch', { name: 'Live updates' });
    await expect.poll(() => unchanged).toContain('The second state');
    isDown = true;
    await ui.page.getByText('No more updates: It is gone.').waitFor();
    await expectAccessible(ui.page);
    await live.click();
    await expect.poll(() => live.getAttribute('aria-checked')).toBe('false');
    isDown = false;
    await live.click();
    await ui.page.getByText('No more updates: It is gone.').waitFor({ state: 'detached' });
  });

  it('shows the health of many resources with one request, and a failure in its row only', async () => {
    const batches: unknown[][] = [];
    const isBatch = ({ pathname }: URL) => pathname === '/$batch';
    await ui.page.route(isBatch, async (route) => {
      const { requests } = route.request().postDataJSON();
      batches.push(requests);
      if (batches.length > 1) return route.continue();
      const failing = requests.findIndex(({ url }: { readonly url: string }) => url.includes('/vm-web/'));
      const response = await route.fetch();
      const { responses } = await response.json();
      const body = { code: 'NotFound', message: 'It is gone.' };
      const changed = responses.map((part: { readonly id: string }) =>
        part.id === String(failing) ? { ...part, status: 404, body } : part,
      );
      await route.fulfill({ response, json: { responses: changed } });
    });
    await ui.goTo('Fleet');
    const row = (name: string) =>
      ui
        .main()
        .getByRole('row')
        .filter({ has: ui.button(name, true) });
    await row('vm-web').getByText('It is gone.').waitFor();
    await row('vm-web').getByText('404').waitFor();
    await row('sql-shop / orders').getByText('Critical').waitFor();
    const names = await ui.main().getByRole('rowheader').allTextContents();
    expect(names.length).toBeGreaterThan(2);
    expect(batches[0]).toHaveLength(names.length);
    await expectAccessible(ui.page);
    await row('vm-web').getByRole('button', { name: 'Try again' }).click();
    await row('vm-web').getByText('Critical').waitFor();
    await ui.page.getByText('It is gone.').waitFor({ state: 'detached' });
    await ui.page.getByText('Add a resource').click();
    const added =
      '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines/vm-typed';
    await ui.page.getByText('Resource: Id').click();
    await ui.page.getByRole('textbox', { name: 'Id (Resource)' }).fill(added);
    await ui.button('Add', true).click();
    await row('vm-typed').getByText('Informational').waitFor();
    await row('vm-typed').getByRole('button', { name: 'Remove' }).click();
    await row('vm-typed').waitFor({ state: 'detached' });
    await row('vm-web').getByRole('button', { name: 'vm-web' }).click();
    await ui.page.getByText('Showing all 16').waitFor();
  });

  it('names the resource by subscription, group and name, and lets it be cleared or entered as an id', async () => {
    await ui.goTo('Health events');
    const resource = ui.page.getByRole('combobox', { name: 'Resource', exact: true });
    await expect.poll(() => ui.page.getByRole('combobox', { name: 'Subscription' }).inputValue()).toBe('Contoso');
    await expect.poll(() => ui.page.getByRole('combobox', { name: 'Resource group' }).inputValue()).toBe('rg-shop');
    await expect.poll(() => resource.inputValue()).toBe('vm-web');
    await resource.click();
    await ui.page.getByRole('option', { name: 'sql-shop / orders' }).waitFor();
    await expectAccessible(ui.page);
    await resource.fill('');
    await expect.poll(() => ui.button('Show events').isDisabled()).toBe(true);
    await ui.goTo('Items');
    await ui.goTo('Health events');
    await expect.poll(() => resource.inputValue()).toBe('');
    await ui.page.getByText('Resource: Id').click();
    const id =
      '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-other/providers/Vendor.Compute/virtualMachines/vm-other';
    await ui.page.getByRole('textbox', { name: 'Id (Resource)' }).fill(id);
    await expect.poll(() => resource.inputValue()).toBe('vm-other');
    await expect.poll(() => ui.page.getByRole('combobox', { name: 'Resource group' }).inputValue()).toBe('rg-other');
    await expectAccessible(ui.page);
    // What succeeded is remembered, and offered first.
    await ui.button('Show events').click();
    await ui.page
      .getByText(/^Showing|^No events/)
      .first()
      .waitFor();
    await ui.page.evaluate("sessionStorage.removeItem('events.resource')");
    await ui.page.reload();
    await ui.heading('Health events').waitFor();
    await expect.poll(() => resource.inputValue()).toBe('vm-other');
    await ui.page.getByRole('combobox', { name: 'Resource group' }).click();
    await ui.page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'rg-other' }).waitFor();
  });

  it('passes a filter to the service, and says if no events match', async () => {
    await ui.goTo('Health events');
    await ui.page.getByLabel('Filter at the service').fill("status eq 'Paused'");
    await ui.button('Show events').click();
    await ui.page.getByText('The service has no events that match').waitFor();
    await expectAccessible(ui.page);
    const calls = await ui.stack.control.calls();
    expect(decodeURIComponent(calls.at(-1)?.path ?? '').replaceAll('+', ' ')).toContain("$filter=status eq 'Paused'");
  });

  it('validates a streaming job as the user types, creates it, and shows a diff before it replaces it', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByLabel('Template').selectOption('Invalid job');
    await ui.heading('Problems (7)', 2).waitFor();
    await expectAccessible(ui.page);
    await keepScreenshot(ui.page, 'console-streaming-job');
    await expect.poll(() => ui.button('Create job').isDisabled()).toBe(true);
    await ui.button(/properties\.jobType/).click();
    expect(await ui.page.evaluate('getSelection().toString()')).toContain('"jobType": "Fog"');

    await ui.page.getByLabel('Template').selectOption('Clicks from blobs to a database');
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('browser-test');
    await ui.button('Create job').click();
    const written = ui.page.getByRole('region', { name: 'Saved job' });
    await written.getByText('West Europe').waitFor();

    await writeJob({ ...(CLICKS as object), location: 'North Europe' });
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

  it('loads a job with its parts, starts it, watches it until it runs, and stops it', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('no-such-job');
    await ui.button('Load').click();
    await ui.heading('Not found', 2).waitFor();
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('watched');
    await ui.button('Create job').click();
    await ui.button('Load').click();
    const job = ui.page.getByRole('region', { name: 'Job', exact: true });
    await job.getByText('Created', { exact: true }).first().waitFor();
    await job.getByText('Output report').waitFor();

    await ui.button('Start…').click();
    await expectAccessible(ui.page);
    await ui.button('Start job').click();
    await job.getByText('Starting', { exact: true }).waitFor();
    await job.getByText(/Asked again in \d+ s/).waitFor();
    await ui.button('Ask now').click();
    await job.getByText(/Asked again in \d+ s/).waitFor();
    await job.getByText('Starting', { exact: true }).waitFor();
    await expectAccessible(ui.page);
    await setModes({ elapsedMs: 60_000 });
    await ui.button('Ask now').click();
    await job.getByText('Running', { exact: true }).waitFor();
    await job.getByText('The service is not done yet.').waitFor({ state: 'detached' });

    await ui.button('Stop…').click();
    await ui.page.getByRole('dialog').getByText('remembers where it stopped').waitFor();
    await ui.button('Stop job').click();
    await job.getByText('Stopping', { exact: true }).waitFor();
    await setModes({ elapsedMs: 120_000 });
    await ui.button('Ask now').click();
    await job.getByText('Stopped', { exact: true }).waitFor();
  });

  it('follows a write that takes a while, and says how a start ended that failed', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('slow-clicks');
    await ui.button('Create job').click();
    await ui.main().getByText('The service is not done yet.').waitFor();
    await setModes({ elapsedMs: 60_000 });
    await ui.button('Ask now').click();
    await ui.main().getByText('The service is not done yet.').waitFor({ state: 'detached' });

    await setModes({ jobsFail: true });
    await ui.button('Start…').click();
    await ui.button('Start job').click();
    await ui.main().getByText('The service is not done yet.').waitFor();
    await setModes({ jobsFail: true, elapsedMs: 60_000 });
    await ui.button('Ask now').click();
    await ui.page.getByRole('alert').filter({ hasText: 'It ended badly: The job failed' }).waitFor();
    await ui.main().getByText('Failed', { exact: true }).waitFor();
    await expectAccessible(ui.page);
  });

  it('compares with what is there, not with what this tab saw, and edits a job that somebody else wrote', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('shared');
    await ui.page.getByLabel('Template').selectOption('Empty job');
    await ui.button('Create job').click();
    await ui.page.getByRole('region', { name: 'Saved job' }).waitFor();
    await ui.button('Edit', true).click();
    const edited = await readJob();
    expect(edited).toMatchObject({ properties: { outputErrorPolicy: 'Stop' } });
    // Somebody else starts it: another state, another entity tag.
    await ui.page.evaluate(START_BY_SOMEBODY_ELSE);
    await writeJob({ ...edited, properties: { ...edited.properties, outputErrorPolicy: 'Drop' } });
    await ui.button('Compare and replace').click();
    const dialog = ui.page.getByRole('dialog');
    await dialog.getByText('It has changed since you last saw it.').waitFor();
    await dialog.getByText('+1 added').waitFor();
    await expectAccessible(ui.page);
    await ui.button('Replace job').click();
    await ui.page.getByRole('region', { name: 'Saved job' }).getByText('Starting', { exact: true }).waitFor();
  });

  it('names the secrets that a job which is edited does not have, until they are entered', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('with-secrets');
    await ui.button('Create job').click();
    const note = ui.page.getByRole('region', { name: 'Secrets to enter again' });
    await expect.poll(() => note.count()).toBe(0);
    await ui.button('Edit', true).click();
    await note.getByText('storageAccounts[0].accountKey').waitFor();
    await note.getByText('outputs[0].properties.datasource.properties.password').waitFor();
    await expectAccessible(ui.page);
    await writeJob(CLICKS as object);
    await note.waitFor({ state: 'detached' });
  });

  it('does not create a job over an existing one', async () => {
    await ui.goTo('Streaming jobs');
    await ui.page.getByRole('combobox', { name: 'Job', exact: true }).fill('clicks');
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
    await openAuthorization('build');
    await ui.page.getByLabel('Client secret').fill('a-secret-of-the-test');
    await ui.button('Create authorization').click();
    await ui.page.getByRole('region', { name: 'github / build' }).getByText('Connected').first().waitFor();
    await ui.page.getByLabel('Grant').selectOption('Authorization code');
    await ui.page.getByLabel('Client id').fill('');
    await ui.button('Update authorization').click();
    await ui.main().getByText('Saved, but it cannot be used yet. Unauthenticated: ').waitFor();
    await ui
      .main()
      .getByText(/^Updated · 200 · request/)
      .click();
    await ui.page.getByRole('region', { name: 'Response as JSON' }).getByText('"Unauthenticated"').waitFor();
    await expectAccessible(ui.page);
    expect(await ui.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('a-secret-of-the-test');
    expect(await ui.page.content()).not.toContain('a-secret-of-the-test');
  });

  it('leads an authorization to its consent in another tab, which hands the code over, and deletes it', async () => {
    await openAuthorization('build');
    await ui.page.getByLabel('Grant').selectOption('Authorization code');
    await ui.page.getByLabel('Client id').fill('');
    await ui.button('Create authorization').click();
    await ui.button('Get the login link').click();
    const link = ui.page.getByRole('link', { name: 'Sign in at' });
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    const openTab = async () => {
      const [tab] = await Promise.all([ui.context.waitForEvent('page'), link.click()]);
      return tab;
    };

    const declined = await openTab();
    await declined.getByText('gateway-shop asks to call github').waitFor();
    await expectAccessible(declined);
    await declined.getByRole('link', { name: 'Do not allow' }).click();
    await declined.getByRole('heading', { name: 'Access was not allowed' }).waitFor();
    await ui.main().getByText('did not allow the access').waitFor();
    await expect.poll(() => ui.button('Confirm').isDisabled()).toBe(true);

    const allowed = await openTab();
    await allowed.getByRole('link', { name: 'Allow', exact: true }).click();
    await allowed.getByText('Close this tab').waitFor();
    await expectAccessible(allowed);
    expect(allowed.url()).toBe(`${ui.stack.frontdesk}/console`);
    await expectAccessible(ui.page);
    await ui.button('Confirm').click();
    const card = ui.page.getByRole('region', { name: 'github / build' });
    await card.getByText('Connected').waitFor();
    await expect.poll(() => ui.button('Get the login link').count()).toBe(0);

    await card.getByRole('button', { name: 'Delete…' }).click();
    await expectAccessible(ui.page);
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await ui.page.getByRole('region', { name: 'Deleted' }).waitFor();
    const deleting = (await ui.stack.control.calls()).find(({ method }) => method === 'DELETE');
    expect(deleting?.headers['if-match']).toMatch(/[\da-f-]{36}/);
    await ui.button('Load', true).click();
    await ui.heading('Not found', 2).waitFor();
  });

  it('offers jobs, authorizations and diagnostics, and also takes a name of which there is none yet', async () => {
    await ui.goTo('Streaming jobs');
    const options = ui.page.getByRole('listbox').getByRole('option');
    const job = ui.page.getByRole('combobox', { name: 'Job', exact: true });
    await expect.poll(() => job.inputValue()).not.toBe('');
    await job.fill('');
    await options.first().waitFor();
    await expectAccessible(ui.page);
    await ui.page.keyboard.press('ArrowDown');
    const [first = ''] = await options.and(ui.page.locator('[aria-selected=true]')).locator('span').allTextContents();
    await ui.page.keyboard.press('Enter');
    await expect.poll(() => job.inputValue()).toBe(first);
    await ui.button('Load').click();
    await ui.page.getByRole('region', { name: 'Job', exact: true }).getByRole('heading', { name: first }).waitFor();
    await job.fill('a-new-one');
    await expect.poll(() => options.count()).toBe(0);
    await expect.poll(() => job.inputValue()).toBe('a-new-one');

    await ui.page.route('**/streamingjobs?*', (route) => {
      const isNext = route.request().url().includes('skipToken');
      const toJob = (name: string) => ({ id: `/jobs/${name}`, name, properties: { sku: { name: 'Standard' } } });
      return route.fulfill({
        json: isNext ? { value: [toJob('second')] } : { value: [toJob('first')], nextLink: '/list?$skipToken=next' },
      });
    });
    // A list that is closed and opened at once is read again, too.
    await ui.page.keyboard.press('Escape');
    await job.fill('');
    await ui.page.getByRole('option', { name: 'Load more…' }).click();
    await ui.page.getByRole('option', { name: 'second' }).waitFor();
    // Above them are the recent ones.
    expect((await options.allTextContents()).slice(-2)).toEqual(['first', 'second']);
    await ui.page.unroute('**/streamingjobs?*');

    // A default that arrives while the field has the focus is replaced by what is typed.
    let hasFocus = () => {};
    const focused = new Promise<void>((resolve) => {
      hasFocus = resolve;
    });
    await ui.page.route('**/authorizations?*', (route) => focused.then(() => route.continue()));
    await ui.goTo('Authorizations');
    const authorization = ui.page.getByRole('combobox', { name: 'Authorization', exact: true });
    await authorization.focus();
    hasFocus();
    await expect.poll(() => authorization.inputValue()).not.toBe('');
    await ui.page.keyboard.insertText('typed');
    await expect.poll(() => authorization.inputValue()).toBe('typed');
    await ui.page.unroute('**/authorizations?*');
    await authorization.fill('');
    await ui.page.getByRole('option', { name: /Error/ }).click();
    await ui.button('Load', true).click();
    await ui.button('Get the login link').waitFor();
  });

  it('takes no code that this tab did not ask for', async () => {
    await openAuthorization('build');
    await ui.page.getByLabel('Grant').selectOption('Authorization code');
    await ui.page.getByLabel('Client id').fill('');
    await ui.button('Create authorization').click();
    await ui.button('Get the login link').click();
    await ui.page.getByRole('link', { name: 'Sign in at' }).waitFor();
    const stranger = await ui.context.newPage();
    await stranger.goto(`${ui.stack.frontdesk}/console?consent=guessed&code=of-somebody`);
    await stranger.getByText('No tab of the console waits for this.').waitFor();
    expect(stranger.url()).toBe(`${ui.stack.frontdesk}/console`);
    await expect.poll(() => ui.page.getByLabel('Code', { exact: true }).inputValue()).toBe('');
  });

  it('saves the diagnostic of an API and validates its limits', async () => {
    await ui.goTo('API diagnostics');
    await ui.page.getByLabel('Sampling (%)').fill('101');
    await ui.page.getByText('must be an integer between 0 and 100').waitFor();
    await expect.poll(() => ui.button('Create or update diagnostic').isDisabled()).toBe(true);
    await ui.page.getByLabel('Sampling (%)').fill('25');
    await ui.button('Create or update diagnostic').click();
    await ui.page.getByRole('region', { name: 'Saved diagnostic' }).getByText('25 %').waitFor();
    await ui.button('Update diagnostic', true).waitFor();
    await expectAccessible(ui.page);
  });
});
