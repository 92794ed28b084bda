/** What the console calls at the emulators, and who else may. */
import { request } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { startIssuer } from '../../dev/issuer.ts';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { people } from '../../dev/personas.ts';
import { RecordLog } from '../../dev/records.ts';
import { companies, items, protectionUnits, resources } from '../../dev/seed.ts';
import { startUpstream } from '../../dev/upstream/index.ts';

const page = 'http://127.0.0.1:7071';
const stranger = 'https://elsewhere.example';

const records = new RecordLog();
const upstream = await startUpstream({ port: 0, records });
const named = 'https://desk.example';
const issuer = await startIssuer({ port: 0, origins: [named] });
const identity = await startManagedIdentity({ port: 0 });
afterAll(() => Promise.all([upstream.close(), issuer.close(), identity.close()]));

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
const readControl = async (path: string): Promise<any> => (await fetch(`${upstream.url}/_control${path}`)).json();

it('returns the records among the lines that a host prints, also under Core Tools, after a sequence number', async () => {
  const line = (requestId: string) =>
    JSON.stringify({ schemaVersion: 1, requestId, operation: 'listItems', status: 200 });
  records.addLine('Host started on http://127.0.0.1:7071');
  records.addLine(line('a'));
  records.addLine(`[2026-11-21T12:00:00.000Z] ${line('b')}`);
  records.addLine('{"operation":"sweepStoredResponses","swept":0}');
  records.addLine('{"requestId":');
  const first = { requestId: 'a', sequence: 1 };
  expect(await readControl('/records')).toMatchObject({ records: [first, { requestId: 'b', sequence: 2 }], last: 2 });
  expect(await readControl('/records?after=1')).toMatchObject({ records: [{ requestId: 'b' }], last: 2 });
});

it('lists the sample data with its ids, and describes itself', async () => {
  const samples = await readControl('/samples');
  expect(samples.paths).toContain(resources.virtualMachine);
  expect(samples.protectionUnits).toContainEqual({ id: protectionUnits.shopSite, name: 'Shop site' });
  const [contoso] = samples.companies;
  expect(contoso).toMatchObject({ id: companies.contoso, name: 'Contoso' });
  expect(contoso.items).toContainEqual({ id: items.contoso.bicycle, name: 'Bicycle' });
  const operations = { 'POST /_control/faults': expect.any(String) };
  expect(await readControl('')).toMatchObject({ profile: 'vendor', operations });
});

const own = `127.0.0.1:${new URL(identity.url).port}`;
const elsewhere = { 'sec-fetch-site': 'cross-site' };

it.each([
  ['a tool', {}, 204],
  ['a page of this machine', { origin: page, 'sec-fetch-site': 'same-site' }, 204],
  ['a page of this machine under another name', { origin: 'http://localhost:7071', ...elsewhere }, 204],
  ['a page of another machine', { origin: stranger, ...elsewhere }, 403],
  ['a sandboxed page', { origin: 'null', ...elsewhere }, 403],
  ['a link or an image of another page', elsewhere, 403],
  ['a name that was pointed at this machine', { host: 'rebound.example' }, 403],
  ['the same, as its own origin', { host: 'rebound.example', origin: 'http://rebound.example' }, 403],
  ['its own name', { host: own }, 204],
] as const)('a reset of an emulator by %s: %j is %i (A74)', async (_, headers, status) => {
  for (const { url } of [upstream, issuer, identity]) expect(await reset(url, headers)).toBe(status);
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

const token = { access_token: expect.stringMatching(/^ey/) };
const refused = { error: 'Only this machine may call this. Allow a page with --origin.' };

it.each([
  ['people', page, { people }],
  ['token?persona=ben', 'https://localhost:5173', token],
  ['token?persona=ben', named, token],
  ['token?persona=eve', page, { error: 'persona must be one of ada, ben, carla, dan, fay' }],
  ['token?persona=ben', stranger, refused],
] as const)('the issuer returns %s to a page of %s: %j', async (path, origin, body) => {
  const response = await fetch(`${issuer.url}/_control/${path}`, { headers: { origin } });
  expect(response.headers.get('access-control-allow-origin')).toBe(body === refused ? null : origin);
  expect(await response.json()).toEqual(body);
});
