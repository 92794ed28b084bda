/** Every task in an outage, slow and reloaded, and with a refused token. */
import type { ElementHandle } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { GROUP, type Step, TASKS, type Task, VM } from './tasks.ts';

const ui = useConsolePage();
const SLOW_MS = 400;

const setFault = (fault: object) => ui.stack.control.fault({ times: 1000, fault });
const clearFaults = () => fetch(`${ui.stack.upstream}/_control/faults`, { method: 'DELETE' });
const failure = () => ui.page.locator('main .failure').first();

/** Carries out a task; `meet` takes the step that needs its service. */
async function carryOut({ steps, needs }: Task, meet: (step: Step, at: number) => Promise<void>) {
  for (const [at, step] of steps.entries()) {
    if (at === needs) {
      await meet(step, at);
    } else {
      await step.act(ui);
      await step.see(ui);
    }
  }
}

const isApi = (url: string | URL) =>
  /^\/(?:subscriptions|companies|solutions|vendor-docs|\$batch)/.test(new URL(url).pathname);

/** Presses what a failure offers until the step has succeeded; after an unknown outcome one looks before one repeats. */
async function persist(see: Step['see']): Promise<void> {
  const offered = failure().getByRole('button', { name: /^(?:Try again|See what is there now)$/ });
  let isSeen = false;
  const seen = see(ui).then(() => {
    isSeen = true;
  });
  while (!isSeen) {
    const button = (await offered.elementHandles()).at(-1);
    await Promise.race([seen, button ? press(button) : ui.page.waitForTimeout(50)]);
  }
}

/** Presses a button, and waits for the response; one that the page has taken away was not needed any more. */
async function press(button: ElementHandle): Promise<void> {
  const answered = ui.page.waitForResponse((response) => isApi(response.url())).catch(() => {});
  try {
    await button.click();
    await answered;
  } catch (error) {
    if (await button.evaluate((each) => each.isConnected).catch(() => false)) throw error;
  }
}

/** The service fails, and the page says so; or the cache has it. Then it is slow. */
async function meetOutage({ act, see }: Step, isCached: boolean): Promise<void> {
  await clearFaults();
  await setFault({ kind: 'status', status: 503 });
  await act(ui);
  const failed = failure().waitFor();
  await (isCached ? Promise.race([failed, see(ui)]) : failed);
  if (!isCached) expect(await failure().innerText()).toMatch(/not available|outcome is not known/i);
  await clearFaults();
  await setFault({ kind: 'delay', ms: SLOW_MS });
  await persist(see);
}

/** The token is refused; after a sign-in in another tab the page goes on where it was. */
async function meetRefusal({ act, see }: Step): Promise<void> {
  const json = { error: { code: 'invalid_token', message: 'The bearer token is invalid.' } };
  await ui.page.route(isApi, (route) => route.fulfill({ status: 401, json }));
  await act(ui);
  const bar = ui.page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
  await bar.waitFor();
  await ui.page.unroute(isApi);
  await bar.getByRole('button').press('Enter');
  await bar.waitFor({ state: 'detached' });
  // As a person comes back: the browser gives a tab in the background few frames.
  await ui.page.bringToFront();
  await persist(see);
}

const WIDTHS = { 1440: 900, 390: 844 } as const;
const LOOKS = [
  [1440, 'light'],
  [390, 'dark'],
  [1440, 'dark'],
  [390, 'light'],
] as const;

/** Among eight tasks each condition is met by mouse and by keyboard, in both widths and both colours. */
function toWay(at: number) {
  const isByKeyboard = (at + Math.floor(at / LOOKS.length)) % 2 === 1;
  const [width, colorScheme] = LOOKS[at % LOOKS.length] ?? LOOKS[0];
  return {
    isByKeyboard,
    width,
    colorScheme,
    title: `${isByKeyboard ? 'keyboard' : 'mouse'}, ${width} px, ${colorScheme}`,
  };
}

async function start({ who }: Task, { isByKeyboard, width, colorScheme }: ReturnType<typeof toWay>) {
  const page = await ui.signIn(who, 'start', { colorScheme });
  await page.setViewportSize({ width, height: WIDTHS[width] });
  ui.isByKeyboard = isByKeyboard;
  return page;
}

describe.each(TASKS.map((task, at) => [`${task.who} ${task.title}, ${task.clicks} clicks`, task, at] as const))(
  '%s',
  (_, task, at) => {
    const [way, other] = [toWay(at), toWay(at + 5)];

    it(`with a slow service, in an outage, and reloaded in the middle: ${way.title}`, async () => {
      const page = await start(task, way);
      await setFault({ kind: 'delay', ms: SLOW_MS });
      await carryOut(task, async (step, index) => {
        if (index > 0) {
          await page.reload();
          await task.steps[index - 1]?.see(ui);
        }
        await meetOutage(step, task.isCached === true);
        if (index > 0) return;
        await page.reload();
        await step.see(ui);
      });
      if (task.needs === undefined) {
        await setFault({ kind: 'status', status: 503 });
        await page.reload();
        await task.steps.at(-1)?.see(ui);
      }
      // Where the navigation is folded, a click opens it.
      expect(ui.clicks).toBe(task.clicks + ui.unfolded);
    });

    it(`with a refused token: ${other.title}`, async () => {
      await start(task, other);
      await carryOut(task, meetRefusal);
      expect(ui.clicks).toBe(task.clicks + ui.unfolded);
    });
  },
);

