/** The steps of the demo that call the management API: gateway, health events, streaming jobs. */
import { resources } from '../seed.ts';
import { badJob, someAuthorization, someDiagnostic, someJob } from './samples.ts';
import { asAdministrator, describeHit, type ProfileNames, type Step, step } from './step.ts';

export function listGatewaySteps(service: string, run: string): Step[] {
  const authorization = `${service}/authorizationProviders/github/authorizations/demo-${run}?api-version=2024-05-01`;
  const diagnostic = `${service}/apis/orders/diagnostics/demo-${run}?api-version=2024-05-01`;
  let etag = '';
  const update: Step['send'] = ({ administrator }) =>
    administrator.send('PUT', authorization, { headers: { 'if-match': etag }, body: someAuthorization });
  return [
    step(
      'Create an authorization',
      201,
      asAdministrator('PUT', authorization, { body: someAuthorization }),
      ({ json, headers }) => {
        etag = headers.get('etag') ?? '';
        return `${json.properties.status}; parameters in the response: ${JSON.stringify(json.properties.parameters)}`;
      },
    ),
    step(
      'Update it with its ETag',
      200,
      update,
      ({ headers }) => `ETag ${etag.slice(0, 8)}… is now ${headers.get('etag')?.slice(0, 8)}…`,
    ),
    step(
      'Update it with the old ETag',
      412,
      update,
      ({ json, headers }) => `${json.error.code}; outcome ${headers.get('x-frontdesk-outcome')}`,
    ),
    step(
      'Create an API diagnostic',
      201,
      asAdministrator('PUT', diagnostic, { body: someDiagnostic }),
      ({ json }) => `logs to ${json.properties.loggerId}`,
    ),
  ];
}

export function listHealthSteps({ namespace }: ProfileNames): Step[] {
  const toPath = (resource: string) =>
    `${resource.replace('Vendor', namespace)}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01`;
  const events = toPath(resources.virtualMachine);
  const filtered = `${toPath(resources.database)}&$filter=${encodeURIComponent("eventType eq 'ServiceIssue'")}`;
  let next = '';
  return [
    step('List health events', 200, asAdministrator('GET', events), ({ json, headers }) => {
      next = json.nextLink;
      return `${json.value.length} events; ${headers.get('cache-status')}`;
    }),
    step('List them again', 200, asAdministrator('GET', events), describeHit),
    step(
      'Follow nextLink to the second page',
      200,
      ({ administrator }) => administrator.send('GET', next),
      ({ json }) => `${json.value.length} more, from ${new URL(next).host}`,
    ),
    step(
      'List health events of a nested resource',
      200,
      asAdministrator('GET', filtered),
      ({ json }) => `${json.value.length} with $filter=eventType eq 'ServiceIssue'`,
    ),
  ];
}

export function listJobSteps(path: string, { namespace }: ProfileNames): Step[] {
  const job = `${path}?api-version=2020-03-01`;
  const body = someJob(namespace);
  return [
    step(
      'Create a streaming job', // The real cloud may return 200 for a creation, too.
      [201, 200],
      asAdministrator('PUT', job, { body }),
      ({ json }) => {
        const { jobState, inputs, outputs } = json.properties;
        return `${jobState}; ${inputs.length} input and ${outputs.length} output, without their keys`;
      },
    ),
    step(
      'Create it again with If-None-Match: *',
      412,
      asAdministrator('PUT', job, { headers: { 'if-none-match': '*' }, body }),
      ({ json }) => json.error.code,
    ),
    step('Create an invalid job', 400, asAdministrator('PUT', job, { body: badJob }), ({ json }) =>
      json.error.details.map(({ target }: { target: string }) => target).join(', '),
    ),
  ];
}
