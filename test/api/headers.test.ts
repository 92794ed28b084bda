import { describe, expect, it } from 'vitest';
import { resources } from '../../dev/seed.ts';
import {
  buildEventsPath,
  buildItemPath,
  buildStreamingJob,
  buildStreamingJobPath,
  everyRequest,
  grantEverything,
} from '../support/builders.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything }, expectedAlerts: ['upstream_auth'] });

const get = (request: TestRequest = {}) => stack.send('GET', buildItemPath(), request);
const putJob = (request: TestRequest = {}) =>
  stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob(), ...request });
const uncached = everyRequest.filter(({ isCached }) => !isCached);

/** Headers that a caller could send and Frontdesk must not relay. */
const strays = {
  accept: 'text/html',
  'accept-encoding': 'gzip, br',
  'accept-language': 'de',
  cookie: 'session=canary',
  forwarded: 'for=canary',
  'ocp-apim-subscription-key': 'canary',
  origin: 'https://canary.example',
  prefer: 'respond-async',
  range: 'bytes=0-1',
  referer: 'https://canary.example',
  baggage: 'canary=1',
  'request-id': 'canary',
  traceparent: 'canary',
  tracestate: 'canary=1',
  'user-agent': 'canary',
  'vendor-subscription-key': 'canary',
  via: '1.1 canary',
  'x-forwarded-for': 'canary',
  'x-forwarded-host': 'canary.example',
  'x-http-method-override': 'DELETE',
  'x-ms-authorization-auxiliary': 'Bearer canary',
  'x-ms-client-principal': 'canary',
};

describe('request headers', () => {
  it.each(uncached)(
    '$operation sends only the listed headers, and is not cached',
    async ({ method, path, body, headers: sent, upstreamHeaders, credential }) => {
      const response = await stack.send(method, path, { body, headers: { ...strays, ...sent } });
      expect([200, 201, 202, 204]).toContain(response.status);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers).not.toHaveProperty('cache-status');
      const { headers = {} } = (await stack.lastCall()) ?? {};
      const none = method === 'POST' ? ['content-length'] : [];
      const content = body === undefined ? none : ['content-length', 'content-type'];
      const others = [
        ...upstreamHeaders,
        ...Object.keys(sent),
        credential,
        'client-request-id',
        'connection',
        'host',
        'traceparent',
        'user-agent',
        'x-ms-client-request-id',
      ];
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', ...content, ...others].sort());
      expect(headers).toMatchObject({
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'frontdesk',
      });
      expect(JSON.stringify(headers)).not.toContain('canary');
    },
  );
});

it.each([
  ['true', 'a-caller.1'],
  ['false', undefined],
])('x-ms-return-client-request-id: %s, of responses and failures (C-51)', async (asked, id) => {
  const headers = { 'x-ms-client-request-id': 'a-caller.1', 'x-ms-return-client-request-id': asked };
  for (const token of [undefined, null]) {
    const { headers: returned } = await get({ headers, ...(token === null && { token }) });
    expect(returned['x-ms-client-request-id']).toBe(id);
  }
});

describe('x-frontdesk-upstream-request-id', () => {
  it('is absent where the cache responds, where nothing was sent, and where the text is no valid id (C-51)', async () => {
    const path = buildEventsPath(resources.virtualMachine, '$filter=priority%20ge%201');
    await stack.send('GET', path);
    const stored = await stack.send('GET', path);
    expect(stored.headers['cache-status']).toContain('hit');
    const refused = await get({ token: null });
    await stack.upstream.fault({ fault: { kind: 'status', status: 409, headers: { 'x-ms-request-id': 'two words' } } });
    for (const { headers } of [stored, refused, await putJob()])
      expect(headers).not.toHaveProperty('x-frontdesk-upstream-request-id');
  });
});