describe('what a task does not show', () => {
  it('the first event is in the first window, a skip link or 15 Tabs away, the newest update first, with its newest line', async () => {
    const page = await ui.signIn('Ben Lindqvist', `health-events?in=${VM}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('All 16').waitFor();
    const first = ui.main().getByRole('rowheader').first();
    expect((await first.boundingBox())?.y).toBeLessThan(500);
    expect(await first.innerText()).toContain('Some sign-ins to the portal need a second try.');
    await page.reload();
    await page.getByText('All 16').waitFor();
    const isThere = () => page.evaluate("document.activeElement?.closest('main th[scope=row]') !== null");
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await isThere()).toBe(true);
    await page.reload();
    await page.getByText('All 16').waitFor();
    await page.keyboard.press('Tab');
    let tabs = 0;
    for (; !(await isThere()); tabs += 1) await page.keyboard.press('Tab');
    expect(tabs).toBeLessThanOrEqual(15);
  });

  it('a new job stays with what was asked and what is stored; its name is not given twice', async () => {
    const page = await ui.signIn('Ada Okafor', `streaming-jobs?in=${GROUP}&tab=new`);
    await page.route('**/streamingjobs/clicks?*', async (route) => {
      if (route.request().method() === 'DELETE') return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), location: 'North Europe' } });
    });
    await ui.button('Fill in the example').click();
    await page.getByLabel('Name').fill('clicks');
    await ui.button('Create job').click();
    await ui.main().getByText('Create clicks: done.').waitFor();
    await ui.main().getByText('you asked West Europe, stored is North Europe').waitFor();
    await page.getByRole('link', { name: 'New job…' }).click();
    await page.getByLabel('Name').fill('clicks');
    expect(await ui.button('Create job').isEnabled()).toBe(false);
    await page.getByRole('link', { name: 'clicks exists: open it to change it' }).click();
    for (const name of ['storageAccounts[0].accountKey', 'datasource.password'])
      await page.getByRole('region', { name: 'Secrets' }).getByLabel(name).fill('only-typed');
    expect(await page.evaluate('Object.values(sessionStorage).join()')).not.toContain('only-typed');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      ui.button('Save clicks').click(),
    ]);
    expect(sent.postData()?.split('only-typed')).toHaveLength(3);
    await ui.main().getByText('Change clicks: done.').first().waitFor();
    await ui.row('clicks').getByRole('button', { name: 'Delete…' }).click();
    await ui.confirm('Delete').click();
    await ui.row('clicks').waitFor({ state: 'detached' });
    expect(await ui.main().getByText('Create clicks: done.').count()).toBe(0);
  });

  it('back undoes one choice', async () => {
    const page = await ui.signIn('Ben Lindqvist', `health-events?in=${VM}`);
    await page.getByRole('link', { name: /^Resolved \d/ }).click();
    await page.getByText(/^\d+ of 16/).waitFor();
    await page.goBack();
    await page.getByText('All 16').waitFor();
    // Of what the address narrows to there may be none.
    await ui.visit(`health-events?in=${GROUP}/providers/Vendor.Sql/servers/sql-shop/databases/orders&level=Critical`);
    await page.getByRole('link', { name: 'Critical 0' }).waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByText(/^All \d/).waitFor();
  });

  it("what a colleague changed is shown before the colleague's work is lost", async () => {
    const page = await ui.signIn('Ada Okafor', `streaming-jobs?in=${GROUP}&item=orders-per-minute&tab=edit`);
    const text = page.getByRole('textbox', { name: 'Job as JSON' });
    const job = JSON.parse(await text.inputValue());
    await text.fill(JSON.stringify({ ...job, tags: { team: 'mine' } }));
    await ui.main().getByRole('heading', { name: 'What you change (1)' }).waitFor();
    await page.evaluate(`(async () => {
      const { accessToken } = JSON.parse(sessionStorage['frontdesk.session']);
      const url = '${GROUP}/providers/Vendor.StreamAnalytics/streamingjobs/orders-per-minute?api-version=2020-03-01';
      const headers = { authorization: 'Bearer ' + accessToken, 'content-type': 'application/json' };
      const job = ${JSON.stringify(job)};
      const body = JSON.stringify({ ...job, properties: { ...job.properties, outputErrorPolicy: 'Drop' } });
      const { status } = await fetch(url.replace('resourceGroups', 'resourcegroups'), { method: 'PUT', headers, body });
      if (status >= 300) throw new Error('The write returned ' + status);
    })()`);
    await ui.button('Save orders-per-minute').click();
    await page.getByText('Somebody else has changed it').first().waitFor();
    await page.getByRole('region', { name: 'They changed' }).getByText('properties.outputErrorPolicy').waitFor();
    expect(await ui.button('Save mine over theirs').count()).toBe(1);
    // The changes do not touch.
    await ui.button('Save both changes').click();
    await page.getByText('Change orders-per-minute: done.').first().waitFor();
    expect(JSON.parse(await text.inputValue())).toMatchObject({
      ...{ tags: { team: 'mine' }, properties: { outputErrorPolicy: 'Drop' } },
    });
  });
});
