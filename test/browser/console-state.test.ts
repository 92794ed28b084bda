/** What arrives late, and what is done once for all that wait. */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { GROUP, VM } from './tasks.ts';

const ui = useConsolePage();
const TOKEN = '**/oauth2/v2.0/token';

/** Holds back the first request to an address; resolves when it has arrived. */
async function hold(page: Page, url: string): Promise<{ readonly arrived: Promise<Route> }> {
  let give: (route: Route) => void;
  const arrived = new Promise<Route>((resolve) => {
    give = resolve;
  });
  await page.route(url, (route) => give(route), { times: 1 });
  return { arrived };
}

/** Sets the stored session's members, and opens the page again. */
async function restart(page: Page, members: string): Promise<void> {
  await page.evaluate(`{
    const session = JSON.parse(sessionStorage['frontdesk.session']);
    sessionStorage.setItem('frontdesk.session', JSON.stringify({ ...session, ${members} }));
  }`);
  await page.reload();
}

it('a session is renewed once for all that wait for its token', async () => {
  const page = await ui.signIn('Ada Okafor', 'start');
  const renewals: string[] = [];
  page.on('request', (request) => request.url().endsWith('/token') && renewals.push(request.url()));
  await page.evaluate("location.hash = '#/fleet'");
  await restart(page, 'expiresAt: 0');
  await ui.row('vm-web').getByText('Critical').waitFor();
  expect(renewals).toHaveLength(1);
});

it('a renewal that ends after the user has signed out signs nobody in', async () => {
  const page = await ui.signIn('Ada Okafor', 'companies');
  await ui.row('Contoso').waitFor();
  const { arrived } = await hold(page, TOKEN);
  // The token is about to expire.
  await page.evaluate('{ const now = Date.now; Date.now = () => now() + 3_570_000; }');
  await ui.button('Refresh').click();
  const route = await arrived;
  await page.getByText('Account: Ada Okafor').click();
  await ui.button('Sign out').click();
  await ui.button('Sign in').first().waitFor();
  const ended = page.waitForEvent('requestfinished');
  await route.continue();
  await ended;
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  expect(await ui.button('Sign in').count()).toBeGreaterThan(0);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

it('a late 401 of an older token does not end a newer session', async () => {
  const page = await ui.signIn('Ada Okafor', 'start');
  const { arrived } = await hold(page, '**/companies');
  await ui.visit('companies');
  const route = await arrived;
  await page.evaluate(`(async () => {
    const load = async (url, init) => (await fetch(url, init)).json();
    const { authority, clientId } = await load('/console/config.json');
    const { token_endpoint } = await load(authority + '/.well-known/openid-configuration');
    const session = JSON.parse(sessionStorage['frontdesk.session']);
    const form = { client_id: clientId, grant_type: 'refresh_token', refresh_token: session.refreshToken };
    const { access_token: accessToken } = await load(token_endpoint, { method: 'POST', body: new URLSearchParams(form) });
    sessionStorage['frontdesk.session'] = '';
    new BroadcastChannel('frontdesk.session')
      .postMessage({ session: { ...session, accessToken, expiresAt: session.expiresAt + 1000 } });
  })()`);
  // The other tab's session is stored.
  await page.waitForFunction("sessionStorage['frontdesk.session'] !== ''");
  await route.fulfill({
    status: 401,
    json: { error: { code: 'invalid_token', message: 'The bearer token is invalid.' } },
  });
  await ui.row('Contoso').waitFor();
  expect(await page.getByText('Your session has ended. What you typed stays.').count()).toBe(0);
});

it('only the refresh that a person asks for bypasses the cache; polling adds no listeners', async () => {
  const page = await ui.signIn('Ben Lindqvist', 'start');
  await page.addInitScript(`
    window.listeners = 0;
    for (const [name, step] of [['addEventListener', 1], ['removeEventListener', -1]]) {
      const original = AbortSignal.prototype[name] ?? EventTarget.prototype[name];
      AbortSignal.prototype[name] = function (...given) { window.listeners += step; return original.apply(this, given); };
    }
    // A route of the browser would bypass the cache itself.
    window.sent = [];
    const send = window.fetch;
    window.fetch = async (url, init) => {
      const response = await send(url, init);
      if (!String(url).includes('/events?')) return response;
      // The first page of each load.
      if (!String(url).includes('skipToken')) window.sent.push(new Headers(init.headers).get('cache-control') ?? 'cached');
      const headers = new Headers(response.headers);
      headers.set('cache-control', 'private, max-age=1');
      headers.delete('age');
      return new Response(response.status === 304 ? null : response.body, { status: response.status, headers });
    };`);
  const sent = () => page.evaluate<string[]>('window.sent');
  await ui.visit(`health-events?in=${VM}`);
  await page.reload();
  await page.getByText('All 16').waitFor();
  await page.evaluate('window.sent.length = 0');
  await ui.button('Refresh').click();
  await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBeGreaterThan(3);
  expect((await sent()).filter((value) => value !== 'cached')).toEqual(['no-cache']);
  expect(await page.evaluate<number>('window.listeners')).toBeLessThan(3);
});

it('a list that was asked before a write does not undo what the write showed', async () => {
  const page = await ui.signIn('Ada Okafor', `streaming-jobs?in=${GROUP}`);
  await ui.row('visits-per-page').getByText('Running').waitFor();
  const { arrived } = await hold(page, '**/streamingjobs?*');
  await ui.button('Refresh').click();
  const route = await arrived;
  const before = await route.fetch();
  await ui.row('visits-per-page').getByRole('button', { name: 'Stop…' }).click();
  await ui.confirm('Stop').click();
  await ui
    .row('visits-per-page')
    .getByText(/^Stopp(?:ing|ed)$/)
    .waitFor();
  // The page may have given up on it.
  await route.fulfill({ response: before }).catch(() => {});
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  expect(await ui.row('visits-per-page').getByText('Running').count()).toBe(0);
});

it("another list's write does not empty the one that is shown", async () => {
  const page = await ui.signIn('Ada Okafor', `streaming-jobs?in=${GROUP}`);
  await ui.row('visits-per-page').getByText('Running').waitFor();
  const { arrived } = await hold(page, '**/streamingjobs/visits-per-page?*');
  await ui.row('visits-per-page').getByRole('button', { name: 'Stop…' }).click();
  await ui.confirm('Stop').click();
  const route = await arrived;
  await ui.visit(`streaming-jobs?in=${GROUP.replace('rg-shop', 'rg-data')}`);
  await page
    .getByText(/no job here|cannot be read/)
    .first()
    .waitFor();
  const shown = await ui.main().innerText();
  const ended = page.waitForEvent('requestfinished');
  await route.continue();
  await ended;
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  expect((await ui.main().innerText()).includes('visits-per-page')).toBe(false);
  expect(shown).not.toContain('visits-per-page');
});
