/** The steps of the demo that call the management API: gateway, health events, streaming jobs. */
import { resources } from '../seed.ts';
import { badJob, someAuthorization, someDiagnostic, someJob } from './samples.ts';
import { asAdministrator, describeHit, type ProfileNames, type Step } from './step.ts';

export function listGatewaySteps(service: string, run: string): Step[] {
  const authorization = `${service}/authorizationProviders/github/authorizations/demo-${run}?api-version=2024-05-01`;
  const diagnostic = `${service}/apis/orders/diagnostics/demo-${run}?api-version=2024-05-01`;
  let etag = '';
  const update: Step['send'] = ({ administrator }) =>
    administrator.send('PUT', authorization, { headers: { 'if-match': etag }, body: someAuthorization });
  return [
    {
      title: 'Create an authorization',
      expect: 201,
      send: asAdministrator('PUT', authorization, { body: someAuthorization }),
      describe: ({ json, headers }) => {
        etag = headers.get('etag') ?? '';
        return `${json.properties.status}; parameters in the response: ${JSON.stringify(json.properties.parameters)}`;
      },
    },
    {
      title: 'Update it with its ETag',
      expect: 200,
      send: update,
      describe: ({ headers }) => `ETag ${etag.slice(0, 8)}… is now ${headers.get('etag')?.slice(0, 8)}…`,
    },
    {
      title: 'Update it with the old ETag',
      expect: 412,
      send: update,
      describe: ({ json, headers }) => `${json.error.code}; outcome ${headers.get('x-frontdesk-outcome')}`,
    },
    {
      title: 'Create an API diagnostic',
      expect: 201,
      send: asAdministrator('PUT', diagnostic, { body: someDiagnostic }),
      describe: ({ json }) => `logs to ${json.properties.loggerId}`,
    },
  ];
}

export function listHealthSteps({ namespace }: ProfileNames): Step[] {
  const toPath = (resource: string) =>
    `${resource.replace('Vendor', namespace)}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01`;
  const events = toPath(resources.virtualMachine);
  const filtered = `${toPath(resources.database)}&$filter=${encodeURIComponent("eventType eq 'ServiceIssue'")}`;
  let next = '';
  return [
    {
      title: 'List health events',
      expect: 200,
      send: asAdministrator('GET', events),
      describe: ({ json, headers }) => {
        next = json.nextLink;
        return `${json.value.length} events; ${headers.get('cache-status')}`;
      },
    },
    { title: 'List them again', expect: 200, send: asAdministrator('GET', events), describe: describeHit },
    {
      title: 'Follow nextLink to the second page',
      expect: 200,
      send: ({ administrator }) => administrator.send('GET', next),
      describe: ({ json }) => `${json.value.length} more, from ${new URL(next).host}`,
    },
    {
      title: 'List health events of a nested resource',
      expect: 200,
      send: asAdministrator('GET', filtered),
      describe: ({ json }) => `${json.value.length} with $filter=eventType eq 'ServiceIssue'`,
    },
  ];
}

export function listJobSteps(path: string, { namespace }: ProfileNames): Step[] {
  const job = `${path}?api-version=2020-03-01`;
  const body = someJob(namespace);
  return [
    {
      title: 'Create a streaming job',
      // The real cloud may return 200 for a creation, too.
      expect: [201, 200],
      send: asAdministrator('PUT', job, { body }),
      describe: ({ json }) => {
        const { jobState, inputs, outputs } = json.properties;
        return `${jobState}; ${inputs.length} input and ${outputs.length} output, without their keys`;
      },
    },
    {
      title: 'Create it again with If-None-Match: *',
      expect: 412,
      send: asAdministrator('PUT', job, { headers: { 'if-none-match': '*' }, body }),
      describe: ({ json }) => json.error.code,
    },
    {
      title: 'Create an invalid job',
      expect: 400,
      send: asAdministrator('PUT', job, { body: badJob }),
      describe: ({ json }) => json.error.details.map(({ target }: { target: string }) => target).join(', '),
    },
  ];
}
