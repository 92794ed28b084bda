/** The steps of the demo: every operation, and what Frontdesk adds to it. */
import { companies, customers, items, restoreSessions, subscriptions } from '../seed.ts';
import { listConsentSteps, listFindSteps, listSubscriptionSteps, listWatchSteps } from './around-steps.ts';
import { listGatewaySteps, listHealthSteps, listJobSteps } from './management-steps.ts';
import { sameSearch, someSearch } from './samples.ts';
import { asAdministrator, describeHit, type ProfileNames, type Step, step } from './step.ts';

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
    step('Search restore points', 200, asAdministrator('POST', search, { body: someSearch }), ({ json, headers }) => {
      const { searchResults, noResultProtectionUnitIds } = json;
      return `${searchResults.length} found, ${noResultProtectionUnitIds.length} unit without any; ${headers.get('cache-status')}`;
    }),
    step(
      'Search with the ids in another order',
      200,
      asAdministrator('POST', search, { body: sameSearch }),
      describeHit,
    ),
    step(
      'Delete a draft restore session',
      [204, 404],
      asAdministrator('DELETE', `${solution}/restoreSessions/${restoreSessions.draft}`),
      ({ status }) => (status === 204 ? 'deleted' : 'deleted by an earlier demo'),
    ),
    step(
      'Delete an active restore session',
      403,
      asAdministrator('DELETE', `${solution}/restoreSessions/${restoreSessions.active}`),
      ({ json }) => json.error.code,
    ),
  ];
}

function listReadSteps({ documents, business }: ProfileNames, run: string): Step[] {
  const copy = `${documents}/documentModels:authorizeCopy?api-version=2024-11-30`;
  const customer = `${business}/companies(${companies.contoso})/customers(${customers.contoso.adatum})`;
  const item = `${business}/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
  return [
    step(
      'Authorize a model copy',
      200,
      asAdministrator('POST', copy, { body: { modelId: `invoices-${run}` } }),
      ({ json, headers }) => `valid until ${json.expirationDateTime}; ${headers.get('cache-control')}`,
    ),
    step(
      'Read a customer',
      200,
      asAdministrator('GET', `${customer}?$expand=currency,paymentTerm`),
      ({ json }) => `${json.displayName}, pays in ${json.currency.code}`,
    ),
    step(
      'Read an item',
      200,
      asAdministrator('GET', item),
      ({ json }) => `${json.displayName}, ${json.inventory} in stock`,
    ),
    step(
      'Read both in one batch, and one that is not there',
      200,
      asAdministrator('POST', '/$batch', {
        body: toBatch([customer, item, `${business}/companies`, '/nothing']),
      }),
      ({ json }) => json.responses.map(({ status }: { readonly status: number }) => status).join(', '),
    ),
    ...listDeniedSteps(customer),
  ];
}

function toBatch(urls: readonly string[]) {
  return { requests: urls.map((url, index) => ({ id: String(index + 1), method: 'GET', url })) };
}

function listDeniedSteps(customer: string): Step[] {
  return [
    step(
      'Read the customer from another tenant',
      403,
      ({ stranger }) => stranger.send('GET', customer),
      ({ json }) => json.error.code,
    ),
    step(
      'Read the customer without a token',
      401,
      ({ anonymous }) => anonymous.send('GET', customer),
      ({ headers }) => `WWW-Authenticate: ${headers.get('www-authenticate')}`,
    ),
  ];
}
