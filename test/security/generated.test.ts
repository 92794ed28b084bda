import fc from 'fast-check';
import { expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { roles } from '../../dev/seed.ts';
import { operations } from '../../functions/operations.ts';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import { encodePath, fillPath, isSafePathValue } from '../../lib/http/path.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { composeRequest } from '../../lib/upstream/compose-request.ts';
import { expectGranted, expectNothingInternal, expectRecord, expectUntouched, unlimited } from '../support/abuse.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { toPath, toUnseen, type ValidRequest, validRequests } from '../support/valid-requests.ts';

const runs = 5_000;
const runsThroughHttp = 100;

const allowedClient = 'a11a0000-0000-4000-8000-000000000001';
const everywhere = { roles: [...roles], clients: [allowedClient], resources: ['*'] };
const stack = await startStack({
  settings: { ...unlimited, ACCESS_POLICY: JSON.stringify({ grants: [...accessPolicy.grants, everywhere] }) },
});

/** Parts of attacks, combined in any order and number. */
const bricks = [
  ...'.. . / \\ // % %2e %2f %252e %5c %00 ? # @ : ; & = + ~ *'.split(' '),
  ...'( ) \' " < > | $ ^ ` { } [ ] ! ,'.split(' '),
  ...' \0\t\u007f\u0085\u2215\u2044\u2024\u202e\u200b\ufeff\ud800',
  ...'éß漢😀ﬁ\uff0f\uff0e\u0308',
  ...'a B 0 - _ vm-web providers companies(1) evil.example localhost http: \r\n'.split(' '),
];

const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...bricks), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1 }) },
);

const plans = Object.values(PROFILES)
  .flatMap((profile) => operations.map((operation) => compileOperation(operation, profile)))
  .filter(({ path }) => readPlaceholders(path).length > 0);

function readPlaceholders(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
}

const base = 'https://upstream.example/some/base';

function expectContained(
  operation: CompiledOperation,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): void {
  const { target } = composeRequest(
    operation,
    { params, encodedPath: encodePath(operation.path, params), query, preconditions: {} },
    'id',
  );
  const url = new URL(base + target);
  const [rawPath = '', ...rest] = (base + target).slice(url.origin.length).split('?');
  expect(url.origin).toBe('https://upstream.example');
  // A parser has nothing to resolve, and each segment is the intended one.
  expect(url.pathname).toBe(rawPath);
  expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(
    `/some/base${fillPath(operation.path, params)}`.split('/'),
  );
  expect(rest.length).toBeLessThanOrEqual(1);
  expect(Object.fromEntries(url.searchParams)).toEqual(query);
  expect(url.hash).toBe('');
  expect(`${url.username}${url.password}${url.port}`).toBe('');
}

it(`${runs} generated values: a safe one keeps host, prefix and segments at the upstream, and arrives unchanged`, {
  timeout: 60_000,
}, () => {
  let safe = 0;
  fc.assert(
    fc.property(fc.constantFrom(...plans), fc.infiniteStream(value), value, (plan, values, filter) => {
      const params = Object.fromEntries(
        readPlaceholders(plan.path).map((name) => [name, values.next().value as string]),
      );
      const kept = Object.fromEntries(Object.entries(params).filter(([, each]) => isSafePathValue(each)));
      safe += Object.keys(kept).length;
      const plain = Object.fromEntries(Object.keys(params).map((name) => [name, 'plain']));
      expectContained(
        plan,
        { ...plain, ...kept },
        { 'api-version': '1', ...(filter.isWellFormed() ? { $filter: filter } : {}) },
      );
    }),
    { numRuns: runs },
  );
  // If nothing were safe, the test would show nothing.
  expect(safe).toBeGreaterThan(runs / 2);
});

