/** The requests of the simulated day: lists of a job's health events, and writes of the job. */
import { resourceGroup, subscriptions } from '../../../dev/seed.ts';
import type { PlainRequest } from '../../support/serve-directly.ts';
import type { ReceivedCall } from '../../testbed/control-client.ts';
import type { DayResponse } from './day-instance.ts';
import type { DayResource } from './day-model.ts';

export { createOrReplaceStreamingJob } from '../../../functions/create-or-replace-streaming-job.ts';
export { listHealthEvents } from '../../../functions/list-health-events.ts';

const group = { subscriptionId: subscriptions.contoso, resourceGroupName: resourceGroup };

export function toResourceUri({ name }: DayResource): string {
  const { subscriptionId, resourceGroupName } = group;
  return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/${name}`;
}

export function toRead(resource: DayResource, token: string): PlainRequest {
  return {
    params: {
      ...group,
      resourceProviderNamespace: 'Vendor.StreamAnalytics',
      resourceType: 'streamingjobs',
      resourceName: resource.name,
    },
    rawQuery: 'api-version=2025-05-01',
    headers: { authorization: `Bearer ${token}` },
  };
}

/** `id` is the correlation id, and makes the body unlike any other. */
export function toWrite(resource: DayResource, token: string, id: string): PlainRequest {
  return {
    params: { ...group, jobName: resource.name },
    rawQuery: 'api-version=2020-03-01',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-ms-client-request-id': id,
    },
    body: { location: 'westeurope', tags: { id }, properties: { sku: { name: 'Standard' } } },
  };
}

/** Compares what the callers were told, by correlation id, with what the upstream processed. */
export function checkWrites(writes: ReadonlyMap<string, DayResponse>, calls: readonly ReceivedCall[]) {
  const violations: string[] = [];
  let repeated = 0;
  let lost = 0;
  for (const [id, response] of writes) {
    const statuses = calls
      .filter(({ method, headers }) => method === 'PUT' && headers['x-ms-client-request-id'] === id)
      .map((call) => Reflect.get(call, 'status') as number | null);
    // Without a status the response was lost on its way.
    const processed = statuses.filter((status) => status === null || status < 300).length;
    const isTrue = response.status < 300 ? processed === 1 : processed <= 1;
    const isHonest = response.headers['x-frontdesk-outcome'] !== 'not-sent' || statuses.length === 0;
    if (!isTrue || !isHonest) violations.push(`${id} was processed ${processed} times: ${describe(response)}`);
    if (statuses.length > 1) repeated++;
    if (statuses.includes(null)) lost++;
  }
  return { violations, repeated, lost };
}

export function describe({ status, headers, text }: DayResponse): string {
  return `${status} ${headers['x-frontdesk-problem'] ?? ''} ${headers['x-frontdesk-outcome'] ?? ''} ${text.slice(0, 120)}`;
}
