/** Fifteen tasks of the five sample users, each with the clicks that it takes. */
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

/** A step that shows a text in the page. */
const show = (act: Step['act'], text: string | RegExp): Step => ({
  act,
  see: (ui) => ui.main().getByText(text).first().waitFor(),
});
const open = (view: string, see: Step['see']): Step => ({ act: (ui) => ui.goTo(view), see });
const confirmed = (ui: ConsolePage, button: string, name: string) =>
  ui
    .click(
      ui
        .main()
        .getByRole('row')
        .filter({ hasText: name })
        .getByRole('button', { name: `${button}…` })
        .first(),
    )
    .then(() => ui.click(ui.confirm(button)));
const sessions = (ui: ConsolePage) => ui.main().getByRole('row').filter({ hasText: 'Draft' });

const ben: readonly Omit<Task, 'who'>[] = [
  {
    title: 'sees which machine is unwell, and why',
    clicks: 1,
    steps: [
      { act: (ui) => ui.visit('fleet'), see: (ui) => ui.row('vm-web').getByText('Critical').waitFor() },
      show((ui) => ui.click(ui.link('vm-web')), 'Half of the racks are back.'),
    ],
    needs: 0,
    isCached: true,
  },
  {
    title: 'sees the same from a link',
    clicks: 0,
    steps: [show((ui) => ui.visit(`fleet?item=${VM}`), 'Half of the racks are back.')],
    needs: 0,
    isCached: true,
  },
  {
    title: 'narrows events to what is active and critical',
    clicks: 3,
    steps: [
      show((ui) => ui.goTo('Health events'), 'All 16'),
      show((ui) => ui.click(ui.page.getByRole('link', { name: /^Active \d/ })), /^\d+ of 16/),
      show((ui) => ui.click(ui.page.getByRole('link', { name: /^Critical \d/ })), '2 of 16'),
    ],
    needs: 0,
    isCached: true,
  },
  {
    title: 'reveals a sensitive event',
    clicks: 2,
    steps: [
      { act: (ui) => ui.visit(`health-events?in=${VM}`), see: (ui) => ui.link(/^Sensitive event/).waitFor() },
      { act: (ui) => ui.click(ui.link(/^Sensitive event/)), see: (ui) => ui.button('Reveal').waitFor() },
      show((ui) => ui.click(ui.button('Reveal')), 'Unusual use of a virtual machine'),
    ],
    needs: 0,
    isCached: true,
  },
  {
    title: 'finds the restore points of a unit',
    clicks: 3,
    steps: [
      open('Restore points', (ui) => ui.page.getByLabel('Shop site', { exact: true }).waitFor()),
      show((ui) => ui.click(ui.page.getByLabel('Shop site', { exact: true })), '1 unit: Shop site'),
      {
        act: (ui) => ui.click(ui.button('Search', true)),
        see: (ui) => ui.page.getByRole('region', { name: 'Restore points found' }).waitFor(),
      },
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
      open('Streaming jobs', (ui) => ui.row('visits-per-page').waitFor()),
      {
        act: (ui) => confirmed(ui, 'Stop', 'visits-per-page'),
        see: (ui) =>
          ui
            .row('visits-per-page')
            .getByText(/^Stopp(?:ing|ed)$/)
            .waitFor(),
      },
    ],
    needs: 1,
  },
  {
    title: 'creates a job from the example',
    clicks: 4,
    steps: [
      open('Streaming jobs', (ui) => ui.row('visits-per-page').waitFor()),
      {
        act: (ui) => ui.click(ui.page.getByRole('link', { name: 'New job…' })),
        see: (ui) => ui.button('Fill in the example').waitFor(),
      },
      {
        async act(ui) {
          await ui.click(ui.button('Fill in the example'));
          await ui.type(ui.page.getByLabel('Name'), 'clicks');
        },
        see: (ui) => expect.poll(() => ui.button('Create job').isEnabled()).toBe(true),
      },
      { act: (ui) => ui.click(ui.button('Create job')), see: (ui) => ui.row('clicks').waitFor() },
    ],
    needs: 3,
  },
  {
    title: 'changes the sampling of a diagnostic',
    clicks: 4,
    steps: [
      open('API diagnostics', (ui) => ui.link('applicationinsights').waitFor()),
      {
        act: (ui) => ui.click(ui.link('applicationinsights')),
        see: (ui) => ui.page.getByRole('link', { name: 'Edit' }).waitFor(),
      },
      {
        async act(ui) {
          await ui.click(ui.page.getByRole('link', { name: 'Edit' }));
          await ui.type(ui.page.getByLabel('Sampling (%)'), '101');
          await ui.page.getByText('must be at most 100').first().waitFor();
          await ui.type(ui.page.getByLabel('Sampling (%)'), '25');
        },
        see: (ui) => expect.poll(() => ui.button(/^Save /).isEnabled()).toBe(true),
      },
      show((ui) => ui.click(ui.button(/^Save /)), /: done\./),
    ],
    needs: 3,
  },
  {
    title: 'leads an authorization to its consent in another tab',
    clicks: 3,
    steps: [
      {
        act: (ui) => ui.visit(`authorizations?in=${PROVIDER}&item=nightly`),
        see: (ui) => ui.button('Get the login link').waitFor(),
      },
      {
        act: (ui) => ui.click(ui.button('Get the login link')),
        see: (ui) => ui.page.getByRole('link', { name: /^Sign in at/ }).waitFor(),
      },
      {
        async act(ui) {
          const link = ui.page.getByRole('link', { name: /^Sign in at/ });
          const [tab] = await Promise.all([ui.context.waitForEvent('page'), ui.click(link)]);
          await tab
            .getByText(/^allow/i)
            .first()
            .click();
        },
        see: (ui) => expect.poll(() => ui.page.getByLabel('Code').inputValue()).not.toBe(''),
      },
      show((ui) => ui.click(ui.button('Confirm', true)), 'Connected'),
    ],
    needs: 1,
  },
  {
    title: 'deletes a draft restore session; others have no such button',
    clicks: 3,
    steps: [
      open('Restore sessions', (ui) => sessions(ui).first().waitFor()),
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
      open('Model copies', (ui) => expect.poll(() => ui.button('Allow the copy').isEnabled()).toBe(false)),
      {
        act: (ui) => ui.type(ui.page.getByLabel('Model id'), 'invoices-of-the-browser'),
        see: (ui) => expect.poll(() => ui.button('Allow the copy').isEnabled()).toBe(true),
      },
      show((ui) => ui.click(ui.button('Allow the copy')), '••••'),
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
    steps: [open('Items', (ui) => ui.link('Bicycle').waitFor()), show((ui) => ui.click(ui.link('Bicycle')), 'Cost')],
    needs: 1,
  },
  {
    title: 'finds a customer by name from the list of companies',
    clicks: 2,
    steps: [
      { act: (ui) => ui.visit('companies'), see: (ui) => ui.link('Contoso').or(ui.row('Contoso')).first().waitFor() },
      {
        act: (ui) => ui.click(ui.main().getByRole('link', { name: 'Customers' }).first()),
        see: (ui) => ui.page.getByLabel('Search by name').waitFor(),
      },
      {
        async act(ui) {
          await ui.type(ui.page.getByLabel('Search by name'), 'adat');
          await ui.page.keyboard.press('Enter');
        },
        see: (ui) => ui.link('Adatum Corporation').waitFor(),
      },
      show((ui) => ui.click(ui.link('Adatum Corporation')), 'Currency'),
    ],
    needs: 3,
  },
];

const denied: readonly Task[] = [
  {
    who: 'Dan Petrov',
    title: 'is told in one sentence whom to ask',
    clicks: 0,
    steps: [show((ui) => ui.visit('fleet'), 'You need the role HealthEvents.Read for this page.')],
  },
  {
    who: 'Fay Tanaka',
    title: 'is told, from a link, that the resource is not granted',
    clicks: 0,
    steps: [show((ui) => ui.visit(`health-events?in=${VM}`), 'You have the role, but not for this resource.')],
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
