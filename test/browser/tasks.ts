/** Fifteen tasks of the five sample users, each with the clicks that it takes. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { ConsolePage } from './console-page.ts';

export interface Step {
  act(ui: ConsolePage): Promise<unknown>;
  /** Waits for what the person came for. */
  see(ui: ConsolePage): Promise<unknown>;
}

export interface Task {
  readonly who: string;
  readonly title: string;
  readonly clicks: number;
  readonly steps: readonly Step[];
  /** The step that needs its service; absent if none does. */
  readonly needs?: number;
  /** In an outage it shows what the cache has. */
  readonly isCached?: boolean;
}

export const GROUP = '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop';
export const VM = `${GROUP}/providers/Vendor.Compute/virtualMachines/vm-web`;
const PROVIDER = `${GROUP}/service/gateway-shop/authorizationProviders/github`;

type Find = (ui: ConsolePage) => Locator;
type Named = (name: string | RegExp, exact?: boolean) => Find;

const step = (act: Step['act'], found: Find): Step => ({ act, see: (ui) => found(ui).first().waitFor() });
const open = (view: string, found: Find): Step => step((ui) => ui.goTo(view), found);
const visit = (hash: string, found: Find): Step => step((ui) => ui.visit(hash), found);
const click = (target: Find, found: Find): Step => step((ui) => ui.click(target(ui)), found);
const text: Named = (shown) => (ui) => ui.main().getByText(shown);
const link: Named = (name) => (ui) => ui.page.getByRole('link', { name });
const rowLink: Named = (name) => (ui) => ui.link(name);
const row: Named = (name) => (ui) => ui.row(name);
const field: Named = (name, exact) => (ui) => ui.page.getByLabel(name, { exact: exact === true });
const button: Named = (name, exact) => (ui) => ui.button(name, exact);
const isEnabled = (button: Locator, expected = true) => expect.poll(() => button.isEnabled()).toBe(expected);
async function confirmed(ui: ConsolePage, button: string, name: string): Promise<void> {
  const row = ui.main().getByRole('row').filter({ hasText: name });
  await ui.click(row.getByRole('button', { name: `${button}…` }).first());
  await ui.click(ui.confirm(button));
}
const sessions: Find = (ui) => ui.main().getByRole('row').filter({ hasText: 'Draft' });

const ben: readonly Omit<Task, 'who'>[] = [
  {
    title: 'sees which machine is unwell, and why',
    clicks: 1,
    steps: [
      visit('fleet', (ui) => ui.row('vm-web').getByText('Critical')),
      click(rowLink('vm-web'), text('Half of the racks are back.')),
    ],
    needs: 0,
    isCached: true,
  },
  {
    title: 'sees the same from a link',
    clicks: 0,
    steps: [visit(`fleet?item=${VM}`, text('Half of the racks are back.'))],
    needs: 0,
    isCached: true,
  },
  {
    title: 'narrows events to what is active and critical',
    clicks: 3,
    steps: [
      open('Health events', text('All 16')),
      click(link(/^Active \d/), text(/^\d+ of 16/)),
      click(link(/^Critical \d/), text('2 of 16')),
    ],
    needs: 0,
    isCached: true,
  },
  {
    title: 'reveals a sensitive event',
    clicks: 2,
    steps: [
      visit(`health-events?in=${VM}`, rowLink(/^Sensitive event/)),
      click(rowLink(/^Sensitive event/), button('Reveal')),
      click(button('Reveal'), text('Unusual use of a virtual machine')),
    ],
    needs: 0,
    isCached: true,
  },
  {
    title: 'finds the restore points of a unit',
    clicks: 3,
    steps: [
      open('Restore points', field('Shop site', true)),
      click(field('Shop site', true), text('1 unit: Shop site')),
      click(button('Search', true), (ui) => ui.page.getByRole('region', { name: 'Restore points found' })),
    ],
    needs: 2,
    isCached: true,
  },
];