it(`${runs} generated values: a refused one would have left its segment, or misleads`, { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(value, (text) => {
      if (/^(?!\.{0,2}(?:;|$))[^/\\%?#]{1,260}$/.test(text) && /^[ -~]*$/.test(text))
        expect(isSafePathValue(text)).toBe(true);
      if (/[/\\%?#\p{Cc}]|^\.{1,2}$/u.test(text) || /[/\\%?#\p{Cc}]|^\.{1,2}$/u.test(text.normalize('NFKC'))) {
        expect(isSafePathValue(text)).toBe(false);
      }
      if (text.isWellFormed()) expect(decodeURIComponent(encodePath('{x}', { x: text }))).toBe(text);
    }),
    { numRuns: runs },
  );
});

const requestsWithValues = validRequests.filter(({ values }) => Object.keys(values).length > 0);

/** Unchanged as far as a request line allows; or with every byte encoded. */
const spelling = fc.constantFrom(
  (text: string) => text.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent),
  (text: string) => encodeURIComponent(text.toWellFormed()),
  (text: string) => Buffer.from(text.toWellFormed()).toString('hex').replace(/../g, '%$&'),
);

/** As the host resolves its dots, or cut by a `?`, the URL may be that of a list or of a parent, which is served. */
function isOtherUrl(request: ValidRequest, values: Readonly<Record<string, string>>): boolean {
  // A parser of URLs would see a fragment, and a slash.
  const path = toPath(request, values).replace(/[#\\]/g, encodeURIComponent);
  const resolved = new URL(`http://frontdesk${path}`).pathname.replace(/\/$/, '');
  return countSegments(resolved) < countSegments(request.template);
}

function countSegments(path: string): number {
  return (path.split('?')[0] ?? '').split('/').length;
}

it(`${runsThroughHttp} generated route values over HTTP: none leaves its segment, none causes a 500`, async () => {
  let called = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...requestsWithValues),
      fc.nat(),
      value,
      spelling,
      async (request, place, text, spell) => {
        const names = Object.keys(request.values);
        const name = names[place % names.length] ?? '';
        const values = { [name]: spell(text) };
        await stack.upstream.reset();
        const response = await sendChanged(stack, request, { claims: { azp: allowedClient }, values });
        expect([200, 201, 204, 400, 404, 409, 414]).toContain(response.status);
        if (isOtherUrl(request, values)) return;
        for (const { method, path } of await stack.upstream.calls()) {
          called += 1;
          expect(method).toBe(request.method);
          const meant = request.upstreamBase + request.template;
          expect(countSegments(path)).toBe(countSegments(meant));
          expect(path).toMatch(new RegExp(`^${/^[^{]+/.exec(meant)?.[0].replace(/[.()]/g, '\\$&')}`));
          expect(new URL(`http://upstream${path}`).pathname).toBe(path.split('?')[0]);
        }
      },
    ),
    { numRuns: runsThroughHttp },
  );
  expect(called).toBeGreaterThan(0);
});

const withBody = validRequests.filter(({ body }) => body !== undefined);

/** Returns a header value's UTF-8 bytes as characters: Node's client writes one byte per character. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Expects a response below 500 with one record, and nothing internal. */
async function expectOrderly(request: ValidRequest, change: Change): Promise<number> {
  const logged = stack.log.length;
  const response = await sendChanged(stack, request, change);
  expect(response.status).toBeLessThan(500);
  // A success is the upstream's text.
  if (response.status >= 400) expectNothingInternal(stack, response);
  const records = stack.log.slice(logged);
  expect(records.length).toBeLessThanOrEqual(1);
  for (const record of records) expectRecord(record, response);
  return response.status;
}

/** Returns every path to a member of a JSON value. */
function listPaths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...listPaths(member).map((path) => [name, ...path]),
  ]);
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], member: unknown): unknown {
  if (name === undefined) return member;
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === name ? replaceAt(each, rest, member) : each));
  const object = value as Record<string, unknown>;
  return { ...object, [name]: replaceAt(object[name], rest, member) };
}

it(`${runsThroughHttp} valid bodies with one member changed to any JSON are relayed or refused`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...withBody),
      fc.nat(),
      fc.jsonValue({ maxDepth: 4 }),
      async (request, place, member) => {
        await stack.upstream.reset();
        const paths = listPaths(request.body);
        const body = JSON.stringify(replaceAt(request.body, paths[place % paths.length] ?? [], member));
        statuses.add(await expectOrderly(request, { body }));
      },
    ),
    { numRuns: runsThroughHttp },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([201, 400]));
});

/** Their bodies have no required member: any object without the known members is one, and a start needs no body. */
const anyObject = new Set(['createOrUpdateAuthorization', 'getAuthorizationLoginLinks', 'startStreamingJob']);

