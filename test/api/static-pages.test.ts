import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { listPages } from '../../lib/pages/static-pages.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import sample from '../../local.settings.sample.json' with { type: 'json' };
import { buildPages } from '../../tools/build.mjs';
import { startStack } from '../support/stack.ts';

await buildPages(process.cwd());
const stack = await startStack({
  settings: {
    PAGES: 'docs, console',
    PAGES_CLIENT_ID: 'portal',
    PAGES_CONTROL_URL: 'http://127.0.0.1:1/_control',
    PUBLIC_BASE_URL: 'https://frontdesk.example/',
    LINK_KEY: Buffer.alloc(32).toString('base64'),
    AUTH_ISSUER: 'https://login.example/{tenantid}/v2.0',
    // Characters that are special in JSON, HTML and replacement patterns.
    AUTH_AUDIENCE: 'api://"$&"',
  },
});

const get = (path: string, headers = {}) => stack.send('GET', path, { token: null, headers });

it.each([
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/', 'text/html; charset=utf-8'],
  ['/docs/main.js', 'text/javascript; charset=utf-8'],
  ['/docs/style.css', 'text/css; charset=utf-8'],
  ['/docs/icon.svg', 'image/svg+xml'],
  ['/docs/config.json', 'application/json'],
  ['/console/main.js', 'text/javascript; charset=utf-8'],
  ['/console/config.json', 'application/json'],
  ['/openapi.json', 'application/json'],
])('%s is served without a token, with type %s', async (path, type) => {
  const { status, headers, text } = await get(path);
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(50);
  expect(headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
  });
});

it('pages may connect only to Frontdesk and the issuer, the console also to the local stack; no page may frame them', async () => {
  const read = async (path: string) => {
    const { headers } = await get(path);
    return (headers['content-security-policy'] ?? '').split('; ');
  };
  expect(await read('/docs')).toEqual(
    expect.arrayContaining(["connect-src 'self' https://login.example", "frame-ancestors 'none'", "base-uri 'none'"]),
  );
  expect(await read('/console/config.json')).toEqual(
    expect.arrayContaining(["connect-src 'self' https://login.example http://127.0.0.1:1", "img-src 'self'"]),
  );
});

it('an unchanged file is not sent again', async () => {
  for (const path of ['/docs', '/docs/main.js', '/openapi.json']) {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await get(path, { 'if-none-match': `"other", ${headers['etag']}` });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  }
});

it('the console starts with less than 95 KB of script, packed', async () => {
  const main = await get('/console/main.js');
  expect(gzipSync(main?.text ?? '').length).toBeLessThan(95_000);
});

it.each([
  '/docs/openapi.vendor.json',
  '/docs/..%2Fopenapi.vendor.json',
  '/docs/%2e%2e%2fopenapi.vendor.json',
  '/docs/constructor',
  '/docs/MAIN.JS%00',
  '/console/main.tsx',
])('%s is not served', async (path) => {
  const { status, json } = await get(path);
  expect([status, json?.error.code]).toEqual(status === 400 ? [400, undefined] : [404, 'route_not_found']);
});

it('serves the sign-in configuration uncached', async () => {
  const { json, headers } = await get('/console/config.json');
  expect(json).toEqual({
    authority: 'https://login.example/common/v2.0',
    audience: 'api://"$&"',
    clientId: 'portal',
    profile: 'vendor',
    pages: ['docs', 'console'],
    controlUrl: 'http://127.0.0.1:1/_control',
  });
  expect(headers['cache-control']).toBe('no-store');
});

it('serves the OpenAPI document with the URLs of this deployment', async () => {
  const { json, text } = await get('/openapi.json');
  expect(json.servers).toEqual([{ url: 'https://frontdesk.example' }]);
  expect(json.components.securitySchemes.oauth2.flows).toEqual({
    authorizationCode: {
      authorizationUrl: 'https://login.example/common/oauth2/v2.0/authorize',
      tokenUrl: 'https://login.example/common/oauth2/v2.0/token',
      scopes: { 'api://"$&"/user_impersonation': 'Act as the signed-in person.' },
    },
    clientCredentials: {
      tokenUrl: 'https://login.example/common/oauth2/v2.0/token',
      scopes: { 'api://"$&"/.default': 'Act as the application.' },
    },
  });
  expect(json.security).toEqual([{ oauth2: ['api://"$&"/user_impersonation'] }, { oauth2: ['api://"$&"/.default'] }]);
  expect(text).toContain('"nextLink":"https://frontdesk.example/');
  expect(text).not.toContain('127.0.0.1');
  expect(json.paths).toEqual(
    JSON.parse(
      readFileSync('docs/openapi.json', 'utf8').replaceAll('http://127.0.0.1:7071', 'https://frontdesk.example'),
    ).paths,
  );
});

it('serves only the pages in PAGES; the sample settings those of the local stack', () => {
  const listNames = (PAGES: string) =>
    listPages(readSettings({ ...sample.Values, PAGES }), 'dist/pages').map(({ route }) => route);
  expect([listNames(' '), listNames('docs')]).toEqual([[], ['openapi.json', 'docs', 'docs/{file}']]);
  const both = ['openapi.json', 'docs', 'docs/{file}', 'console', 'console/{file}'];
  expect([listNames('Docs, console'), listNames(sample.Values.PAGES)]).toEqual([both, both]);
});
