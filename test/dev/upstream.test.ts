/** What the emulated APIs have in common, and neither an official client nor the fault matrix shows: tokens, quotas, and which calls a fault is for. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import {
  companies,
  items,
  managedIdentity,
  protectionUnits,
  resources,
  restoreSessions,
  upstreamAudiences,
} from '../../dev/seed.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { createControlClient } from '../testbed/control-client.ts';

const server = await startUpstream({ port: 0 });
const upstream = createControlClient(server.url);
afterEach(() => upstream.reset());
afterAll(() => server.close());

const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
const events = `/arm${resources.database}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
const session = `/graph/v1.0/solutions/backupRestore/restoreSessions/${restoreSessions.draft}`;
const search = {
  protectionUnitIds: [protectionUnits.drive],
  protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
};
const { arm, graph, documents: docs, business } = upstreamAudiences;
const audiences: Readonly<Record<string, string>> = { arm, graph, docs, business };

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The managed identity's token for the API when absent; null sends no token. */
  readonly token?: string | null;
}

/** Calls an emulated API as Frontdesk's managed identity does. */
async function send(method: string, path: string, { headers = {}, body, token }: Sent = {}) {
  const audience = audiences[path.split('/')[1] ?? ''] ?? '';
  const bearer = token === undefined ? await issueIdentityToken(audience, 3600, managedIdentity.clientId) : token;
  const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(server.url + path, { method, headers: { ...authorization, ...headers }, ...init });
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
const readError = async (response: Response): Promise<any> => {
  const json = (await response.json()) as { readonly error?: object };
  return json.error ?? json;
};

it.each([
  ['GET', events, undefined, 'AuthenticationFailed'],
  ['POST', '/graph/v1.0/solutions/backupRestore/restorePoints/search', search, 'InvalidAuthenticationToken'],
  ['POST', '/docs/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30', { modelId: 'm-1' }, '401'],
  ['GET', item, undefined, 'Authentication_InvalidCredentials'],
] as const)('%s %s takes a token of the managed identity for its audience only', async (method, path, body, code) => {
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  expect((await send(method, path, { headers, body })).status).toBe(200);
  const wrong = await Promise.all([
    issueIdentityToken('https://other.vendor.example', 60, managedIdentity.clientId),
    ...Object.values(audiences).flatMap((audience) => [
      issueIdentityToken(audience, 60, 'another app'),
      issueIdentityToken(audience, -60, managedIdentity.clientId),
    ]),
  ]);
  for (const token of [null, ...wrong, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln']) {
    const response = await send(method, path, { headers, body, token });
    expect([response.status, (await readError(response)).code]).toEqual([
      401,
      token === null ? code : expect.any(String),
    ]);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  }
});

it('tells what is left of a quota, of each subscription and kind of call', async () => {
  // Refilled within the hour, not while the test runs.
  await upstream.control('quotas', { kind: 'reads', size: 250, perSecond: 1 / 3_600 });
  const left = async () => (await send('GET', events)).headers.get('x-ms-ratelimit-remaining-subscription-reads');
  expect([await left(), await left()]).toEqual(['249', '248']);
});

describe('a fault', () => {
  const teapot = { kind: 'status', status: 418 };
  const busy = { kind: 'status', status: 503 };

  it.each([
    [{ kind: 'status', status: 500 }, 204],
    [{ kind: 'reset', processed: false }, 204],
    [{ kind: 'reset', processed: true }, 404],
  ])('%j does what was asked, or nothing of it: a second deletion is %i', async (fault, status) => {
    await upstream.fault({ fault });
    await send('DELETE', session).catch(() => undefined);
    expect((await send('DELETE', session)).status).toBe(status);
  });

  it.each<[rules: Record<string, unknown>[], statuses: number[]]>([
    [[{ fault: teapot }], [418, 200]],
    [[{ after: 1, times: 2, fault: teapot }], [200, 418, 418, 200]],
    [[teapot, busy].map((fault) => ({ fault })), [418, 503, 200]],
    [[{ api: 'arm' }, { method: 'PUT' }, { path: '/customers(' }].map((rule) => ({ ...rule, fault: teapot })), [200]],
    [[{ api: 'business', method: 'GET', path: 'items(', fault: teapot }], [418]],
  ])('by the rules %j is for the calls %j', async (rules, statuses) => {
    for (const rule of rules) await upstream.fault(rule);
    for (const status of statuses) expect((await send('GET', item)).status).toBe(status);
  });

  it.each([
    [{ fault: { kind: 'delay', ms: 1, seconds: 1 } }, 'seconds'],
    [{ fault: { kind: 'drip', bytes: 1, ms: 1, processed: false } }, 'processed'],
  ])('with the rule %j is refused: one that never applies hides a bug', async (rule, named) => {
    await expect(upstream.fault(rule)).rejects.toThrow(new RegExp(`400.*${named}`));
  });
});
