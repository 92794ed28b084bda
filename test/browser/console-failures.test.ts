/** What no task shows (console-tasks.test.ts): there each meets an outage and a refused token. */
import { expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { expectAccessible } from './support.ts';

const ui = useConsolePage();

it('keeps what is shown in an outage, with its age', async () => {
  const page = await ui.signIn('Ada Okafor', 'customers');
  await ui.row('Adatum Corporation').waitFor();
  await ui.stack.control.fault({ api: 'business', times: 100, fault: { kind: 'reset' } });
  await ui.button('Refresh').first().click();
  await page
    .getByRole('region', { name: /^The customers of/ })
    .getByText(/Business data|Not available/)
    .first()
    .waitFor();
  await ui.row('Adatum Corporation').waitFor();
  await ui.main().locator('.age').getByText('As of').first().waitFor();
  await expectAccessible(page);
});

it('sends nothing while the question is not complete', async () => {
  const page = await ui.signIn('Fay Tanaka', 'customers?in=/companies/');
  await page.getByText('Choose company.').waitFor();
  expect((await ui.stack.control.calls()).filter(({ path }) => path.includes('companies'))).toEqual([]);
});

it('says that an address is unknown, and leads on', async () => {
  const page = await ui.signIn('Ada Okafor', 'no-such-page');
  await ui.heading('There is no such page').waitFor();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await ui.heading('Fleet').waitFor();
  await ui.visit('streaming-jobs?item=a/b');
  await ui.main().getByText('jobName').first().waitFor();
  expect((await ui.main().innerText()).split('The request is not valid')).toHaveLength(2);
});

it('shows what is there after a write whose response was lost, before it is sent again', async () => {
  const page = await ui.signIn('Ada Okafor', 'streaming-jobs');
  await ui.row('visits-per-page').waitFor();
  const headers = { 'x-frontdesk-outcome': 'unknown', 'x-frontdesk-problem': 'upstream_timeout' };
  const json = { error: { code: 'upstream_timeout', message: 'The cloud service did not respond in time.' } };
  await page.route('**/visits-per-page/stop?*', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504, headers, json });
  });
  await ui.row('visits-per-page').getByRole('button', { name: 'Stop…' }).click();
  await ui.confirm('Stop').click();
  await page.getByText('It may have been carried out or not').waitFor();
  expect(await ui.button('Try again').count()).toBe(0);
  await ui.button('See what is there now').click();
  await page.getByText('It has happened.').waitFor();
  await expectAccessible(page);
});

it('does not say that a change was not done if its response was lost', async () => {
  const page = await ui.signIn('Ada Okafor', 'updateStreamingJob');
  // The members of the body have a field each.
  await page.getByLabel('outputErrorPolicy').waitFor();
  expect(await page.getByLabel('outputStartTime (UTC)').getAttribute('type')).toBe('datetime-local');
  await page.route('**/streamingjobs/*', (route) => route.abort());
  await ui.button('Change some members of a streaming job').click();
  await ui.confirm('Change some members of a streaming job').click();
  await page.getByRole('heading', { name: 'the outcome is not known' }).waitFor();
  expect(await ui.button('Try again').count()).toBe(0);
});

it('is retried by Frontdesk, and the live panel has the calls, the stages, and the request as code', async () => {
  const page = await ui.signIn('Ada Okafor', 'customers');
  await ui.row('Adatum Corporation').waitFor();
  await ui.stack.control.fault({ api: 'business', fault: { kind: 'status', status: 502 } });
  await ui.link('Adatum Corporation').click();
  await ui.main().getByText('Currency').waitFor();
  await ui.liveRow('getCustomer', '2 calls of the service').first().getByRole('button').click();
  await page.getByRole('list', { name: 'Stages' }).getByText('Pauses between calls').waitFor();
  await expectAccessible(page);
  await ui.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ui.button('Copy as client code').click();
  await page.getByText('client code copied.').waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('client.getCustomer({');
  await ui.button('Copy as curl').click();
  await page.getByText('command copied.').waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
    /^curl 'http:\/\/127\.0\.0\.1:\d+\/companies\(/,
  );
});

it('injects a fault, warns of it, and clears it; a Retry-After counts down', async () => {
  const page = await ui.signIn('Ada Okafor', 'items');
  await ui.row('Bicycle').waitFor();
  await ui.button('Faults', true).click();
  await page.getByLabel('Fault', { exact: true }).selectOption('throttle');
  await page.getByLabel('Retry-After (s)').fill('60');
  await page.getByLabel('Calls', { exact: true }).selectOption('All calls, for 30 s');
  await ui.button('Inject fault').click();
  await ui.main().getByText('Faults are active.').waitFor();
  await page.getByText(/ends in \d+ s$/).waitFor();
  // Longer than the client waits by itself. Frontdesk must not see it: it would refuse the next tests for a minute.
  const json = { error: { code: 'throttled', message: 'Too many requests; try again later.' } };
  await page.route('**/items?*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json }));
  await ui.button('Refresh').first().click();
  await page.getByRole('button', { name: /Try again in \d+ s/ }).waitFor();
  await expectAccessible(page);
  await ui.main().getByRole('button', { name: 'Clear' }).click();
  await ui.main().getByText('Faults are active.').waitFor({ state: 'detached' });
});
