/** What the demo shows: every operation, and what Frontdesk adds to it. */
import { companies, customers, items, resources, restoreSessions, subscriptions } from '../seed.ts';
import type { Answer, Call, Caller } from './caller.ts';
import { badJob, sameSearch, someAuthorization, someDiagnostic, someJob, someSearch } from './samples.ts';

export interface Step {
  readonly title: string;
  /** What the answer must be for the demo to end green. */
  readonly expect: number | readonly number[];
  readonly send: (callers: Callers) => Promise<Answer>;
  /** What is worth seeing in the answer. Throws, or answers undefined, when it is not there. */
  readonly show: (answer: Answer) => string | undefined;
}

export interface Callers {
  readonly administrator: Caller;
  /** Of another tenant. */
  readonly stranger: Caller;
  readonly anonymous: Caller;
}

/** Names in which the clouds differ. */
export interface Names {
  readonly namespace: 'Vendor' | 'Microsoft';
  readonly documents: string;
  readonly graph: string;
  readonly business: string;
}

export const names: Readonly<Record<'vendor' | 'microsoft', Names>> = {
  vendor: { namespace: 'Vendor', documents: '/vendor-docs', graph: '', business: '' },
  microsoft: { namespace: 'Microsoft', documents: '/documentintelligence', graph: '/v1.0', business: '/v2.0' },
};

