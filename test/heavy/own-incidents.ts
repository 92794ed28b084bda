/** Incidents of what Frontdesk itself depends on, of its settings, and what the platform logs of them: writes to the policy's table, the cap. */
import { randomBytes } from 'node:crypto';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { SealedLinks } from '../../lib/upstream/sealed-link.ts';
import { serveBy } from '../support/serve-directly.ts';
import { authorizeCopy, itemDefinition, startJob, toPath, validRequest } from '../support/valid-requests.ts';
import { ASSIGN, always, at, current, type Incident, openPolicy, outliveADay, SET } from './incidents.ts';

const items = validRequest('listItems');
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
    name: 'the key of document models was rotated',
    ...{ rule: 'identity-fails', minutes: 10, section: 'identity-fails', words: 'DOCUMENT_MODELS_KEY', lines: 'key' },
    ...{ doctor: 'documentModels', settings: { DOCUMENT_MODELS_KEY: 'old' } },
    command:
      /^az keyvault secret set --vault-name kv-test --name document-models-key --file \S+\naz functionapp restart /,
    cause: ({ stack }) => stack.upstream.fault({ api: 'docs', ...always({ kind: 'status', status: 401 }) }),
    each: async (app) => {
      const headers = { ...(await app.authorize('ann')), 'content-type': 'application/json' };
      const url = app.stack.url + toPath(authorizeCopy) + authorizeCopy.query;
      return fetch(url, { method: 'POST', headers, body: JSON.stringify(authorizeCopy.body) });
    },
    recover: ({ stack }) => stack.upstream.reset(),
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

export const ofSettings: readonly Incident[] = [
  {
    name: 'the settings do not let the app start',
    ...{ rule: 'unavailable', minutes: 5, section: 'does-not-start', words: 'AUTH_TENANTS', lines: 'settings' },
    ...{ command: SET, doctor: 'settings', settings: { AUTH_TENANTS: undefined } },
    cause: (app) => app.moveTo(app.emptyHostUrl),
    recover: (app) => app.moveTo(app.stack.url),
  },
  {
    name: 'OPERATIONS lacks an operation',
    ...{ rule: 'wrong-settings', minutes: 15, section: 'wrong-settings', words: '`OPERATIONS`', lines: 'operations' },
    ...{ command: SET, doctor: 'operations' },
    each: (app) => fetch(app.stack.url + toPath(startJob) + startJob.query, { method: 'POST' }),
  },
  {
    name: 'a frontend was built for the other profile',
    ...{ rule: 'wrong-settings', minutes: 15, section: 'wrong-settings', words: 'CLOUD_PROFILE' },
    each: ({ stack }) => fetch(`${stack.url}${toPath(items).replace('/companies', '/v2.0/companies')}`),
  },
  {
    name: 'LINK_KEY differs between instances',
    ...{ rule: 'wrong-settings', minutes: 15, section: 'wrong-settings', words: '`LINK_KEY`' },
    ...{ doctor: 'links', settings: { LINK_KEY: undefined } },
    each: async (app) => {
      const link = new SealedLinks(randomBytes(32), app.clock).seal('?$skiptoken=1', ['page', 'x']);
      const headers = await app.authorize('ann');
      return fetch(`${app.stack.url}${toPath(items)}${items.query || '?'}&$skiptoken=${link}`, { headers });
    },
  },
  {
    name: 'the origin of a frontend is not allowed',
    ...{ section: 'wrong-settings', words: 'the host refuses the origin', doctor: 'origin', lines: 'origin' },
    command: /^az functionapp cors add --allowed-origins https:\/\/portal\.example --resource-group rg-test --name /,
    each: ({ stack }) =>
      fetch(stack.url + toPath(items), {
        ...{ method: 'OPTIONS', headers: { origin: 'https://portal.example', 'access-control-request-method': 'GET' } },
      }),
  },
];
