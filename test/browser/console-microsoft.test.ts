import { expect, it } from 'vitest';
import { choosePersona, startBrowser, startBrowserStack } from './support.ts';

const stack = await startBrowserStack('microsoft');
const open = await startBrowser();

it("uses Azure's names if the deployment has the microsoft profile", async () => {
  const { page, problems } = await open();
  const button = (name: string) => page.getByRole('button', { name });
  const goTo = (operation: string) => page.getByRole('navigation').getByRole('link', { name: operation }).click();
  await page.goto(`${stack.frontdesk}/console`);
  await button('Sign in').first().click();
  await choosePersona(page, 'Ada Okafor');

  await goTo('Health events');
  await button('Show events').click();
  await page.getByText('Showing all 16').waitFor();

  await goTo('Fleet');
  await page.getByRole('row', { name: 'vm-web' }).getByText('Critical').waitFor();

  await goTo('Streaming jobs');
  await page.getByRole('combobox', { name: 'Job', exact: true }).fill('clicks');
  await button('Create job').click();
  await page.getByRole('region', { name: 'Saved job' }).waitFor();

  await goTo('Restore points');
  await page.getByLabel('Shop site', { exact: true }).check();
  await button('Search').click();
  await page.getByRole('region', { name: 'Restore points found' }).waitFor();

  await goTo('Model copies');
  await button('Authorize copy').click();
  await page.getByRole('region', { name: 'Authorization' }).getByText('May be copied here').waitFor();

  await goTo('Customers');
  await page.getByLabel('Document attachments').check();
  await button('Adatum').click();
  await page.getByRole('heading', { name: 'Adatum Corporation' }).waitFor();

  const paths = (await stack.control.calls()).map(({ path }) => path);
  for (const part of [
    'virtualMachines/vm-web/providers/Microsoft.ResourceHealth/',
    'Microsoft.StreamAnalytics/streamingjobs/clicks',
  ])
    expect(paths).toContainEqual(expect.stringContaining(part));
  expect(paths.filter((path) => path.includes('Vendor.'))).toEqual([]);
  expect(problems).toEqual([]);
});
