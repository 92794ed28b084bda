import * as z from 'zod';
import { queryStartTime } from '../lib/contracts/health-event.ts';
import { filterExpression } from '../lib/contracts/odata-query.ts';
import { managementWord } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';
import { EVENTS_CACHE, listHealthEvents } from './list-health-events.ts';

/** Lists the health events of a subscription, of every type. */
export const listSubscriptionHealthEvents = defineOperation({
  ...listHealthEvents,
  name: 'listSubscriptionHealthEvents',
  summary: 'List the health events of a subscription',
  source: 'R-16',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
  request: {
    params: z.object({ subscriptionId: managementWord }),
    apiVersions: ['2025-05-01'],
    query: z.object({ $filter: filterExpression.optional(), queryStartTime: queryStartTime.optional() }),
  },
  cache: EVENTS_CACHE,
});
