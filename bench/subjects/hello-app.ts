/** A minimal function app: an ordinary handler that returns the same bytes on the same route. */
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