const ada: readonly Omit<Task, 'who'>[] = [
  {
    title: 'stops a running job from its row',
    clicks: 3,
    steps: [
      open('Streaming jobs', row('visits-per-page')),
      step(
        (ui) => confirmed(ui, 'Stop', 'visits-per-page'),
        (ui) => ui.row('visits-per-page').getByText(/^Stopp(?:ing|ed)$/),
      ),
    ],
    needs: 1,
  },
  {
    title: 'creates a job from the example',
    clicks: 4,
    steps: [
      open('Streaming jobs', row('visits-per-page')),
      click(link('New job…'), button('Fill in the example')),
      {
        async act(ui) {
          await ui.click(ui.button('Fill in the example'));
          await ui.type(ui.page.getByLabel('Name'), 'clicks');
        },
        see: (ui) => isEnabled(ui.button('Create job')),
      },
      click(button('Create job'), row('clicks')),
    ],
    needs: 3,
  },
  {
    title: 'changes the sampling of a diagnostic',
    clicks: 4,
    steps: [
      open('API diagnostics', rowLink('applicationinsights')),
      click(rowLink('applicationinsights'), link('Edit')),
      {
        async act(ui) {
          await ui.click(link('Edit')(ui));
          await ui.type(ui.page.getByLabel('Sampling (%)'), '101');
          await ui.page.getByText('must be at most 100').first().waitFor();
          await ui.type(ui.page.getByLabel('Sampling (%)'), '25');
        },
        see: (ui) => isEnabled(ui.button(/^Save /)),
      },
      click(button(/^Save /), text(/: done\./)),
    ],
    needs: 3,
  },
  {
    title: 'leads an authorization to its consent in another tab',
    clicks: 3,
    steps: [
      visit(`authorizations?in=${PROVIDER}&item=nightly`, button('Get the login link')),
      click(button('Get the login link'), link(/^Sign in at/)),
      {
        async act(ui) {
          const [tab] = await Promise.all([ui.context.waitForEvent('page'), ui.click(link(/^Sign in at/)(ui))]);
          const allow = tab.getByText(/^allow/i);
          await allow.first().click();
        },
        see: (ui) => expect.poll(() => ui.page.getByLabel('Code').inputValue()).not.toBe(''),
      },
      click(button('Confirm', true), text('Connected')),
    ],
    needs: 1,
  },
  {
    title: 'deletes a draft restore session; others have no such button',
    clicks: 3,
    steps: [
      open('Restore sessions', sessions),
      {
        async act(ui) {
          expect(await ui.main().getByRole('button', { name: 'Delete…' }).count()).toBe(await sessions(ui).count());
          await confirmed(ui, 'Delete', 'Draft');
        },
        see: (ui) => sessions(ui).waitFor({ state: 'detached' }),
      },
    ],
    needs: 1,
  },
  {
    title: 'allows a model copy, whose token is hidden until it is revealed',
    clicks: 3,
    steps: [
      { act: (ui) => ui.goTo('Model copies'), see: (ui) => isEnabled(ui.button('Allow the copy'), false) },
      {
        act: (ui) => ui.type(ui.page.getByLabel('Model id'), 'invoices-of-the-browser'),
        see: (ui) => isEnabled(ui.button('Allow the copy')),
      },
      click(button('Allow the copy'), text('••••')),
      {
        act: (ui) => ui.click(ui.button('Reveal access token')),
        see: (ui) => expect.poll(() => ui.page.locator('.secret code').textContent()).not.toContain('•'),
      },
    ],
    needs: 2,
  },
];

const carla: readonly Omit<Task, 'who'>[] = [
  {
    title: 'reads the price and the stock of an item',
    clicks: 2,
    steps: [open('Items', rowLink('Bicycle')), click(rowLink('Bicycle'), text('Cost'))],
    needs: 1,
  },
  {
    title: 'finds a customer by name from the list of companies',
    clicks: 2,
    steps: [
      visit('companies', (ui) => ui.link('Contoso').or(ui.row('Contoso'))),
      click((ui) => ui.main().getByRole('link', { name: 'Customers' }).first(), field('Search by name')),
      step(async (ui) => {
        await ui.type(ui.page.getByLabel('Search by name'), 'adat');
        await ui.page.keyboard.press('Enter');
      }, rowLink('Adatum Corporation')),
      click(rowLink('Adatum Corporation'), text('Currency')),
    ],
    needs: 3,
  },
];

const denied: readonly Task[] = [
  {
    who: 'Dan Petrov',
    title: 'is told in one sentence whom to ask',
    clicks: 0,
    steps: [visit('fleet', text('You need the role HealthEvents.Read for this page.'))],
  },
  {
    who: 'Fay Tanaka',
    title: 'is told, from a link, that the resource is not granted',
    clicks: 0,
    steps: [visit(`health-events?in=${VM}`, text('You have the role, but not for this resource.'))],
    needs: 0,
    // Access is decided before the service is called.
    isCached: true,
  },
];

const of = (who: string, tasks: readonly Omit<Task, 'who'>[]) => tasks.map((task): Task => ({ who, ...task }));

export const TASKS: readonly Task[] = [
  ...of('Ben Lindqvist', ben),
  ...of('Ada Okafor', ada),
  ...of('Carla Nunes', carla),
  ...denied,
];
