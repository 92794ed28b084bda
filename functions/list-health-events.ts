import * as z from 'zod';
import { filterExpression } from '../lib/contracts/odata-query.ts';
import { managementWord, resourceGroupName, resourceName } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';

const EVENTS = 'providers/Vendor.ResourceHealth/events';
const RESOURCE =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}';

export const EVENTS_CACHE = {
  maxAge: 60,
  staleWhileRevalidate: 240,
  staleIfError: 3_600,
  ignoresPathCase: true,
} as const;

const resourceParams = {
  subscriptionId: managementWord,
  resourceGroupName,
  resourceProviderNamespace: managementWord,
  resourceType: managementWord,
  resourceName,
};

/** Lists the health events that apply to one resource. The filter's grammar is not specified, so it is sent unchanged. */
export const listHealthEvents = defineOperation({
  name: 'listHealthEvents',
  summary: 'List the health events of one resource',
  source: 'docs/specification.md#health-event',
  method: 'GET',
  path: `${RESOURCE}/{resourceType}/{resourceName}/${EVENTS}`,
  access: { role: 'HealthEvents.Read' },
  request: {
    params: z.object(resourceParams),
    apiVersions: ['2025-05-01'],
    query: z.object({ $filter: filterExpression.optional() }),
  },
  upstream: 'arm',
  responses: { 200: { list: 'value', each: ['id', 'name', 'properties'] } },
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
  paged: { link: 'nextLink' },
  cache: EVENTS_CACHE,
});

/** Lists the health events of a resource that is nested one level. */
export const listNestedHealthEvents = defineOperation({
  ...listHealthEvents,
  name: 'listNestedHealthEvents',
  summary: 'List the health events of one nested resource',
  path: `${RESOURCE}/{parentType}/{parentName}/{resourceType}/{resourceName}/${EVENTS}`,
  request: {
    ...listHealthEvents.request,
    params: z.object({ ...resourceParams, parentType: managementWord, parentName: resourceName }),
  },
});
