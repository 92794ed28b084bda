/** A frontend that is not ours: another origin, over https, MSAL, TanStack Query, the packed client and the packed stack. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { MSAL_CODES } from '../../client/src/error.ts';
import { startDashboard } from './dashboard-app.ts';
import { choosePersona, startBrowser } from './support.ts';

const app = await startDashboard();
const open = await startBrowser(app.keyHash);
beforeEach(() => app.local('reset'));

/** Opens the dashboard, whose clock the test moves, and signs in. */
async function signIn(name: string, path = '/', now?: string) {
  const visit = await open();
  const { page } = visit;
  if (now) await page.clock.setFixedTime(now);
  const sent: Request[] = [];
  page.on('request', (request) => request.url().startsWith(app.frontdesk) && sent.push(request));
  await page.goto(app.origin + path);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await choosePersona(page, name);
  await page.getByText(name).waitFor();
  return { ...visit, sent, calls: (method: string) => sent.filter((request) => request.method() === method) };
}

const machine =
  '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines/vm-web';

const control = (path: string, body: unknown, method = 'POST') =>
  fetch(`${app.upstream}/_control/${path}`, { method, body: JSON.stringify(body) });
const section = (page: Page, name: string) => page.getByRole('region', { name });
const expectText = (page: Page, name: string, text: string) =>
  expect.poll(() => section(page, name).innerText()).toContain(text);

it('a page of another origin signs in by MSAL and reads in a batch; no digit is lost', async () => {
  const { page, problems, calls } = await signIn('Ada Okafor');
  await expectText(page, 'Items', 'Bicycle: 1099.9');
  await expectText(page, 'Items', 'Bell: 1.1');
  await expectText(page, 'Items', 'Balance 9007199254740993');
  await expectText(page, 'Job', 'orders-per-minute: Created');
  await expectText(page, 'Health', 'Virtual machines unreachable in West Europe');
  expect(calls('POST').map((request) => new URL(request.url()).pathname)).toContain('/$batch');
  expect(calls('GET').filter((request) => request.url().includes('/items('))).toEqual([]);
  expect(problems).toEqual([]);
});

it('a change of what is watched is shown when max-age has passed', async () => {
  const { page } = await signIn('Ada Okafor');
  await page.clock.install();
  await page.reload();
  await expectText(page, 'Health', 'Virtual machines unreachable');
  await control('events', { resourceUri: machine, event: { name: 'NEW', properties: { title: 'Just now' } } });
  await control('cache', undefined, 'DELETE');
  await page.clock.fastForward(70_000);
  await expectText(page, 'Health', 'Just now');
});

it('the account that signed in last counts; without the role it is told so, and nothing is sent again', async () => {
  const { page, calls } = await signIn('Ada Okafor');
  await expectText(page, 'Items', 'Bicycle');
  await page.getByRole('button', { name: 'Switch account' }).click();
  await choosePersona(page, 'Ben Lindqvist');
  await expectText(page, 'Items', 'You may not see this. Ask for the role.');
  await expectText(page, 'Health', 'Virtual machines unreachable');
  await page.clock.install();
  await page.clock.fastForward(60_000);
  expect(calls('POST')).toHaveLength(2);
});

it('a service that fails is shown with a way to try again', async () => {
  await app.local('fault', 'status', '503', '--api', 'business', '--times', '1000');
  const { page } = await signIn('Ada Okafor');
  // While it is repeated there is nothing to do for the person.
  await expect.poll(() => section(page, 'Items').innerHTML()).toMatch(/Try again later\.(?!.*<button)/s);
  await page.clock.install();
  await page.reload();
  const retries = page.getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return retries.count();
    })
    .toBe(2);
  await app.local('fault', 'clear');
  await retries.first().click();
  await expectText(page, 'Items', 'Bicycle: 1099.9');
});

it('a pending write is followed to its end', async () => {
  const { page } = await signIn('Ada Okafor');
  await expectText(page, 'Job', 'Created');
  await page.clock.install();
  await page.getByRole('button', { name: 'Start' }).click();
  await expectText(page, 'Job', 'It is starting.');
  await page.clock.fastForward(20_000);
  await expectText(page, 'Job', 'It is still starting.');
  await control('modes', { elapsedMs: 60_000 });
  await page.clock.fastForward(20_000);
  await expectText(page, 'Job', 'It runs.');
  await expectText(page, 'Job', 'orders-per-minute: Running');
});

