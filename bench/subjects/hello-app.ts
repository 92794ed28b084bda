/** The least that a function app can be: it answers the same bytes on the same route, as a stock handler would. */
import { app } from '@azure/functions';
import { createEventList } from '../events.ts';

const body = createEventList(Number(process.env['BENCH_BYTES'] ?? 6_000));
const route =
  'subscriptions/{subscriptionId}/resourceGroups/{group}/providers/{namespace}/{type}/{name}/providers/Vendor.ResourceHealth/events';

app.http('hello', {
  methods: ['GET'],
  authLevel: 'anonymous',
  route,
  handler: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body }),
});
