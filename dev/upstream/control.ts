/** What the control API of the emulated services has more than others: modes, quotas and added events for tests; records and samples for the console. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod';
import type { EmulatedServer } from '../faults/emulated-server.ts';
import type { RecordLog } from '../records.ts';
import { resourceUriForm } from './arm-health-events.ts';
import { readConsentRequest, renderConsentPage } from './consent-page.ts';
import type { Emulation } from './emulation.ts';
import type { HealthEvent } from './entities.ts';
import { modeSettings } from './modes.ts';
import { quotaRule } from './quotas.ts';
import { toSamples } from './samples.ts';
import type { Store } from './store.ts';

const description = {
  'POST /_control/faults':
    'adds { api?, method?, path?, times?, forMs?, after?, fault: { kind, … } } for the next calls that match, or for all within forMs; kinds: status, delay, hang, reset, reset-mid-body, truncate, drip, malformed, html, big, gzip-bomb, headers, patch; status, hang, reset, malformed, html, big and gzip-bomb do what was asked first if processed is true, and nothing of it otherwise',
  'GET /_control/faults': 'returns { faults }: the rules that calls can still match',
  'DELETE /_control/faults': 'removes all faults',
  'GET /_control/calls': 'returns { calls: [{ at, api, method, path, headers, body, status }] }',
  'DELETE /_control/calls': 'removes the recorded calls',
  'POST /_control/events':
    'adds { resourceUri, event: { name, createdByType?, properties? } } to the health events of a resource',
  'GET /_control/records': 'returns { records, last }: the request records that Frontdesk logged after ?after=N',
  'GET /_control/samples': 'returns the names and ids of the seed data',
  'POST /_control/modes': `sets any of ${Object.keys(modeSettings.shape).join(', ')}; what is missing is switched off`,
  'POST /_control/quotas':
    'sets { kind: reads | writes | deletes, size, perSecond, isEnforced? } of the management API',
  'GET /_control/consent?data=': 'gives the consent that the data of a login link asks for, and leads on with a code',
  'GET /_control/consent-page?data=': 'is what a browser shows at a login link of the local stack',
  'DELETE /_control/cache': 'drops the responses that Frontdesk stores: the local host loads the app again',
  'POST /_control/reset':
    'everything is as after the start: the seed data; no faults, calls and modes; the published quotas, not enforced; the local host loads the app again',
};

const noConsent = { error: 'data must be that of a login link' };

export interface ControlOptions {
  readonly emulation: Emulation;
  readonly records: RecordLog;
  /** Drops the responses that Frontdesk stores. */
  readonly forget: (() => Promise<void>) | undefined;
}

export function addControlRoutes(server: EmulatedServer, { emulation, records, forget }: ControlOptions): void {
  const { store, names, modes, quotas } = emulation;
  const { control } = server;
  control.get('/', (c) => c.json({ profile: names.profile, operations: description }));
  control.get('/records', (c) =>
    c.json({ records: records.list(Number(c.req.query('after') ?? 0)), last: records.last }),
  );
  control.get('/samples', (c) => c.json(toSamples(names)));
  control.get('/consent', (c) => giveConsent(c, store));
  control.get('/consent-page', (c) => {
    const { data = '' } = c.req.query();
    const request = readConsentRequest(data);
    return request ? c.html(renderConsentPage(request, data)) : c.json(noConsent, 400);
  });
  server.addSetting('/modes', modeSettings, (settings) => modes.set(settings));
  server.addSetting('/quotas', quotaRule, (rule) => quotas.set(rule));
  server.addSetting('/events', addedEvent, (added) => addEvent(added, store));
  if (forget) server.addAction('DELETE', '/cache', forget);
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

const addedEvent = z.object({
  /** Its first slash may be missing. */
  resourceUri: z
    .string()
    .transform((text) => text.replace(/^\//, ''))
    .refine((id) => resourceUriForm.test(id), 'must be a resource id (/subscriptions/…)'),
  event: z.looseObject({ name: z.string(), properties: z.looseObject({}).default({}) }),
});

function addEvent({ resourceUri, event }: z.infer<typeof addedEvent>, { addedEvents }: Store): void {
  const key = `/${resourceUri}`.toLowerCase();
  const properties = { impact: [], ...event.properties };
  const added = { createdByType: 'Application', ...event, properties } as unknown as HealthEvent;
  addedEvents.set(key, [added, ...(addedEvents.get(key) ?? [])]);
}
