/** Incidents of what Frontdesk itself depends on, and what the platform logs of them: writes to the policy's table, the cap. */
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { serveBy } from '../support/serve-directly.ts';
import { itemDefinition } from '../support/valid-requests.ts';
import { ASSIGN, always, at, current, type Incident, openPolicy, outliveADay, SET } from './incidents.ts';

const NO_POLICY = { section: 'policy-fails', words: 'npm run access -- history', doctor: 'policy table' } as const;

export const ofFrontdesk: readonly Incident[] = [
  { name: 'nobody has pushed an access policy', rule: 'policy-fails', minutes: 10, ...NO_POLICY, lines: 'first' },
  {
    name: 'somebody deletes the access policy',
    ...{ rule: 'policy-fails', minutes: 10, ...NO_POLICY, lines: 'undo', linesIn: 'change-access' },
    cause: (app) => openPolicy(app).deleteEntity(current.partitionKey, current.rowKey),
  },
  {
    name: 'the access policy is not valid',
    ...{ rule: 'policy-ignored', minutes: 15, ...NO_POLICY, lines: 'undo', linesIn: 'change-access' },
    cause: (app) => openPolicy(app).updateEntity({ ...current, text0: '{"grants":[]}' }, 'Merge'),
  },
  {
    name: 'somebody writes into the policy’s table',
    ...{ rule: 'access-changed', minutes: 15, section: 'change-access', words: 'also what you do not recognize' },
    lines: 'undo',
    cause: (app) => openPolicy(app).updateEntity({ ...current, changedBy: 'mallory' }, 'Merge'),
    each: (app, workspace, minute) =>
      minute === 0 &&
      workspace.add('StorageTableLogs', {
        ...at(app),
        ...{ Category: 'StorageWrite', OperationName: 'MergeEntity', StatusText: 'Success' },
        ...{ Uri: "https://st.table.core.windows.net/frontdeskpolicy(PartitionKey='policy',RowKey='current')" },
        ...{ RequesterUpn: 'mallory@example.com', RequesterObjectId: '', RequesterAppId: '', CallerIpAddress: '' },
      }),
  },
  {
    name: 'the table is away',
    ...{ rule: 'table-fails', minutes: 15, section: 'table-fails', words: 'DNS, private endpoints, firewall' },
    ...{ doctor: 'table', lines: 'cache', command: ASSIGN },
    cause: ({ table }) => table.injectFault({ kind: 'down' }),
    recover: ({ table }) => table.injectFault(undefined),
  },
  {
    name: 'the signing keys are away for more than a day',
    ...{ rule: 'keys-fail', minutes: 10, section: 'keys-fail', words: 'AUTH_ISSUER', doctor: 'keys' },
    ...{ lines: 'keys', command: SET },
    async cause(app) {
      await app.stack.issuer.fault({ api: 'jwks', ...always({ kind: 'status', status: 500 }) });
      outliveADay(app);
    },
    recover: ({ stack }) => stack.issuer.reset(),
  },
  {
    name: 'an operation has a defect',
    ...{ rule: 'internal-error', minutes: 10, section: 'internal-error', words: 'the last release', lines: 'release' },
    command: /^gh workflow run deploy\.yml --field environment=test --field tag=v0\.1\.0$/,
    async each(app, workspace) {
      const services = createServices(readSettings(), app.clock, () => {});
      const serve = serveBy(services, itemDefinition);
      const { records } = await serve({ params: null as never, headers: await app.authorize('ann') });
      await services.close();
      workspace.addLines(records, app.clock.time);
    },
  },
  {
    name: 'an instance starts again and again',
    ...{ rule: 'restarts', minutes: 5, section: 'does-not-start', words: 'which instances restart' },
    each: ({ clock }, workspace) => workspace.addLines([{ started: 'frontdesk' }], clock.time),
  },
  {
    name: 'the platform fails calls that leave no records',
    ...{ rule: 'server-errors', minutes: 15, section: 'server-errors', words: 'If the platform counts more' },
    each: (app, workspace) => {
      for (const MetricName of ['Http5xx', 'OnDemandFunctionExecutionCount'])
        workspace.add('AzureMetrics', { ...at(app), MetricName, Total: 10 });
    },
  },
  {
    name: 'the log has 80 % of its cap',
    ...{ rule: 'log-cap-near', minutes: 15, section: 'log-fails', words: '`log-cap-near`', lines: 'cap' },
    command:
      /^az monitor log-analytics workspace update --resource-group rg-test --workspace-name log-test --quota \d+$/,
    each: (app, workspace) =>
      workspace.add('AppTraces', { ...at(app), Message: '', AppRoleInstance: 'a', _BilledSize: 4e8 }),
  },
  {
    name: 'the log is at its cap',
    ...{ rule: 'log-cap-reached', minutes: 5, section: 'log-fails', words: '`log-cap-reached`', lines: 'cap' },
    command: /^az monitor log-analytics workspace update /,
    each: (app, workspace, minute) =>
      minute === 0 &&
      workspace.add('_LogOperation', {
        ...at(app),
        ...{ Category: 'Ingestion', Operation: 'Data collection Status', Level: 'Warning' },
        Detail: 'Data collection stopped due to daily limit of free data reached. Ingestion status = OverQuota',
      }),
  },
  {
    name: 'the collector of traces is away',
    ...{ rule: 'digest', section: 'log-fails', words: '`telemetry_lost`' },
    each: ({ clock }, workspace) =>
      workspace.addLines([{ alert: 'telemetry_lost', subject: 'traces', reason: '503' }], clock.time),
  },
];
