import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectNothingInternal, expectRecord, expectUntouched, unlimited } from '../support/abuse.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { toUnseen, type ValidRequest, validRequests } from '../support/valid-requests.ts';

const runs = 300;

const stack = await startStack({ settings: unlimited });

const withBody = validRequests.filter(({ body }) => body !== undefined);

/** Text as a field's UTF-8 bytes: Node's client writes a character a byte. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Expects an answer that is no failure of ours, with its one record, and says nothing internal. */
async function expectOrderly(request: ValidRequest, change: Change): Promise<number> {
  const logged = stack.log.length;
  const answer = await sendChanged(stack, request, change);
  expect(answer.status).toBeLessThan(500);
  // What succeeded is the upstream's own text.
  if (answer.status >= 400) expectNothingInternal(stack, answer);
  const records = stack.log.slice(logged);
  expect(records.length).toBeLessThanOrEqual(1);
  for (const record of records) expectRecord(record, answer);
  return answer.status;
}

/** Every path to a member in a JSON value. */
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

it(`${runs} valid contents with one member changed to any JSON are relayed or refused`, async () => {
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
    { numRuns: runs },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([201, 400]));
});

it(`${runs} contents of any JSON, any text or any bytes are 400`, async () => {
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
      // No member of an authorization is required: any object without the known members is one.
      expect(request.operation === 'createOrUpdateAuthorization' ? [200, 201, 400] : [400]).toContain(status);
    }),
    { numRuns: runs },
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

it(`${runs} requests with any fields of any value are orderly, and nothing but the allow-list goes up`, async () => {
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
          expect(Object.keys(call.headers).filter((name) => !relayed.test(name))).toEqual([]);
        }
      },
    ),
    { numRuns: runs },
  );
});

// The one 500 there is: @azure/functions takes no field beyond Latin-1, and fails before it calls the app.
it('a field beyond Latin-1 is refused by the host’s library before Frontdesk sees it, and nothing happens', async () => {
  for (const request of validRequests) {
    const logged = stack.log.length;
    await expectUntouched(stack, async () => {
      const { status, text } = await sendChanged(stack, request, { headers: { accept: toBytes('\u0100') } });
      expect({ status, text }).toEqual({ status: 500, text: '' });
    });
    expect(stack.log).toHaveLength(logged);
  }
});

it(`${runs} queries of any members are orderly, and none adds a member to the upstream’s`, async () => {
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
    { numRuns: runs },
  );
});
