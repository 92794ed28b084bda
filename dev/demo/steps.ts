/** The steps of the demo: every operation, and what Frontdesk adds to it. */
import { companies, customers, items, restoreSessions, subscriptions } from '../seed.ts';
import { listConsentSteps, listFindSteps, listSubscriptionSteps, listWatchSteps } from './around-steps.ts';
import { listGatewaySteps, listHealthSteps, listJobSteps } from './management-steps.ts';
import { sameSearch, someSearch } from './samples.ts';
import { asAdministrator, describeHit, type ProfileNames, type Step } from './step.ts';

/** Returns the steps in order. `run` makes the names of created resources unique. */
export function listSteps(profile: ProfileNames, run: string): Step[] {
  const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers`;
  const service = `${group}/${profile.namespace}.ApiManagement/service/shop-gateway`;
  const job = `${group}/${profile.namespace}.StreamAnalytics/streamingjobs/demo-${run}`;
  return [
    ...listGatewaySteps(service, run),
    ...listConsentSteps(service, run),
    ...listHealthSteps(profile),
    ...listSubscriptionSteps(profile),
    ...listJobSteps(job, profile),
    ...listWatchSteps(job),
    ...listBackupSteps(`${profile.graph}/solutions/backupRestore`),
    ...listReadSteps(profile, run),
    ...listFindSteps(profile),
  ];
}

function listBackupSteps(solution: string): Step[] {
  const search = `${solution}/restorePoints/search`;
  return [
    {
      title: 'Search restore points',
      expect: 200,
      send: asAdministrator('POST', search, { body: someSearch }),
      describe: ({ json, headers }) => {
        const { searchResults, noResultProtectionUnitIds } = json;
        return `${searchResults.length} found, ${noResultProtectionUnitIds.length} unit without any; ${headers.get('cache-status')}`;
      },
    },
    {
      title: 'Search with the ids in another order',
      expect: 200,
      send: asAdministrator('POST', search, { body: sameSearch }),
      describe: describeHit,
    },
    {
      title: 'Delete a draft restore session',
      expect: [204, 404],
      send: asAdministrator('DELETE', `${solution}/restoreSessions/${restoreSessions.draft}`),
      describe: ({ status }) => (status === 204 ? 'deleted' : 'deleted by an earlier demo'),
    },
    {
      title: 'Delete an active restore session',
      expect: 403,
      send: asAdministrator('DELETE', `${solution}/restoreSessions/${restoreSessions.active}`),
      describe: ({ json }) => json.error.code,
    },
  ];
}

function listReadSteps({ documents, business }: ProfileNames, run: string): Step[] {
  const copy = `${documents}/documentModels:authorizeCopy?api-version=2024-11-30`;
  const customer = `${business}/companies(${companies.contoso})/customers(${customers.contoso.adatum})`;
  const item = `${business}/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
  return [
    {
      title: 'Authorize a model copy',
      expect: 200,
      send: asAdministrator('POST', copy, { body: { modelId: `invoices-${run}` } }),
      describe: ({ json, headers }) => `valid until ${json.expirationDateTime}; ${headers.get('cache-control')}`,
    },
    {
      title: 'Read a customer',
      expect: 200,
      send: asAdministrator('GET', `${customer}?$expand=currency,paymentTerm`),
      describe: ({ json }) => `${json.displayName}, pays in ${json.currency.code}`,
    },
    {
      title: 'Read an item',
      expect: 200,
      send: asAdministrator('GET', item),
      describe: ({ json }) => `${json.displayName}, ${json.inventory} in stock`,
    },
    {
      title: 'Read both in one batch, and one that is not there',
      expect: 200,
      send: asAdministrator('POST', '/$batch', {
        body: toBatch([customer, item, `${business}/companies`, '/nothing']),
      }),
      describe: ({ json }) => json.responses.map(({ status }: { readonly status: number }) => status).join(', '),
    },
    ...listDeniedSteps(customer),
  ];
}

function toBatch(urls: readonly string[]) {
  return { requests: urls.map((url, index) => ({ id: String(index + 1), method: 'GET', url })) };
}

function listDeniedSteps(customer: string): Step[] {
  return [
    {
      title: 'Read the customer from another tenant',
      expect: 403,
      send: ({ stranger }) => stranger.send('GET', customer),
      describe: ({ json }) => json.error.code,
    },
    {
      title: 'Read the customer without a token',
      expect: 401,
      send: ({ anonymous }) => anonymous.send('GET', customer),
      describe: ({ headers }) => `WWW-Authenticate: ${headers.get('www-authenticate')}`,
    },
  ];
}
