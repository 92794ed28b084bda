import * as z from 'zod';
import { HEALTH_EVENT_VERSIONS } from '../lib/contracts/api-versions.ts';
import { filterExpression } from '../lib/contracts/odata-query.ts';
import { managementWord } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';
import { EVENTS_CACHE, listHealthEvents } from './list-health-events.ts';

/** A day of the calendar, sent as it is given. Source: R-16. */
const queryStartTime = z
  .string()
  .refine(
    (value) => {
      const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
      const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
      return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    },
    { error: 'must be a date, month/day/year, such as 7/24/2020' },
  )
  .meta({ description: 'Month/day/year: events updated since. The last three days when absent.' });

/** Lists the health events of a subscription, of every type. */
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
  cache: EVENTS_CACHE,
});
