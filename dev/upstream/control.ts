/** The control API of the emulator: scripted faults, recorded calls, added events, reset; and what a console asks of a local stack. */
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { isLoopback } from '../issuer/loopback.ts';
import type { RecordLog } from '../records.ts';
import type { CallLog } from './calls.ts';
import type { Emulation } from './emulation.ts';
import type { HealthEvent } from './entities.ts';
import { type FaultQueue, parseFaultRule } from './faults.ts';
import { asObject, isObject, readJson } from './json.ts';
import { toSamples } from './samples.ts';
import { resetStore } from './store.ts';

const description = {
  'POST /_control/faults':
    'queues { api?, method?, path?, times?, after?, fault: { kind, … } } for the next calls that match',
  'GET /_control/faults': 'answers { faults }: the rules that still have calls to meet',
  'DELETE /_control/faults': 'forgets the faults',
  'GET /_control/calls': 'answers { calls: [{ at, api, method, path, headers, body, status }] }',
  'DELETE /_control/calls': 'forgets the calls',
  'POST /_control/events':
    'adds { resourceUri, event: { name, createdByType?, properties? } } to the health events of a resource',
  'GET /_control/records': 'answers { records, last }: what Frontdesk told of its requests, those after ?after=N',
  'GET /_control/samples': 'answers the names and ids of the seed data',
  'POST /_control/reset': 'puts the seed data back; forgets faults and calls',
};

export function createControl(
  { store, names }: Emulation,
  calls: CallLog,
  faults: FaultQueue,
  records: RecordLog,
): Hono {
  const app = new Hono().basePath('/_control');
  // A console has another origin; whatever else runs in the browser is kept out.
  app.use(cors({ origin: (origin) => (isLoopback(origin) ? origin : null) }));
  app.get('/', (c) => c.json({ profile: names.profile, operations: description }));

  app.post('/faults', async (c) => {
    try {
      faults.add(parseFaultRule(readJson(await c.req.text())));
      return c.body(null, 204);
    } catch (error) {
      if (error instanceof TypeError) return c.json({ error: error.message }, 400);
      throw error;
    }
  });

  app.get('/faults', (c) => c.json({ faults: faults.list() }));

  app.delete('/faults', (c) => {
    faults.clear();
    return c.body(null, 204);
  });

  app.get('/records', (c) =>
    c.json({ records: records.list(Number(c.req.query('after') ?? 0)), last: records.last() }),
  );

  app.get('/samples', (c) => c.json(toSamples(names)));

  app.get('/calls', (c) => c.json({ calls: calls.list() }));

  app.delete('/calls', (c) => {
    calls.clear();
    return c.body(null, 204);
  });

  app.post('/events', async (c) => {
    const { resourceUri, event } = asObject(readJson(await c.req.text()));
    if (typeof resourceUri !== 'string' || !isObject(event) || typeof event['name'] !== 'string') {
      return c.json({ error: 'resourceUri is a string, event an object with a name' }, 400);
    }
    const key = resourceUri.toLowerCase();
    const properties = { impact: [], ...asObject(event['properties']) };
    const added = { createdByType: 'Application', ...event, properties } as unknown as HealthEvent;
    store.addedEvents.set(key, [added, ...(store.addedEvents.get(key) ?? [])]);
    return c.body(null, 204);
  });

  app.post('/reset', (c) => {
    resetStore(store, names);
    faults.clear();
    calls.clear();
    return c.body(null, 204);
  });
  return app;
}
