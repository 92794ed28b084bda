import { request } from 'node:http';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startIssuer } from '../../dev/issuer.ts';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { people } from '../../dev/personas.ts';
import { createRecordLog } from '../../dev/records.ts';
import { companies, frontdeskAudience, items, protectionUnits, resources, tenants } from '../../dev/seed.ts';
import { startUpstream } from '../../dev/upstream/index.ts';

const page = 'http://127.0.0.1:7071';
const stranger = 'https://elsewhere.example';

const records = createRecordLog();
const upstream = await startUpstream({ port: 0, records });
const issuer = await startIssuer({ port: 0 });
const identity = await startManagedIdentity({ port: 0 });
afterAll(() => Promise.all([upstream.close(), issuer.close(), identity.close()]));

const line = (requestId: string) => JSON.stringify({ schemaVersion: 1, requestId, operation: 'getItem', status: 200 });

describe('the log of records', () => {
  it('finds the records among the lines that a host prints, also under Core Tools', () => {
    const log = createRecordLog();
    log.addLine('Host started on http://127.0.0.1:7071');
    log.addLine(line('a'));
    log.addLine(`[2026-11-21T12:00:00.000Z] ${line('b')}`);
    log.addLine('{"operation":"sweepStoredResponses","swept":0}');
    log.addLine('{"requestId":');
    expect(log.list(0)).toEqual([
      expect.objectContaining({ requestId: 'a', sequence: 1 }),
      expect.objectContaining({ requestId: 'b', sequence: 2 }),
    ]);
    expect(log.list(1).map(({ sequence }) => sequence)).toEqual([2]);
  });
});

describe('the control of the emulated cloud', () => {
  const control = (path: string, init?: RequestInit) => fetch(`${upstream.url}/_control/${path}`, init);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  const fetchJson = async (path: string): Promise<any> => (await control(path)).json();
  afterEach(() => control('reset', { method: 'POST' }));

  it('returns the records after a sequence number', async () => {
    records.addLine(line('one'));
    records.addLine(line('two'));
    const [first] = records.list(0);
    const response = await fetchJson(`records?after=${first?.sequence}`);
    expect(response).toEqual({ records: [expect.objectContaining({ requestId: 'two' })], last: records.last() });
    expect(response.records[0].sequence).toBe(response.last);
  });

  it('lists the sample data with its ids', async () => {
    const samples = await fetchJson('samples');
    expect(samples.paths).toContain(resources.virtualMachine);
    expect(samples.protectionUnits).toContainEqual({ id: protectionUnits.shopSite, name: 'Shop site' });
    const [contoso] = samples.companies;
    expect(contoso).toMatchObject({ id: companies.contoso, name: 'Contoso' });
    expect(contoso.items).toContainEqual({ id: items.contoso.bicycle, name: 'Bicycle' });
  });
});

describe('the control of every emulator (A74)', () => {
  const own = `127.0.0.1:${new URL(identity.url).port}`;

  it.each([
    ['a tool', {}, 204],
    ['a page of this machine', { origin: page, 'sec-fetch-site': 'same-site' }, 204],
    [
      'a page of this machine under another name',
      { origin: 'http://localhost:7071', 'sec-fetch-site': 'cross-site' },
      204,
    ],
    ['a page of another machine', { origin: stranger, 'sec-fetch-site': 'cross-site' }, 403],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a link or an image of another page', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a name that was pointed at this machine', { host: 'rebound.example' }, 403],
    ['the same, as its own origin', { host: 'rebound.example', origin: 'http://rebound.example' }, 403],
    ['its own name', { host: own }, 204],
  ] as const)('a reset by %s: %j is %i', async (_, headers, status) => {
    for (const { url } of [upstream, issuer, identity]) expect(await reset(url, headers)).toBe(status);
  });
});

/** fetch does not send these headers as given. */
function reset(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/_control/reset`, { method: 'POST', headers }, (got) =>
      resolve(got.resume().statusCode),
    );
    sent.once('error', reject).end();
  });
}

describe('the issuer', () => {
  it('lists the sample users for pages of this machine; they cannot get tokens with arbitrary claims', async () => {
    const fetchJson = async (path: string, method: string, origin: string) => {
      const response = await fetch(`${issuer.url}/_control/${path}`, {
        method,
        headers: { origin },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      return { open: response.headers.get('access-control-allow-origin'), body: await response.json() };
    };
    expect(await fetchJson('people', 'GET', page)).toEqual({ open: page, body: { people } });
    const refused = { open: null, body: { error: 'Only this machine may call this.' } };
    expect(await fetchJson('people', 'GET', stranger)).toEqual(refused);
    expect((await fetchJson('token', 'POST', page)).open).toBeNull();
  });

  const authorize = (query: Record<string, string>) => {
    const parameters = new URLSearchParams({
      client_id: 'a-console',
      response_type: 'code',
      redirect_uri: `${page}/console`,
      scope: `${frontdeskAudience}/user_impersonation`,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      ...query,
    });
    return fetch(`${issuer.url}/${tenants.contoso}/oauth2/v2.0/authorize?${parameters}`, { redirect: 'manual' });
  };

  it('signs in the user of login_hint', async () => {
    const response = await authorize({ login_hint: 'ben@contoso.example' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:7071\/console\?code=/);
  });
});
