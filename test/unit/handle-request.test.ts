import { beforeEach, expect, it, vi } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { authorizeModelCopy } from '../../functions/authorize-model-copy.ts';
import { createOrUpdateApiDiagnostic } from '../../functions/create-or-update-api-diagnostic.ts';
import { fetchHealthEventDetails } from '../../functions/fetch-health-event-details.ts';
import { getAuthorizationLoginLinks } from '../../functions/get-authorization-login-links.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, putAuthorization, putDiagnostic } from '../support/valid-requests.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const healthEvents = { params: listEvents.values, rawQuery: listEvents.query.slice(1) };
const bearer = async (claims: Parameters<typeof stack.issueToken>[0] = {}) => ({
  authorization: `Bearer ${await stack.issueToken(claims)}`,
});
const diagnostic = { params: putDiagnostic.values, rawQuery: putDiagnostic.query };
const jsonHeaders = async () => ({ ...(await bearer()), 'content-type': 'application/json' });

it('reads the body only after access is granted', async () => {
  const serve = serveDirectly(authorizeModelCopy);
  const request = {
    params: {},
    rawQuery: 'api-version=2024-11-30',
    body: { modelId: 'm-1' },
  };
  const json = { 'content-type': 'application/json' };
  const refused = await serve({ ...request, headers: { ...json, ...(await bearer({ roles: [] })) } });
  const granted = await serve({ ...request, headers: { ...json, ...(await bearer()) } });
  expect([refused.status, refused.reads]).toEqual([403, 0]);
  expect([granted.status, granted.reads]).toEqual([200, 1]);
});

it('a body may name only resources that the policy grants', async () => {
  const serve = serveDirectly(createOrUpdateApiDiagnostic);
  const put = async (loggerId: string) =>
    serve({ ...diagnostic, headers: await jsonHeaders(), body: { properties: { loggerId } } });
  expect((await put('/loggers/monitor')).status).toBeLessThan(300);
  const refused = await put(`/subscriptions/${subscriptions.fabrikam}/resourceGroups/rg/providers/A.B/c/d`);
  expect([refused.status, refused.json.error.details[0].target]).toEqual([403, 'properties.loggerId']);
});

it('a sign-in may end only at an origin of the setting (R-06)', async () => {
  vi.stubEnv('LOGIN_REDIRECT_ORIGINS', 'https://portal.example');
  const serve = serveDirectly(getAuthorizationLoginLinks);
  vi.unstubAllEnvs();
  const { values, query } = putAuthorization;
  const post = async (origin: string) => {
    const body = { postLoginRedirectUrl: `${origin}/signed-in` };
    return serve({ params: values, rawQuery: query, headers: await jsonHeaders(), body });
  };
  expect((await post('https://portal.example')).json.error?.code).not.toBe('invalid_request');
  const { status, json } = await post('https://evil.example');
  expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  const message = 'must be at an origin that the setting LOGIN_REDIRECT_ORIGINS names';
  expect(json.error.details).toEqual([{ code: 'invalid_value', target: 'postLoginRedirectUrl', message }]);
});

it('a read of what lists withhold is marked in the record; another is not (R-10)', async () => {
  const headers = await bearer();
  const { subscriptionId = '' } = listEvents.values;
  const details = { params: { subscriptionId, eventTrackingId: 'BC_1-FXZ' }, rawQuery: healthEvents.rawQuery, headers };
  const sensitive = await serveDirectly(fetchHealthEventDetails)(details);
  const list = await serveDirectly(listHealthEvents)({ ...healthEvents, headers });
  expect([sensitive.records[0]?.['audit'], list.records[0]?.['audit']]).toEqual(['sensitive', undefined]);
});
