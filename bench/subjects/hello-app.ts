/** A minimal function app: ordinary handlers that return the same bytes on the same route, and read the JSON of a PUT. */
import { app } from '@azure/functions';
import { createEventList, EVENTS_ROUTE } from '../events.ts';

const body = createEventList(Number(process.env['BENCH_BYTES'] ?? 6_000));

app.http('hello', {
  methods: ['GET'],
  authLevel: 'anonymous',
  route: EVENTS_ROUTE,
  handler: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body }),
});

app.http('helloJson', {
  methods: ['PUT'],
  authLevel: 'anonymous',
  route:
    'subscriptions/{subscriptionId}/resourceGroups/{group}/providers/{namespace}/service/{service}/authorizationProviders/{provider}/authorizations/{name}',
  handler: async (request) => ({ status: 200, jsonBody: await request.json() }),
});
