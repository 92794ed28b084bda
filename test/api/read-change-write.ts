/** What a read returned is accepted back, and what the cloud accepts Frontdesk accepts too: cases for both profiles. */
import { describe, expect, it } from 'vitest';
import { profileNames } from '../../dev/upstream/profiles.ts';
import { seedResources } from '../../dev/upstream/seed/management.ts';
import { PROFILES, type ProfileName } from '../../lib/profiles.ts';
import {
  buildAuthorization,
  buildAuthorizationPath,
  buildDiagnostic,
  buildDiagnosticPath,
  buildStreamingJob,
  buildStreamingJobPath,
} from '../support/builders.ts';
import type { Stack, TestRequest } from '../support/stack.ts';
import { buildFullJob } from '../support/streaming-jobs.ts';

const connected = { clientId: 'app', clientSecret: 'a-client-secret-of-the-shop' };

const OBJECTS = [
  ['an authorization', buildAuthorizationPath(), () => buildAuthorization({ parameters: connected })],
  [
    'an authorization with nulls',
    buildAuthorizationPath(),
    () => buildAuthorization({ authorizationType: null, oauth2grantType: null, parameters: null, error: null }),
  ],
  ['a diagnostic', buildDiagnosticPath(), () => buildDiagnostic({ verbosity: 'error' })],
  [
    'a diagnostic with nulls',
    buildDiagnosticPath(),
    () => buildDiagnostic({ alwaysLog: null, sampling: null, backend: { request: null, response: { body: null } } }),
  ],
  ['a job', buildStreamingJobPath(), (profile: ProfileName) => buildFullJob(PROFILES[profile])],
  [
    'a job with nulls',
    buildStreamingJobPath(),
    () => buildStreamingJob({ jobType: null, cluster: null, inputs: null, transformation: null, dataLocale: null }),
  ],
] as const;

export function describeReadChangeWrite(stack: Stack, profile: ProfileName): void {
  const { namespace } = PROFILES[profile];
  const put = (path: string, body: unknown, headers = {}) =>
    stack.send('PUT', path.replaceAll('/Vendor.', `/${namespace}.`), { body, headers });

  it.each(OBJECTS)(
    'accepts %s back whole, without the members that only the server sets (C-05, C-06)',
    async (_, path, build) => {
      const created = await put(path, build(profile));
      expect([200, 201]).toContain(created.status);
      const again = await put(path, created.text, { 'if-match': created.headers['etag'] });
      expect([again.status, again.json.error]).toEqual([200, undefined]);
      const { properties, ...resource } = created.json;
      expect(again.json).toMatchObject(resource);
      expect(again.json.properties.status).toBe(properties.status);
      const sent = JSON.parse((await stack.lastCall())?.body ?? '');
      for (const name of ['id', 'name', 'type', 'properties.etag', 'properties.jobId', 'properties.jobState'])
        expect(sent).not.toHaveProperty(name);
      for (const output of sent.properties.outputs ?? []) expect(output).not.toHaveProperty('id');
    },
  );

  it.each(listStored(profile))(
    'I7 %s, read, changed and written back, reaches the upstream byte for byte, with its address in twelve positions',
    async (_, path, build) => {
      const texts = nameAddress(`${stack.upstream.url}/arm`).map(escapeSlashes);
      const nameIn = (body: object) =>
        JSON.stringify(body).replace('"properties":{', `"properties":{"later":[${texts}],"change":"before",`);
      const stored = build?.(profile) ?? (await stack.send('GET', path)).json;
      const text = nameIn({ id: '/a', name: 'a', ...stored });
      await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text } });
      const read = await stack.send('GET', path);
      expect(read.text).toBe(text);
      await stack.send('PUT', path, { body: read.text.replace('"before"', '"after"') });
      const { id, name, type, ...written } = stored;
      const sent = JSON.stringify(written, (member, value) => (SET_BY_SERVER.has(member) ? undefined : value));
      expect((await stack.lastCall())?.body).toBe(nameIn(JSON.parse(sent)).replace('"before"', '"after"'));
    },
  );

  describe('scenarios', () => describeScenarios(stack, profile));
}

type Build = (profile: ProfileName) => Record<string, unknown>;
type Stored = readonly [title: string, path: string, build: Build | undefined];

