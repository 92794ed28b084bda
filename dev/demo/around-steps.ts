/** The steps of the demo around the specified operations: what was written is read, found, watched and ended. */

import { companies, managed, restoreSessions, subscriptions } from '../seed.ts';
import { asAdministrator, type DemoResponse, type ProfileNames, type Step } from './step.ts';

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
    {
      title: 'Create one that needs a consent',
      expect: 201,
      send: asAdministrator('PUT', authorization + version, { body }),
      describe: stateOf,
    },
    {
      title: 'Get its login link',
      expect: 200,
      send: asAdministrator('POST', `${authorization}/getLoginLinks${version}`, { body: {} }),
      describe: ({ json }) => {
        link = json.loginLink;
        return `to ${new URL(link).host}`;
      },
    },
    {
      title: 'Confirm the code of the consent',
      expect: 200,
      send: async ({ administrator }) => {
        const consented = await fetch(link.replace('/consent-page', '/consent'));
        const { code: consentCode } = (await consented.json()) as { code: string };
        return administrator.send('POST', `${authorization}/confirmConsentCode${version}`, { body: { consentCode } });
      },
      describe: () => 'the person agreed',
    },
    { title: 'Read it', expect: 200, send: asAdministrator('GET', authorization + version), describe: stateOf },
    {
      title: 'List those of the provider',
      expect: 200,
      send: asAdministrator('GET', provider + version),
      describe: countOf,
    },
    {
      title: 'Delete it',
      expect: 200,
      send: asAdministrator('DELETE', authorization + version, { headers: { 'if-match': '*' } }),
      describe: () => 'and its consent',
    },
    ...listReads(service, version),
  ];
}

function listReads(service: string, version: string): Step[] {
  const diagnostics = `${service.replace('shop-gateway', managed.service)}/apis/${managed.api}/diagnostics`;
  return [
    {
      title: 'Read an API diagnostic',
      expect: 200,
      send: asAdministrator('GET', `${diagnostics}/${managed.diagnostic}${version}`),
      describe: ({ json }) => json.name,
    },
    {
      title: 'List those of the API',
      expect: 200,
      send: asAdministrator('GET', diagnostics + version),
      describe: countOf,
    },
  ];
}

export function listSubscriptionSteps({ namespace }: ProfileNames): Step[] {
  const events = `/subscriptions/${subscriptions.contoso}/providers/${namespace}.ResourceHealth/events`;
  const version = '?api-version=2025-05-01';
  return [
    {
      title: 'List the events of a subscription',
      expect: 200,
      send: asAdministrator('GET', events + version),
      describe: countOf,
    },
    {
      title: 'Open a sensitive event',
      expect: 200,
      send: asAdministrator('POST', `${events}/BIL0-FX1/fetchEventDetails${version}`),
      describe: ({ json }) => json.properties.title,
    },
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
    {
      title: 'Read the job with its inputs',
      expect: 200,
      send: asAdministrator('GET', `${path}${version}&$expand=inputs`),
      describe: ({ json }) => `${json.properties.jobState}; ${json.properties.inputs.length} input`,
    },
    {
      title: 'List the jobs of the group',
      expect: 200,
      send: asAdministrator('GET', jobs + version),
      describe: countOf,
    },
    { title: 'Start it', expect: 202, send: asAdministrator('POST', `${path}/start${version}`), describe: watch },
    {
      title: 'Ask how far it is',
      expect: [202, 200],
      send: ({ administrator }) => administrator.send('GET', operation),
      describe: ({ status, headers }) => (status === 202 ? `again in ${headers.get('retry-after')} s` : 'it runs'),
    },
    { title: 'Stop it', expect: 202, send: asAdministrator('POST', `${path}/stop${version}`), describe: watch },
  ];
}

export function listFindSteps({ graph, business }: ProfileNames): Step[] {
  const sessions = `${graph}/solutions/backupRestore/restoreSessions`;
  const company = `${business}/companies(${companies.contoso})`;
  const found = encodeURIComponent("contains(displayName,'a')");
  return [
    { title: 'List the restore sessions', expect: 200, send: asAdministrator('GET', sessions), describe: countOf },
    {
      title: 'Read a restore session',
      expect: 200,
      send: asAdministrator('GET', `${sessions}/${restoreSessions.completed}`),
      describe: ({ json }) => json.status,
    },
    {
      title: 'List the companies',
      expect: 200,
      send: asAdministrator('GET', `${business}/companies`),
      describe: countOf,
    },
    {
      title: 'Find customers',
      expect: 200,
      send: asAdministrator('GET', `${company}/customers?$filter=${found}&$select=displayName&$top=3`),
      describe: ({ json }) => json.value.map(({ displayName }: { displayName: string }) => displayName).join(', '),
    },
    {
      title: 'Find items',
      expect: 200,
      send: asAdministrator('GET', `${company}/items?$orderby=${encodeURIComponent('unitPrice desc')}&$top=2`),
      describe: ({ json }) => json.value.map(({ displayName }: { displayName: string }) => displayName).join(', '),
    },
  ];
}
