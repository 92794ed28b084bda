/** What the control API of the emulated services has more than others: modes, quotas and added events for tests; records and samples for the console. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { RecordLog } from '../records.ts';
import { resourceUriForm } from './arm-health-events.ts';
import { readConsentRequest, renderConsentPage } from './consent-page.ts';
import type { Emulation } from './emulation.ts';
import type { HealthEvent } from './entities.ts';
import { asObject, isObject, readJson } from './json.ts';
import type { Quotas } from './quotas.ts';
import { toSamples } from './samples.ts';
import type { Store } from './store.ts';

const description = {
  'POST /_control/faults':
    'adds { api?, method?, path?, times?, after?, fault: { kind, … } } for the next calls that match; kinds: status, delay, hang, reset, reset-mid-body, truncate, drip, malformed, html, big, gzip-bomb, headers, patch; status, hang, reset, malformed, html, big and gzip-bomb do what was asked first if processed is true, and nothing of it otherwise',
  'GET /_control/faults': 'returns { faults }: the rules that calls can still match',
  'DELETE /_control/faults': 'removes all faults',
  'GET /_control/calls': 'returns { calls: [{ at, api, method, path, headers, body, status }] }',
  'DELETE /_control/calls': 'removes the recorded calls',
  'POST /_control/events':
    'adds { resourceUri, event: { name, createdByType?, properties? } } to the health events of a resource',
  'GET /_control/records': 'returns { records, last }: the request records that Frontdesk logged after ?after=N',
  'GET /_control/samples': 'returns the names and ids of the seed data',
  'POST /_control/modes':
    'sets { echoesCredential?, refusesCurrentToken?, deniesIdentity?, pageTokenPadding?, writeBody?, showsSensitiveTexts?, elapsedMs?, jobsFail? }; what is missing is switched off',
  'POST /_control/quotas':
    'sets { kind: reads | writes | deletes, size, perSecond, isEnforced? } of the management API',
  'GET /_control/consent?data=': 'gives the consent that the data of a login link asks for, and leads on with a code',
  'GET /_control/consent-page?data=': 'is what a browser shows at a login link of the local stack',
  'DELETE /_control/cache': 'drops the responses that Frontdesk stores, by another start; npm start only',
  'POST /_control/reset':
    'restores the seed data; removes faults and calls; switches the modes off; the published quotas, not enforced',
};

const noConsent = { error: 'data must be that of a login link' };

export interface ControlOptions {
  readonly emulation: Emulation;
  readonly quotas: Quotas;
  readonly records: RecordLog;
  /** Drops the responses that Frontdesk stores. */
  readonly forget: (() => Promise<void>) | undefined;
}

export function addControlRoutes(app: Hono, { emulation, quotas, records, forget }: ControlOptions): void {
  const { store, names, modes } = emulation;
  app.get('/', (c) => c.json({ profile: names.profile, operations: description }));
  app.get('/records', (c) =>
    c.json({ records: records.list(Number(c.req.query('after') ?? 0)), last: records.last() }),
  );
  app.get('/samples', (c) => c.json(toSamples(names)));
  app.get('/consent', (c) => giveConsent(c, store));
  app.get('/consent-page', (c) => {
    const { data = '' } = c.req.query();
    const request = readConsentRequest(data);
    return request ? c.html(renderConsentPage(request, data)) : c.json(noConsent, 400);
  });
  app.post('/events', (c) => addEvent(c, store));
  for (const [path, changed] of Object.entries({ '/modes': modes, '/quotas': quotas })) {
    app.post(path, async (c) => {
      const error = changed.set(readJson(await c.req.text()));
      return error === undefined ? c.body(null, 204) : c.json({ error }, 400);
    });
  }
  app.delete('/cache', async (c) => {
    if (!forget) return c.json({ error: 'Frontdesk was not started with these upstreams.' }, 404);
    await forget();
    return c.body(null, 204);
  });
}

/** What a browser does at a login link: the person consents, and is sent on with a code. */
function giveConsent(c: Context, { consentCodes }: Store): Response {
  const request = readConsentRequest(c.req.query('data'));
  if (request === undefined) return c.json(noConsent, 400);
  const { authorization, target } = request;
  const code = randomUUID();
  consentCodes.set(authorization.toLowerCase(), code);
  if (target === undefined) return c.json({ code });
  target.searchParams.set('code', code);
  return c.redirect(target.href);
}

async function addEvent(c: Context, store: Store): Promise<Response> {
  const { resourceUri, event } = asObject(readJson(await c.req.text()));
  const id = String(resourceUri).replace(/^\//, '');
  if (!resourceUriForm.test(id) || !isObject(event) || typeof event['name'] !== 'string') {
    return c.json({ error: 'resourceUri must be a resource id (/subscriptions/…), event an object with a name' }, 400);
  }
  const key = `/${id}`.toLowerCase();
  const properties = { impact: [], ...asObject(event['properties']) };
  const added = { createdByType: 'Application', ...event, properties } as unknown as HealthEvent;
  store.addedEvents.set(key, [added, ...(store.addedEvents.get(key) ?? [])]);
  return c.body(null, 204);
}
