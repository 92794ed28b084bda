import { expect, it } from 'vitest';
import { choosePersona, startBrowser, startBrowserStack } from './support.ts';

const stack = await startBrowserStack('microsoft');
const open = await startBrowser();

it("uses Azure's names if the deployment has the microsoft profile", async () => {
  const { page, problems } = await open();
  const goTo = (view: string) => page.getByRole('navigation').getByRole('link', { name: view }).first().click();
  await page.goto(`${stack.frontdesk}/console`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await choosePersona(page, 'Ada Okafor');
  await page.getByRole('row', { name: 'vm-web' }).getByText('Critical').waitFor();

  await goTo('Health events');
  await page.getByText(/^All \d+/).waitFor();

  await goTo('Streaming jobs');
  await page.getByRole('link', { name: 'New job…' }).click();
  await page.getByRole('button', { name: 'Fill in the example' }).click();
  await page.getByLabel('Name').fill('clicks');
  await page.getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('rowheader', { name: 'clicks' }).waitFor();

  await goTo('Restore points');
  await page.getByLabel('Shop site', { exact: true }).check();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('region', { name: 'Restore points found' }).waitFor();

  await goTo('Customers');
  await page.getByRole('link', { name: 'Adatum Corporation' }).click();
  await page.locator('main').getByText('Currency').waitFor();

  const paths = (await stack.control.calls()).map(({ path }) => path);
  for (const part of [
    'virtualMachines/vm-web/providers/Microsoft.ResourceHealth/',
    'Microsoft.StreamAnalytics/streamingjobs/clicks',
  ])
    expect(paths).toContainEqual(expect.stringContaining(part));
  expect(paths.filter((path) => path.includes('Vendor.'))).toEqual([]);
  expect(problems).toEqual([]);
});