it('what was read is shown after a reload without Frontdesk, and read again when it is back', async () => {
  const { page, context, problems } = await signIn('Ada Okafor');
  await expectText(page, 'Items', 'Bicycle: 1099.9');
  await expectText(page, 'Job', 'orders-per-minute: Created');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toMatch(/orders-per-minute.*Bicycle|Bicycle.*orders/s);
  await context.route(`${app.frontdesk}/**`, (route) => route.abort());
  await page.reload();
  await expectText(page, 'Job', 'orders-per-minute: Created');
  await expectText(page, 'Items', 'Bicycle: 1099.9');
  await expectText(page, 'Health', 'The network is away.');
  await context.unroute(`${app.frontdesk}/**`);
  await changeDelay(page, 5);
  await page.reload();
  await expectText(page, 'Job', 'delay 5 s');
  expect(problems).toEqual([]);
});

it('a change without a network waits for it, although the page was left', async () => {
  const { page, context, calls } = await signIn('Ada Okafor');
  await expectText(page, 'Job', 'delay 0 s');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Change' }).click();
  await expectText(page, 'Job', 'It is sent when the network is back.');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('isPaused');
  expect(calls('PUT')).toEqual([]);
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto(app.origin);
  await expectText(page, 'Job', 'delay 20 s');
  expect(calls('PUT')).toHaveLength(1);
});

it('a slow service holds up only what is its own', async () => {
  await app.local('fault', 'delay', '20000', '--api', 'business', '--times', '100');
  const { page } = await signIn('Ada Okafor');
  await expectText(page, 'Health', 'Virtual machines unreachable');
  await expectText(page, 'Job', 'orders-per-minute: Created');
  expect(await section(page, 'Items').innerText()).toContain('Loading');
  await app.local('fault', 'clear');
});

it('a reload within a minute reaches Frontdesk, although the browser may keep the response', async () => {
  const { page, context, sent } = await signIn('Ada Okafor');
  // Routes turn the browser's cache off.
  await context.unrouteAll();
  for (let count = 0; count < 2; count++) {
    await page.reload();
    await expectText(page, 'Health', 'Virtual machines unreachable');
  }
  const reads = sent.filter((request) => request.method() === 'GET' && /\/events\?/.test(request.url()));
  const responses = await Promise.all(reads.map((request) => request.response()));
  const ids = responses.flatMap((response) => response?.headers()['x-ms-request-id'] ?? []);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(responses.at(-1)?.headers()['cache-status']).toContain('hit');
});

it('the watch goes on when the sign-in service was away while a token was renewed', async () => {
  const { page, context, sent } = await signIn('Ada Okafor');
  await expectText(page, 'Health', 'Virtual machines unreachable');
  await page.clock.install();
  const headers = { 'access-control-allow-origin': app.origin, 'access-control-expose-headers': 'WWW-Authenticate' };
  const old = sent.map((request) => readClaims(request).uti);
  await context.route(`${app.frontdesk}/**`, (route) =>
    old.includes(readClaims(route.request()).uti) ? route.fulfill({ status: 401, headers }) : route.fallback(),
  );
  await context.route(`${app.issuer}/**`, (route) => route.abort());
  await page.reload();
  await expectText(page, 'Health', 'The network is away.');
  await context.unroute(`${app.issuer}/**`);
  await page.clock.fastForward(10_000);
  await expect.poll(() => section(page, 'Health').innerText()).not.toContain('The network is away.');
  await expectText(page, 'Health', 'Virtual machines unreachable');
});

it('the client knows the codes of MSAL by which its network fails', async () => {
  const msal = createRequire(join(app.folder, 'package.json'))('@azure/msal-browser');
  const codes = Object.values({ ...msal.BrowserAuthErrorCodes, ...msal.ClientAuthErrorCodes });
  expect(codes).toEqual(expect.arrayContaining(MSAL_CODES));
});

it('a conflict is told, with what is there now, and a second try succeeds', async () => {
  const { page } = await signIn('Ada Okafor');
  await expectText(page, 'Job', 'delay 0 s');
  await changeDelay(page, 5);
  await page.getByRole('button', { name: 'Change' }).click();
  await expectText(page, 'Job', 'Somebody else has changed it.');
  await expectText(page, 'Job', 'You sent 20 s, there is 5 s.');
  await expectText(page, 'Job', 'delay 5 s');
  await page.getByRole('button', { name: 'Change' }).click();
  await expectText(page, 'Job', 'delay 20 s');
});

