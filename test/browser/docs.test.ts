import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listOperations, readDocument } from '../support/openapi.ts';
import { choosePersona, expectAccessible, keepScreenshot, startBrowser, startBrowserStack } from './support.ts';

const stack = await startBrowserStack();
const open = await startBrowser();
const operations = listOperations(readDocument()).map(({ operation }) => operation);

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

/** Sends the operation with the values of its examples; answers the status and the content that are shown. */
async function execute(page: Page, operationId: string): Promise<{ status: number; content: string }> {
  const block = findOperation(page, operationId);
  const control = block.locator('.opblock-summary-control');
  if ((await control.getAttribute('aria-expanded')) === 'false') await control.click();
  const tryOut = block.getByRole('button', { name: 'Try it out' });
  const send = block.getByRole('button', { name: 'Execute' });
  await tryOut.or(send).first().waitFor();
  if (await tryOut.isVisible()) await tryOut.click();
  const answered = page.waitForResponse((response) => response.url().startsWith(stack.frontdesk));
  await send.click();
  await answered;
  const shown = block.locator('.live-responses-table tbody .response').first();
  await shown.waitFor();
  const status = await shown.locator('.response-col_status').innerText();
  return { status: Number.parseInt(status, 10), content: await shown.innerText() };
}

it('shows every operation, without a request to another machine or a word of complaint', async () => {
  const { page, complaints } = await openDocs();
  for (const { operationId, summary } of operations) {
    expect(await findOperation(page, operationId).innerText()).toContain(summary);
  }
  await expectAccessible(page);
  await keepScreenshot(page, 'docs-start');
  expect(complaints).toEqual([]);
});

it('a person signs in and calls each operation with the values of its examples', async () => {
  const { page, complaints } = await openDocs();
  await signIn(page, 'Ada Okafor');
  expect(operations).toHaveLength(10);
  for (const { operationId, responses } of operations) {
    const { status, content } = await execute(page, operationId);
    expect([200, 201, 204], `${operationId} ${content}`).toContain(status);
    expect(Object.keys(responses)).toContain(String(status));
    expect(content).toContain('x-ms-request-id');
    // The examples are thousands of coloured words, of the same colours everywhere: the other tests look at some.
    await expectAccessible(page, { include: [`[id$="-${operationId}"]`], exclude: ['.microlight'] });
    await findOperation(page, operationId).locator('.opblock-summary-control').click();
  }
  expect(complaints).toEqual([]);
}, 400_000);

it('an address leads to one operation, and an error is shown as it was answered', async () => {
  const { page, complaints } = await openDocs('#/Resource%20management/listHealthEvents');
  const anonymous = await execute(page, 'listHealthEvents');
  expect(anonymous.status).toBe(401);
  expect(anonymous.content).toContain('"unauthenticated"');
  await signIn(page, 'Dan Petrov');
  const roleless = await execute(page, 'listHealthEvents');
  expect(roleless.status).toBe(403);
  expect(roleless.content).toContain('HealthEvents.Read');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

it('a fault of an upstream is shown with when to come again', async () => {
  const { page, complaints } = await openDocs('#/Business%20data/getItem');
  await signIn(page, 'Ada Okafor');
  const busy = { kind: 'status', status: 503, headers: { 'Retry-After': '30' } };
  await stack.control.fault({ api: 'business', times: 3, fault: busy });
  const { status, content } = await execute(page, 'getItem');
  expect(status).toBe(503);
  expect(content).toMatch(/retry-after: \d+/);
  await expectAccessible(page);
  // The picture leaves out the curl line above, which bears the token.
  await page.evaluate("document.querySelector('.live-responses-table').scrollIntoView()");
  await keepScreenshot(page, 'docs-fault');
  await stack.control.reset();
  expect(complaints).toEqual([]);
});
