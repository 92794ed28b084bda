/**
 * A game day: disasters are caused in a running app. Exactly one mail comes of each, as docs/observability.md says, and the lines of
 * the runbook mend it, run as pasted. What the platform itself logs is written here: writes to the policy's table, the cap.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { TableClient } from '@azure/data-tables';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../dev/server.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { serveBy } from '../support/serve-directly.ts';
import { itemDefinition } from '../support/valid-requests.ts';
import { type Command, readLines, startShell } from './operator-shell.ts';
import { MINUTE_MS, startWatchedStack, type Watched } from './watched-stack.ts';
import { rules, type Workspace } from './workspace.ts';

const MINUTES = 25;
const policyTable = `policy${randomUUID().replaceAll('-', '')}`;
const app = await startWatchedStack(policyTable);

/** The outputs of the templates that lines use. */
const outputs = {
  AZURE_ENV_NAME: 'test',
  AZURE_TENANT_ID: randomUUID(),
  AZURE_RESOURCE_GROUP: 'rg-test',
  AZURE_FUNCTION_NAME: 'func-test',
  FRONTDESK_IDENTITY_ID:
    '/subscriptions/s/resourceGroups/rg-test/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-test',
  FRONTDESK_PRINCIPAL_ID: randomUUID(),
  FRONTDESK_TABLES: '/subscriptions/s/providers/Microsoft.Storage/storageAccounts/st/tableServices/default/tables',
  FRONTDESK_POLICY_TABLES:
    '/subscriptions/s/providers/Microsoft.Storage/storageAccounts/stc/tableServices/default/tables',
  FRONTDESK_WORKSPACE: 'log-test',
};
/** What the operator fills in. */
const variables = {
  ACCESS_POLICY: `table:${policyTable}`,
  CACHE_CONNECTION_STRING: app.stack.tables.connectionString,
  POLICY: 'dev/access-policy.json',
  VERSION: '1',
  ADDRESS: 'https://business.example',
  KEYS: 'https://issuer.example/keys',
  RESOURCES: 'rg-shop',
  ROLE: 'role-1',
  LAST_TAG: 'v0.1.0',
};

/** The commands that mend something; the doctor also reads the settings. */
const done: string[] = [];
let mend: () => unknown = () => {};
const command: Command = async ([program, ...words]) => {
  const line = `${program} ${words.join(' ')}`;
  if (line === 'azd env get-values')
    return Object.entries(outputs)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join('');
  done.push(line);
  await mend();
  return '{}';
};
const run = await startShell(command);

interface Disaster {
  /** As docs/observability.md names it, with the mail, the minutes and the section. */
  readonly name: string;
  /** The named lines of the section. */
  readonly lines: string;
  /** What they must have done; nothing where the lines are those of `npm run access`. */
  readonly command?: RegExp;
  readonly cause: () => unknown;
  /** Each minute. */
  readonly each?: (workspace: Workspace, minute: number) => unknown;
  readonly mend?: () => unknown;
}

const always = (fault: object) => ({ times: 100_000, fault });
const at = () => ({ TimeGenerated: app.clock.time });

/** The host without a function. */
const emptyHost = await listen(
  createServer((_, response) => response.writeHead(404).end()),
  0,
);
afterAll(emptyHost.close);

/** What the app has for a day ends. The date stays: the emulated identity's tokens follow the machine's. */
function outliveADay(): void {
  const ms = 25 * 60 * MINUTE_MS;
  app.clock.time += ms;
  app.clock.jump(-ms);
}

async function breakPolicy(): Promise<void> {
  const table = TableClient.fromConnectionString(app.stack.tables.connectionString, policyTable, {
    allowInsecureConnection: true,
  });
  await table.updateEntity({ partitionKey: 'policy', rowKey: 'current', text0: '{"grants":[]}' }, 'Merge');
}

const SET = /^az functionapp config appsettings set --settings \S+=\S+ --resource-group rg-test --name func-test$/;
const ASSIGN =
  /^az role assignment create --assignee-object-id \S+ --assignee-principal-type ServicePrincipal --role Storage Table/;