it('a write whose response is lost is read back', async () => {
  const { page } = await signIn('Ada Okafor');
  await expectText(page, 'Job', 'delay 0 s');
  await app.local('fault', 'reset', '--method', 'PUT', '--processed');
  await page.getByRole('button', { name: 'Change' }).click();
  await expectText(page, 'Job', 'Nobody knows whether it was done.');
  await expectText(page, 'Job', 'You sent 20 s, there is 20 s.');
});

it('a refused token is renewed: with the claims of the challenge, and in a frame once the refresh token has ended', async () => {
  const { page, context, sent } = await signIn('Ada Okafor');
  await expectText(page, 'Job', 'Created');
  const claims = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}';
  const renew = async (challenge: string) => {
    const headers = {
      'access-control-allow-origin': app.origin,
      'access-control-expose-headers': 'WWW-Authenticate',
      'www-authenticate': `Bearer ${challenge}`,
    };
    const refused = sent.length;
    const known = sent.map((request) => readClaims(request).uti);
    // As a gateway in front of Frontdesk would, whichever request comes first: one of the page's own can be stopped by the click.
    await context.route(`${app.frontdesk}/**`, (route) =>
      known.includes(readClaims(route.request()).uti) ? route.fulfill({ status: 401, headers }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Read again' }).click();
    return () => sent.slice(refused).map(readClaims);
  };
  const withContext = await renew(`error="insufficient_claims", claims="${btoa(claims)}"`);
  await expect.poll(withContext).toContainEqual(expect.objectContaining({ acrs: ['c1'] }));
  // Its refresh tokens are gone; the person is still signed in there.
  await app.local('reset');
  const known = sent.map((request) => readClaims(request).uti);
  const renewed = await renew('error="invalid_token"');
  await expect.poll(() => renewed().filter(({ uti }) => !known.includes(uti)).length).toBeGreaterThan(0);
  await expectText(page, 'Job', 'Created');
});

it('the page’s clock may stand still at another time; a page may take a test token', async () => {
  const { page, problems } = await signIn('Ada Okafor', '/', '2026-11-20T12:00:00Z');
  await expectText(page, 'Health', 'Virtual machines unreachable');
  const [status, cacheStatus] = await page.evaluate(
    async ([issuer, frontdesk, path]) => {
      const issued = await fetch(`${issuer}/_control/token?persona=ben`);
      const { access_token: token } = (await issued.json()) as { access_token: string };
      const response = await fetch(`${frontdesk}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return [response.status, response.headers.get('cache-status')] as const;
    },
    [app.issuer, app.frontdesk, `${machine}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`] as const,
  );
  expect([status, cacheStatus]).toEqual([200, expect.stringContaining('Frontdesk; hit')]);
  expect(problems).toEqual([]);
});

it('a person signs in in another window, and signs out', async () => {
  const { page } = await open();
  await page.goto(app.origin);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open a window' }).click(),
  ]);
  await choosePersona(popup, 'Ada Okafor');
  await expectText(page, 'Job', 'orders-per-minute');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

it('oidc-client-ts signs in and renews, too', async () => {
  const { page } = await signIn('Ada Okafor', '/oidc.html');
  await expect.poll(() => page.locator('body').innerText()).toContain('Ada Okafor: Contoso Ltd., renewed');
});

/** Changes the job behind the page's back, with its token. */
async function changeDelay(page: Page, seconds: number): Promise<void> {
  const token = (await app.local('token')).trim();
  const path =
    'subscriptions/5ab00000-0000-4000-8000-00000000000a/resourcegroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/orders-per-minute';
  const status = await page.request.put(`${app.frontdesk}/${path}?api-version=2020-03-01`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      location: 'West Europe',
      properties: { sku: { name: 'Standard' }, eventsOutOfOrderMaxDelayInSeconds: seconds },
    },
    ignoreHTTPSErrors: true,
  });
  expect(status.status()).toBe(200);
}

/** Of the token; a preflight has none. */
function readClaims(request: Request | undefined): Readonly<Record<string, unknown>> {
  const [, payload] = request?.headers()['authorization']?.split('.') ?? [];
  return payload === undefined ? {} : JSON.parse(Buffer.from(payload, 'base64url').toString());
}
