import { describe, expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { LoginLinks } from '../../tools/openapi/contracts/management.ts';
import { buildAuthorizationPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const authorization = buildAuthorizationPath({ authorizationId: managed.authorizations.waiting });
const path = authorization.replace('?', '/getLoginLinks?');
const post = (postLoginRedirectUrl?: unknown) => stack.send('POST', path, { body: { postLoginRedirectUrl } });

it('R-06 returns a link with an ETag; the link is stored and logged nowhere', async () => {
  const { status, headers, json } = await post('https://portal.contoso.example/signed-in?from=console');
  expect([status, headers['cache-control'], headers['content-encoding']]).toEqual([200, 'no-store', undefined]);
  expect(headers['etag']).toMatch(/^[\w-]{36}$/);
  expect(LoginLinks.parse(json).loginLink).toMatch(/^https:\/\/consent\.vendor\.example\/.*[?]data=/);
  expect(JSON.stringify(stack.log)).not.toContain('consent.vendor.example');
});

describe('postLoginRedirectUrl', () => {
  it.each([undefined, null, 'https://portal.contoso.example', 'https://portal.contoso.example#x'])(
    'R-06 may be absent or at an origin of the list: %j',
    async (url) => {
      expect((await post(url)).status).toBe(200);
    },
  );

  it.each([
    '',
    '/console',
    'https://evil.example/',
    'http://portal.contoso.example/',
    'https://portal.contoso.example.evil.example/',
    'https://portal.contoso.example@evil.example/',
    'https://portal.contoso.example:8443/',
    'https://portal.contoso.example\\@evil.example/',
    'https://portal.contoso.example/\nx',
    ' https://portal.contoso.example/',
    'HTTPS://portal.contoso.example/',
    'javascript:alert(1)//https://portal.contoso.example/',
  ])('R-06 is refused at any other: %j', async (url) => {
    const { status, json } = await post(url);
    expect([status, json.error.details?.[0]?.target]).toEqual([400, 'postLoginRedirectUrl']);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('R-06 has no other spelling, which an upstream might read', async () => {
    const body = { PostLoginRedirectUrl: 'https://evil.example/' };
    expect((await stack.send('POST', path, { body })).status).toBe(400);
  });

  it('R-06 is the only member: nobody checked another one', async () => {
    const body = { redirectUri: 'https://portal.contoso.example/', state: 1 };
    const { status, json } = await stack.send('POST', path, { body });
    const message = 'is not a member of this request';
    expect([status, json.error.details]).toEqual([
      400,
      ['redirectUri', 'state'].map((target) => ({ code: 'invalid_value', target, message })),
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

it('R-06, R-12 is repeated after a lost response', async () => {
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'reset', processed: true } });
  expect((await post()).status).toBe(200);
});