const disasters: readonly Disaster[] = [
  {
    name: 'nobody has pushed an access policy',
    lines: 'first',
    cause: () => {},
  },
  {
    name: 'the managed identity is not assigned',
    lines: 'identity',
    command:
      /^az functionapp identity assign --identities \/subscriptions\/\S+ --resource-group rg-test --name func-test$/,
    async cause() {
      await app.stack.identity.fault({ api: 'token', ...always({ kind: 'status', status: 400 }) });
      outliveADay();
    },
    mend: () => app.stack.identity.reset(),
  },
  {
    name: 'a service refuses the managed identity',
    lines: 'rights',
    command: /^az deployment group create --resource-group rg-shop .*management-assignment\.bicep .*principalId=/,
    cause: () =>
      app.stack.upstream.fault({
        api: 'arm',
        ...always({ kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } }),
      }),
    mend: () => app.stack.upstream.reset(),
  },
  {
    name: 'a service is not at its address',
    lines: 'address',
    command: SET,
    cause: () => app.stack.upstream.fault({ api: 'business', ...always({ kind: 'reset' }) }),
    mend: () => app.stack.upstream.reset(),
  },
  {
    name: 'the table is away',
    lines: 'cache',
    command: ASSIGN,
    cause: () => app.table.injectFault({ kind: 'down' }),
    mend: () => app.table.injectFault(undefined),
  },
  {
    name: 'somebody writes into the policy’s table',
    lines: 'undo',
    cause: breakPolicy,
    each: (workspace, minute) =>
      minute === 0 &&
      workspace.add('StorageTableLogs', {
        ...at(),
        ...{ Category: 'StorageWrite', OperationName: 'MergeEntity', StatusText: 'Success' },
        ...{ Uri: "https://st.table.core.windows.net/frontdeskpolicy(PartitionKey='policy',RowKey='current')" },
        ...{ RequesterUpn: 'mallory@example.com', RequesterObjectId: '', RequesterAppId: '', CallerIpAddress: '' },
      }),
  },
  {
    name: 'an operation has a defect',
    lines: 'release',
    command: /^gh workflow run deploy\.yml --field environment=test --field tag=v0\.1\.0$/,
    cause: () => {},
    async each(workspace) {
      const services = createServices(readSettings(), app.clock, () => {});
      const { records } = await serveBy(
        services,
        itemDefinition,
      )({ params: null as never, headers: await app.authorize() });
      await services.close();
      workspace.addLines(records, app.clock.time);
    },
  },
  {
    name: 'the settings do not let the app start',
    lines: 'settings',
    command: SET,
    cause: () => app.moveTo(emptyHost.url),
    mend: () => app.moveTo(app.stack.url),
  },
  {
    name: 'the log has 80 % of its cap',
    lines: 'cap',
    command:
      /^az monitor log-analytics workspace update --resource-group rg-test --workspace-name log-test --quota \d+$/,
    cause: () => {},
    each: (workspace) => workspace.add('AppTraces', { ...at(), Message: '', AppRoleInstance: 'a', _BilledSize: 4e8 }),
  },
  {
    name: 'the log is at its cap',
    lines: 'cap',
    command: /^az monitor log-analytics workspace update /,
    cause: () => {},
    each: (workspace, minute) =>
      minute === 0 &&
      workspace.add('_LogOperation', {
        ...at(),
        ...{ Category: 'Ingestion', Operation: 'Data collection Status', Level: 'Warning' },
        Detail: 'Data collection stopped due to daily limit of free data reached. Ingestion status = OverQuota',
      }),
  },
  {
    name: 'an instance starts again and again',
    lines: 'release',
    command: /^gh workflow run deploy\.yml /,
    cause: () => {},
    each: (workspace) => workspace.addLines([{ started: 'frontdesk' }], app.clock.time),
  },
  {
    name: 'the signing keys are away for more than a day',
    lines: 'keys',
    command: SET,
    async cause() {
      await app.stack.issuer.fault({ api: 'jwks', ...always({ kind: 'status', status: 500 }) });
      outliveADay();
    },
    mend: () => app.stack.issuer.reset(),
  },
];

/** The day passes once, in this order, whichever of the tests are run. */
const day = new Map<
  string,
  { readonly watched: Watched; readonly after: readonly number[]; readonly mended: string[] }
>();
for (const disaster of disasters) {
  await disaster.cause();
  const watched = await app.watch(MINUTES, disaster.each);
  mend = disaster.mend ?? (() => {});
  done.splice(0);
  await run(readLines(sectionOf(disaster.name), disaster.lines), variables);
  // Pauses and gates end, the policy is read again.
  app.clock.time += 2 * MINUTE_MS;
  await app.call();
  app.clock.time += MINUTE_MS;
  day.set(disaster.name, { watched, after: await app.call(), mended: done.splice(0) });
}

function readTable(): readonly (readonly [name: string, mail: string, minutes: string, section: string])[] {
  const text = readFileSync('docs/observability.md', 'utf8');
  const row = /^\| ([^|]+) \| `([\w-]+)` \| (\d+) \| \[([\w-]+)\]\(runbook\.md#\4\) \|$/gm;
  return Array.from(text.matchAll(row), ([, name = '', mail = '', minutes = '', section = '']) => [
    name,
    mail,
    minutes,
    section,
  ]);
}

function sectionOf(name: string): string {
  return readTable().find(([each]) => each === name)?.[3] ?? '';
}

it('the documents list each disaster, and each rule that wakes somebody has one or has calls of its own', () => {
  expect(readTable().map(([name]) => name)).toEqual(disasters.map(({ name }) => name));
  const shown = new Set(readTable().map(([, mail]) => mail));
  const paging = rules.filter(({ severity }) => severity <= 1).map(({ name }) => name);
  expect(paging.filter((name) => !shown.has(name))).toEqual(['server-errors']);
});

it.each(readTable())(
  '%s: one mail, %s after %s minutes; the lines of the section %s mend it',
  (name, mail, minutes) => {
    const played = day.get(name);
    const mails = played?.watched.mails.filter(({ rule }) => rule !== 'digest');
    expect(mails).toEqual([{ rule: mail, minute: Number(minutes) }]);
    const { command: expected } = disasters.find((each) => each.name === name) ?? {};
    expect(played?.mended).toEqual(expected ? [expect.stringMatching(expected)] : []);
    expect(played?.after).toEqual([200, 200]);
  },
);