it(`${runsThroughHttp} bodies of any JSON, any text or any bytes return 400`, async () => {
  const content = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => text.slice(0, -1)),
    fc.tuple(fc.json(), fc.json()).map((texts) => texts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withBody), content, async (request, body) => {
      await stack.upstream.reset();
      const status = await expectOrderly(request, { body, headers: { 'content-type': 'application/json' } });
      expect(anyObject.has(request.operation) ? [200, 201, 202, 400] : [400]).toContain(status);
    }),
    { numRuns: runsThroughHttp },
  );
});

const fields = `
  accept accept-encoding accept-language cache-control content-encoding content-type cookie forwarded from
  if-match if-none-match if-modified-since max-forwards origin pragma prefer range referer te
  tracestate traceparent upgrade-insecure-requests user-agent via warning x-correlation-id x-forwarded-for
  x-forwarded-host x-forwarded-proto x-http-method-override x-ms-client-principal x-ms-client-request-id x-original-url
`
  .trim()
  .split(/\s+/);

const relayed =
  /^(?:accept|accept-encoding|authorization|connection|content-length|content-type|host|if-match|if-none-match|traceparent|user-agent|x-ms-client-request-id)$/;

it(`${runsThroughHttp} requests with any headers are handled, and only the allow-list is sent upstream`, async () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.constantFrom(
      '*',
      '"a"',
      'no-cache',
      'identity',
      'application/json',
      'gzip',
      '0',
      '100-continue',
      'bytes=0-',
      'close',
      '{}',
      '%0d%0a',
    ),
    fc.string({ unit: fc.constantFrom(...'aéßÿ¿ \u00a0') }).map(toBytes),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...validRequests),
      fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 }),
      async (request, headers) => {
        await stack.upstream.reset();
        await expectOrderly(toUnseen(request), { headers });
        for (const call of await stack.upstream.calls()) {
          expect(call.method).toBe(request.method);
          const own = request.upstreamHeaders ?? [];
          expect(Object.keys(call.headers).filter((name) => !relayed.test(name) && !own.includes(name))).toEqual([]);
          if (own.includes('prefer'))
            expect(call.headers['prefer']).toMatch(/^(?:include-unknown-enum-members|odata\.maxpagesize=100)$/);
        }
      },
    ),
    { numRuns: runsThroughHttp },
  );
});

// The library's own requests take no field beyond Latin-1, and fail before they call the app: ours do not pass through them.
it('an unused header beyond Latin-1 changes nothing, and a used one is refused', async () => {
  const headers = { accept: toBytes('\u0100'), 'x-ms-client-request-id': toBytes('\u0100') };
  for (const request of validRequests) {
    await stack.upstream.reset();
    const usual = await expectGranted(stack, toUnseen(request));
    await stack.upstream.reset();
    expect((await expectGranted(stack, toUnseen(request), { headers })).status).toBe(usual.status);
    for (const call of await stack.upstream.calls()) expect(JSON.stringify(call.headers)).not.toContain('\u0100');
    await expectUntouched(stack, async () => {
      const { status } = await sendChanged(stack, request, { headers: { authorization: toBytes('Bearer \u0100') } });
      expect(status).toBe(401);
    });
  }
});

it(`${runsThroughHttp} queries of any parameters are handled, and none adds a parameter to the upstream’s`, async () => {
  const name = fc.oneof(
    fc.constantFrom('api-version', '$filter', '$skipToken', '$expand', 'code', 'x', '__proto__', ''),
    fc.string(),
  );
  const pair = fc
    .tuple(name, fc.string())
    .map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...validRequests),
      fc.array(pair, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (request, pairs, keeps) => {
        await stack.upstream.reset();
        const query = keeps && request.query ? `${request.query}&${pairs.join('&')}` : `?${pairs.join('&')}`;
        await expectOrderly(request, { query });
        for (const { path } of await stack.upstream.calls()) {
          const names = [...new URL(`http://upstream${path}`).searchParams.keys()];
          expect(names.filter((each) => !['api-version', '$filter', '$skipToken', '$expand'].includes(each))).toEqual(
            [],
          );
          expect(new Set(names).size).toBe(names.length);
        }
      },
    ),
    { numRuns: runsThroughHttp },
  );
});
