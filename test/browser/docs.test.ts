import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { operations as definitions } from '../../functions/operations.ts';
import { listOperations, readDocument } from '../support/openapi.ts';
import { choosePersona, expectAccessible, keepScreenshot, startBrowser, startBrowserStack } from './support.ts';

const stack = await startBrowserStack();
const open = await startBrowser();
const operations = listOperations(readDocument()).map(({ operation }) => operation);
/** Whether their examples succeed depends on what was called before. */
const lifecycle = new Set(definitions.filter(({ isLifecycle }) => isLifecycle).map(({ name }) => name));

async function openDocs(hash = '') {
  const visit = await open();
  await visit.page.goto(`${stack.frontdesk}/docs${hash}`);
  await visit.page.getByRole('heading', { name: 'Resource management' }).waitFor();
  return visit;
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Authorize' }).click();
  const popup = await opening;
  await expectAccessible(popup);
  await choosePersona(popup, name);
  await dialog.getByRole('button', { name: 'Logout' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
}

function findOperation(page: Page, operationId: string) {
  return page.locator(`[id^="operations-"][id$="-${operationId}"]`);
}

/** Sends the operation with its example values; returns the status and the text of the shown response. */
async function execute(page: Page, operationId: string): Promise<{ status: number; text: string }> {
  const block = findOperation(page, operationId);
  const control = block.locator('.opblock-summary-control');
  if ((await control.getAttribute('aria-expanded')) === 'false') await control.click();
  const tryOut = block.getByRole('button', { name: 'Try it out' });
  const send = block.getByRole('button', { name: 'Execute' });
  await tryOut.or(send).first().waitFor();
  if (await tryOut.isVisible()) await tryOut.click();
  const responded = page.waitForResponse((response) => response.url().startsWith(stack.frontdesk));
  await send.click();
  await responded;
  const shown = block.locator('.live-responses-table tbody .response').first();
  await shown.waitFor();
  const status = await shown.locator('.response-col_status').innerText();
  return { status: Number.parseInt(status, 10), text: await shown.innerText() };
}

it('shows every operation, without requests to other hosts and without errors', async () => {
  const { page, problems } = await openDocs();
  for (const { operationId, summary } of operations) {
    expect(await findOperation(page, operationId).innerText()).toContain(summary);
  }
  await expectAccessible(page);
  await keepScreenshot(page, 'docs-start');
  expect(problems).toEqual([]);
});

it('a user signs in and calls each operation with its example values', async () => {
  const { page, problems } = await openDocs();
  await signIn(page, 'Ada Okafor');
  for (const { operationId, responses } of operations.filter((one) => !lifecycle.has(one.operationId))) {
    const { status, text } = await execute(page, operationId);
    // The example of a poll is of another stack's write.
    const expected = operationId === 'getOperation' ? [404] : [200, 201, 202, 204];
    expect(expected, `${operationId} ${text}`).toContain(status);
    expect(Object.keys(responses)).toContain(String(status));
    expect(text).toContain('x-ms-request-id');
    // Examples are thousands of coloured words in the same few colours; the other tests check some.
    await expectAccessible(page, { include: [`[id$="-${operationId}"]`], exclude: ['.microlight'] });
    await findOperation(page, operationId).locator('.opblock-summary-control').click();
  }
  expect(problems).toEqual([]);
}, 400_000);

it('a link opens one operation, and an error response is shown unchanged', async () => {
  const { page, problems } = await openDocs('#/Resource%20management/listHealthEvents');
  const anonymous = await execute(page, 'listHealthEvents');
  expect(anonymous.status).toBe(401);
  expect(anonymous.text).toContain('"unauthenticated"');
  await signIn(page, 'Dan Petrov');
  const roleless = await execute(page, 'listHealthEvents');
  expect(roleless.status).toBe(403);
  expect(roleless.text).toContain('HealthEvents.Read');
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

it('a failure of an upstream is shown with its Retry-After', async () => {
  const { page, problems } = await openDocs('#/Business%20data/getItem');
  await signIn(page, 'Ada Okafor');
  const busy = { kind: 'status', status: 503, headers: { 'Retry-After': '30' } };
  await stack.control.fault({ api: 'business', times: 3, fault: busy });
  const { status, text } = await execute(page, 'getItem');
  expect(status).toBe(503);
  expect(text).toMatch(/retry-after: \d+/);
  await expectAccessible(page);
  // Leaves the curl command out of the screenshot: it has the token.
  await page.evaluate("document.querySelector('.live-responses-table').scrollIntoView()");
  await keepScreenshot(page, 'docs-fault');
  await stack.control.reset();
  expect(problems).toEqual([]);
});