/** Answers the steps in order; `run` tells runs apart, so that each creates what it updates. */
export function toSteps(cloud: Names, run: string): Step[] {
  const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers`;
  return [
    ...toGatewaySteps(`${group}/${cloud.namespace}.ApiManagement/service/shop-gateway`, run),
    ...toHealthSteps(cloud),
    ...toJobSteps(`${group}/${cloud.namespace}.StreamAnalytics/streamingjobs/demo-${run}`, cloud),
    ...toBackupSteps(`${cloud.graph}/solutions/backupRestore`),
    ...toReadSteps(cloud, run),
  ];
}

function toGatewaySteps(service: string, run: string): Step[] {
  const authorization = `${service}/authorizationProviders/github/authorizations/demo-${run}?api-version=2024-05-01`;
  const diagnostic = `${service}/apis/orders/diagnostics/demo-${run}?api-version=2024-05-01`;
  let etag = '';
  const update: Step['send'] = ({ administrator }) =>
    administrator.send('PUT', authorization, { headers: { 'if-match': etag }, body: someAuthorization });
  return [
    step('Create an authorization', 201, 'PUT', authorization, { body: someAuthorization }, ({ json, headers }) => {
      etag = headers.get('etag') ?? '';
      return `${json.properties.status}; of its parameters come back ${JSON.stringify(json.properties.parameters)}`;
    }),
    {
      title: 'Update it with its ETag',
      expect: 200,
      send: update,
      show: ({ headers }) => `${etag.slice(0, 8)}… is now ${headers.get('etag')?.slice(0, 8)}…`,
    },
    {
      title: 'Update it with the old ETag',
      expect: 412,
      send: update,
      show: ({ json, headers }) => `${json.error.code}; outcome ${headers.get('x-frontdesk-outcome')}`,
    },
    step(
      'Create an API diagnostic',
      201,
      'PUT',
      diagnostic,
      { body: someDiagnostic },
      ({ json }) => `logs to ${json.properties.loggerId}`,
    ),
  ];
}

function toHealthSteps({ namespace }: Names): Step[] {
  const toEvents = (resource: string) =>
    `${resource.replace('Vendor', namespace)}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01`;
  const events = toEvents(resources.virtualMachine);
  const filtered = `${toEvents(resources.database)}&$filter=${encodeURIComponent("eventType eq 'ServiceIssue'")}`;
  let next = '';
  return [
    step('List health events', 200, 'GET', events, {}, ({ json, headers }) => {
      next = json.nextLink;
      return `${json.value.length} events; ${headers.get('cache-status')}`;
    }),
    step('List them again', 200, 'GET', events, {}, showHit),
    {
      title: 'Follow nextLink to the second page',
      expect: 200,
      send: ({ administrator }) => administrator.send('GET', next),
      show: ({ json }) => `${json.value.length} more, by way of ${new URL(next).host}`,
    },
    step(
      'List those of a nested resource',
      200,
      'GET',
      filtered,
      {},
      ({ json }) => `${json.value.length} with $filter=eventType eq 'ServiceIssue'`,
    ),
  ];
}

function toJobSteps(path: string, { namespace }: Names): Step[] {
  const job = `${path}?api-version=2020-03-01`;
  const onlyNew = { 'if-none-match': '*' };
  return [
    // The live cloud answers 200 to a creation, too.
    step('Create a streaming job', [201, 200], 'PUT', job, { body: someJob(namespace) }, ({ json }) => {
      const { jobState, inputs, outputs } = json.properties;
      return `${jobState}; ${inputs.length} input, ${outputs.length} output, none of their keys`;
    }),
    step(
      'Create it again, if there is none',
      412,
      'PUT',
      job,
      { headers: onlyNew, body: someJob(namespace) },
      ({ json }) => json.error.code,
    ),
    step('Create one with mistakes', 400, 'PUT', job, { body: badJob }, ({ json }) =>
      json.error.details.map(({ target }: { target: string }) => target).join(', '),
    ),
  ];
}

function toBackupSteps(solution: string): Step[] {
  const search = `${solution}/restorePoints/search`;
  return [
    step('Search restore points', 200, 'POST', search, { body: someSearch }, ({ json, headers }) => {
      const { searchResults, noResultProtectionUnitIds } = json;
      return `${searchResults.length} found, ${noResultProtectionUnitIds.length} unit without; ${headers.get('cache-status')}`;
    }),
    step('Search them in other words', 200, 'POST', search, { body: sameSearch }, showHit),
    step(
      'Delete a draft restore session',
      [204, 404],
      'DELETE',
      `${solution}/restoreSessions/${restoreSessions.draft}`,
      {},
      ({ status }) => (status === 204 ? 'gone' : 'gone since an earlier demo'),
    ),
    step(
      'Delete one that is active',
      403,
      'DELETE',
      `${solution}/restoreSessions/${restoreSessions.active}`,
      {},
      ({ json }) => json.error.code,
    ),
  ];
}

function toReadSteps({ documents, business }: Names, run: string): Step[] {
  const copy = `${documents}/documentModels:authorizeCopy?api-version=2024-11-30`;
  const customer = `${business}/companies(${companies.contoso})/customers(${customers.contoso.adatum})`;
  const item = `${business}/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
  return [
    step('Authorize a model copy', 200, 'POST', copy, { body: { modelId: `invoices-${run}` } }, ({ json, headers }) => {
      return `until ${json.expirationDateTime}; ${headers.get('cache-control')}`;
    }),
    step(
      'Read a customer',
      200,
      'GET',
      `${customer}?$expand=currency,paymentTerm`,
      {},
      ({ json }) => `${json.displayName}, pays in ${json.currency.code}`,
    ),
    step('Read an item', 200, 'GET', item, {}, ({ json }) => `${json.displayName}, ${json.inventory} in stock`),
    {
      title: 'Read it from another tenant',
      expect: 403,
      send: ({ stranger }) => stranger.send('GET', customer),
      show: ({ json }) => json.error.code,
    },
    {
      title: 'Read it without a token',
      expect: 401,
      send: ({ anonymous }) => anonymous.send('GET', customer),
      show: ({ headers }) => `WWW-Authenticate: ${headers.get('www-authenticate')}`,
    },
  ];
}

/** A hit says so; anything else is not what the step should show. */
function showHit({ headers }: Answer): string | undefined {
  const status = headers.get('cache-status') ?? '';
  return status.includes('hit') ? `${status}, age ${headers.get('age')} s` : undefined;
}

function step(
  title: string,
  expect: Step['expect'],
  method: string,
  target: string,
  call: Call,
  show: Step['show'],
): Step {
  return { title, expect, send: ({ administrator }) => administrator.send(method, target, call), show };
}
