/** The steps of the demo around the specified operations: what was written is read, found, watched and ended. */

import { companies, managed, restoreSessions, subscriptions } from '../seed.ts';
import { asAdministrator, type DemoResponse, type ProfileNames, type Step, step } from './step.ts';

const countOf: Step['describe'] = ({ json }) => `${json.value.length} found`;

/** Creates an authorization, gives its consent as a person at the link would, and deletes it. */
export function listConsentSteps(service: string, run: string): Step[] {
  const provider = `${service}/authorizationProviders/github/authorizations`;
  const version = '?api-version=2024-05-01';
  const authorization = `${provider}/consent-${run}`;
  const body = { properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode' } };
  let link = '';
  const stateOf: Step['describe'] = ({ json }) => json.properties.status;
  return [
    step('Create one that needs a consent', 201, asAdministrator('PUT', authorization + version, { body }), stateOf),
    step(
      'Get its login link',
      200,
      asAdministrator('POST', `${authorization}/getLoginLinks${version}`, { body: {} }),
      ({ json }) => {
        link = json.loginLink;
        return `to ${new URL(link).host}`;
      },
    ),
    step(
      'Confirm the code of the consent',
      200,
      async ({ administrator }) => {
        const consented = await fetch(link.replace('/consent-page', '/consent'));
        const { code: consentCode } = (await consented.json()) as { code: string };
        return administrator.send('POST', `${authorization}/confirmConsentCode${version}`, { body: { consentCode } });
      },
      () => 'the person agreed',
    ),
    step('Read it', 200, asAdministrator('GET', authorization + version), stateOf),
    step('List those of the provider', 200, asAdministrator('GET', provider + version), countOf),
    step(
      'Delete it',
      200,
      asAdministrator('DELETE', authorization + version, { headers: { 'if-match': '*' } }),
      () => 'and its consent',
    ),
    ...listReads(service, version),
  ];
}

function listReads(service: string, version: string): Step[] {
  const diagnostics = `${service.replace('shop-gateway', managed.service)}/apis/${managed.api}/diagnostics`;
  return [
    step(
      'Read an API diagnostic',
      200,
      asAdministrator('GET', `${diagnostics}/${managed.diagnostic}${version}`),
      ({ json }) => json.name,
    ),
    step('List those of the API', 200, asAdministrator('GET', diagnostics + version), countOf),
  ];
}

export function listSubscriptionSteps({ namespace }: ProfileNames): Step[] {
  const events = `/subscriptions/${subscriptions.contoso}/providers/${namespace}.ResourceHealth/events`;
  const version = '?api-version=2025-05-01';
  return [
    step('List the events of a subscription', 200, asAdministrator('GET', events + version), countOf),
    step(
      'Open a sensitive event',
      200,
      asAdministrator('POST', `${events}/BIL0-FX1/fetchEventDetails${version}`),
      ({ json }) => json.properties.title,
    ),
  ];
}

/** Starts the job at `path`, watches it, and stops it. */
export function listWatchSteps(path: string): Step[] {
  const version = '?api-version=2020-03-01';
  const jobs = path.slice(0, path.lastIndexOf('/'));
  let operation = '';
  const watch = ({ headers }: DemoResponse) => {
    operation = headers.get('location') ?? '';
    return `${headers.get('x-frontdesk-outcome')}; ${new URL(operation).pathname.slice(0, 20)}…`;
  };
  return [
    step(
      'Read the job with its inputs',
      200,
      asAdministrator('GET', `${path}${version}&$expand=inputs`),
      ({ json }) => `${json.properties.jobState}; ${json.properties.inputs.length} input`,
    ),
    step('List the jobs of the group', 200, asAdministrator('GET', jobs + version), countOf),
    step('Start it', 202, asAdministrator('POST', `${path}/start${version}`), watch),
    step(
      'Ask how far it is',
      [202, 200],
      ({ administrator }) => administrator.send('GET', operation),
      ({ status, headers }) => (status === 202 ? `again in ${headers.get('retry-after')} s` : 'it runs'),
    ),
    step('Stop it', 202, asAdministrator('POST', `${path}/stop${version}`), watch),
  ];
}

export function listFindSteps({ graph, business }: ProfileNames): Step[] {
  const sessions = `${graph}/solutions/backupRestore/restoreSessions`;
  const company = `${business}/companies(${companies.contoso})`;
  const found = encodeURIComponent("contains(displayName,'a')");
  return [
    step('List the restore sessions', 200, asAdministrator('GET', sessions), countOf),
    step(
      'Read a restore session',
      200,
      asAdministrator('GET', `${sessions}/${restoreSessions.completed}`),
      ({ json }) => json.status,
    ),
    step('List the companies', 200, asAdministrator('GET', `${business}/companies`), countOf),
    step(
      'Find customers',
      200,
      asAdministrator('GET', `${company}/customers?$filter=${found}&$select=displayName&$top=3`),
      ({ json }) => json.value.map(({ displayName }: { displayName: string }) => displayName).join(', '),
    ),
    step(
      'Find items',
      200,
      asAdministrator('GET', `${company}/items?$orderby=${encodeURIComponent('unitPrice desc')}&$top=2`),
      ({ json }) => json.value.map(({ displayName }: { displayName: string }) => displayName).join(', '),
    ),
  ];
}