/** Everything that the emulator has and a PUT writes, and what has nulls. */
function listStored(profile: ProfileName): Stored[] {
  const names = profileNames[profile];
  const seeds = [...seedResources(names).values()].map(({ body: { id } }): Stored => {
    const version = String(id).includes('streamingjobs') ? '2020-03-01' : '2024-05-01';
    return [`the seed ${String(id).split('/').at(-1)}`, `${id}?api-version=${version}`, undefined];
  });
  const others = OBJECTS.filter(([title]) => title.endsWith('nulls')).map(
    ([title, path, build]): Stored => [title, path.replaceAll('/Vendor.', `/${names.namespace}.`), build],
  );
  return [...seeds, ...others];
}

/** Members of a job's properties that only the server sets. */
const SET_BY_SERVER: ReadonlySet<string> = new Set(
  'etag jobId provisioningState jobState createdDate outputStartTime lastOutputEventTime'.split(' '),
);

/** Returns texts that hold an address in twelve positions. */
function nameAddress(base: string): string[] {
  const { origin, host } = new URL(base);
  return [
    base,
    `${base}/.default`,
    `${base}/subscriptions/s1?api-version=2024-05-01`,
    origin,
    `${origin}/elsewhere`,
    base.toUpperCase(),
    `//${host}/arm/x`,
    host,
    `See ${base}/help, or ${base}.`,
    `https://other.example/?return=${base}/x`,
    JSON.stringify({ scope: `${base}/.default` }),
    `${base}/?$skiptoken=1`,
  ];
}

/** Returns the text as JSON in which slashes are escaped in one way or the other. */
function escapeSlashes(text: string, index: number): string {
  return JSON.stringify(text).replaceAll('/', ['/', '\\/', '\\u002f', '\\u002F'][index % 4] as string);
}

/** What a frontend does over a resource's life, with nothing but Frontdesk. */
function describeScenarios(stack: Stack, profile: ProfileName): void {
  const send = (method: string, path: string, request: TestRequest = {}) =>
    stack.send(method, path.replaceAll('/Vendor.', `/${PROFILES[profile].namespace}.`), request);

  it('a page is reloaded, loses the race for an update, reads again and wins (R-03)', async () => {
    const path = buildStreamingJobPath({ jobName: `race-${profile}` });
    const put = (job: object, etag = '') => send('PUT', path, { body: job, headers: { 'if-match': etag } });
    await send('PUT', path, { body: buildStreamingJob(), headers: { 'if-none-match': '*' } });
    const [mine, other] = [await send('GET', path), await send('GET', path)];
    const change = ({ json }: typeof mine, eventsLateArrivalMaxDelayInSeconds: number) => ({
      ...json,
      properties: { ...json.properties, eventsLateArrivalMaxDelayInSeconds },
    });
    expect((await put(change(other, 1), other.headers['etag'])).status).toBe(200);
    const lost = await put(change(mine, 2), mine.headers['etag']);
    expect([lost.status, lost.headers['x-frontdesk-outcome']]).toEqual([412, 'rejected']);
    const again = await send('GET', path);
    expect(again.json.properties.eventsLateArrivalMaxDelayInSeconds).toBe(1);
    expect((await put(change(again, 2), again.headers['etag'])).status).toBe(200);
    expect((await send('GET', path)).json.properties.eventsLateArrivalMaxDelayInSeconds).toBe(2);
  });

  it('an authorization is created, consented to in the browser, confirmed, and is Connected (R-06, R-07)', async () => {
    const path = buildAuthorizationPath({ authorizationId: `consent-${profile}` });
    const post = (action: string, body: object) => send('POST', path.replace('?', `/${action}?`), { body });
    const created = await send('PUT', path, { body: buildAuthorization({ oauth2grantType: 'AuthorizationCode' }) });
    expect([created.status, created.json.properties.status]).toEqual([201, 'Error']);
    const links = await post('getLoginLinks', { postLoginRedirectUrl: 'https://portal.contoso.example/done' });
    const { searchParams } = new URL(links.json.loginLink);
    const consented = await fetch(`${stack.upstream.url}/_control/consent?data=${searchParams.get('data')}`, {
      redirect: 'manual',
    });
    const consentCode = new URL(consented.headers.get('location') ?? '').searchParams.get('code');
    expect((await send('GET', path)).json.properties.status).toBe('Error');
    expect((await post('confirmConsentCode', { consentCode })).status).toBe(200);
    expect((await send('GET', path)).json.properties.status).toBe('Connected');
  });
}
