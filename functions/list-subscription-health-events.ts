import * as z from 'zod';
import { HEALTH_EVENT_VERSIONS } from '../lib/contracts/api-versions.ts';
import { filterExpression } from '../lib/contracts/odata-query.ts';
import { managementWord } from '../lib/contracts/path-values.ts';
import { text } from '../lib/contracts/schema/scalars.ts';
import { defineOperation } from '../lib/operation.ts';
import { listHealthEvents } from './list-health-events.ts';

/** The definition says text, and the service reads it: a day, or a day and a time. Source: R-16. */
const queryStartTime = text(1, 64, /^[A-Za-z\d /:.+-]+$/).describe(
  'A day, month/day/year, or a time: events updated since. The last three days when absent.',
);

export const listSubscriptionHealthEvents = defineOperation({
  ...listHealthEvents,
  name: 'listSubscriptionHealthEvents',
  summary: 'List the health events of a subscription',
  source: 'R-16',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
  request: {
    params: { subscriptionId: managementWord },
    apiVersions: HEALTH_EVENT_VERSIONS,
    query: () => z.object({ $filter: filterExpression.optional(), queryStartTime: queryStartTime.optional() }),
  },
});
