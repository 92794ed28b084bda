import * as z from 'zod';
import { HEALTH_EVENT_VERSIONS } from '../lib/contracts/api-versions.ts';
import { filterExpression } from '../lib/contracts/odata-query.ts';
import { managementWord } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';

const EVENTS = 'providers/Vendor.ResourceHealth/events';
const RESOURCE =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}';

export const EVENTS_CACHE = {
  maxAge: 60,
  staleWhileRevalidate: 240,
  staleIfError: 3_600,
} as const;

const params = {
  subscriptionId: managementWord,
  resourceProviderNamespace: managementWord,
  resourceType: managementWord,
};

/** Lists the health events that apply to one resource. The filter's grammar is not specified, so it is sent unchanged. */
export const listHealthEvents = defineOperation({
  name: 'listHealthEvents',
  summary: 'List the health events of one resource',
  source: 'docs/specification.md#health-event',
  path: `${RESOURCE}/{resourceType}/{resourceName}/${EVENTS}`,
  access: { role: 'HealthEvents.Read' },
  request: {
    params,
    apiVersions: HEALTH_EVENT_VERSIONS,
    query: () => z.object({ $filter: filterExpression.optional() }),
  },
  upstream: 'arm',
  errors: 'healthEvent',
  withheld: {
    list: 'value',
    flag: ['properties', 'isEventSensitive'],
    texts: [
      ['properties', 'summary'],
      ['properties', 'description'],
      ['properties', 'impact', '*', 'impactedRegions', '*', 'updates'],
    ],
  },
  paged: true,
  cache: EVENTS_CACHE,
});

export const listNestedHealthEvents = defineOperation({
  ...listHealthEvents,
  name: 'listNestedHealthEvents',
  summary: 'List the health events of one nested resource',
  path: `${RESOURCE}/{parentType}/{parentName}/{resourceType}/{resourceName}/${EVENTS}`,
  request: {
    ...listHealthEvents.request,
    params: { ...params, parentType: managementWord },
  },
});
