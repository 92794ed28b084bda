import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RequestMessage } from '../../../lib/http/message.ts';
import { createUrlParser, parseRequest, type RequestRules } from '../../../lib/http/parse-request.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { measureHeldBytes } from '../../support/held-bytes.ts';

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A message; `reads` records the limit of each read of its body. */
function toMessage({ params = {}, query = [], headers = {}, body = '' }: Parts, reads: number[] = []): RequestMessage {
  return {
    method: 'PUT',
    params,
    rawQuery: new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString(),
    header: (name) => headers[name],
    readBody: (maxBytes) => {
      reads.push(maxBytes);
      return Promise.resolve(Buffer.from(body));
    },
  };
}

const json = { 'content-type': 'application/json' };
const noParams = z.object({});

const templates = { path: '/things({name})', resource: '/things' };

const parseMessage = (rules: RequestRules, message: RequestMessage) =>
  parseRequest(rules, createUrlParser(rules, templates)(message), message);

const parse = (rules: Partial<RequestRules>, parts: Parts = {}) =>
  parseMessage({ params: noParams, ...rules }, toMessage(parts));

/** Returns each detail of a refused request, or the Problem's type. */
async function refusal(rules: Partial<RequestRules>, parts: Parts = {}): Promise<string[]> {
  const error = await parse(rules, parts).then(
    () => new Error('accepted'),
    (problem: unknown) => problem,
  );
  if (!(error instanceof Problem)) throw error;
  if (error.type !== 'invalid_request') return [`${error.type} ${error.status}`];
  return error.details.map(({ code, target, message }) => `${code} ${target}: ${message}`);
}

describe('a URL', () => {
  const rules = { params: z.object({ name: z.string().max(300) }), apiVersions: ['1'] };
  const readUrl = (parseUrl: ReturnType<typeof createUrlParser>, name: string, version = '1') =>
    parseUrl({ params: { name }, rawQuery: `api-version=${version}` });

  it('has its path as a person reads it, and encoded; neither is logged where a value is unsafe', () => {
    const parseUrl = createUrlParser(rules, templates);
    expect(readUrl(parseUrl, 'a b')).toEqual({
      params: { name: 'a b' },
      path: '/things(a b)',
      resource: '/things',
      encodedPath: '/things(a%20b)',
      query: { 'api-version': '1' },
      details: [],
    });
    for (const unsafe of ['a/b', '\ud800'])
      expect(readUrl(parseUrl, unsafe)).toMatchObject({
        path: undefined,
        encodedPath: '',
        details: [{ target: 'name' }],
      });
  });

  it('is parsed once while it is among the last valid ones', () => {
    const parseUrl = createUrlParser(rules, templates);
    const first = readUrl(parseUrl, 'first');
    expect(readUrl(parseUrl, 'first')).toBe(first);
    expect(readUrl(parseUrl, 'First')).not.toBe(first);
    expect(readUrl(parseUrl, 'first', '2')).not.toBe(readUrl(parseUrl, 'first', '2'));
    // The key has 29 characters more than the name: with 512 bytes and six for each, 2 MiB are room for 1,062.
    const pass = (count: number) => {
      for (let index = 0; index < count; index++) readUrl(parseUrl, String(index).padStart(216));
    };
    pass(1_050);
    expect(readUrl(parseUrl, 'first')).toBe(first);
    pass(1_070);
    expect(readUrl(parseUrl, 'first')).not.toBe(first);
  });

  it.each(['x', '漢'])('is kept with its bytes, which are bounded: names of %s (I6)', async (character) => {
    const { held, least } = await measureHeldBytes(() => {
      const parseUrl = createUrlParser(rules, templates);
      for (let index = 0; index < 2_500; index++) readUrl(parseUrl, String(index).padEnd(200, character));
      return parseUrl;
    });
    expect(readUrl(held, 'last')).toBe(readUrl(held, 'last'));
    // Half as much again for what the engine allocates meanwhile.
    expect(least).toBeLessThan(3 * 1024 * 1024);
  });
});

describe('route values', () => {
  const params = z.object({ name: z.string().min(2), id: z.guid() });

  it('are returned unchanged', async () => {
    const values = { name: 'a+b', id: '00000000-0000-0000-0000-000000000000' };
    expect((await parse({ params }, { params: values })).params).toEqual(values);
  });

  it('are validated by name', async () => {
    expect(await refusal({ params }, { params: { name: 'a', id: 'x' } })).toEqual([
      'invalid_value name: must have at least 2 characters',
      'invalid_value id: must be a GUID',
    ]);
    expect(await refusal({ params })).toEqual(['invalid_value name: is required', 'invalid_value id: is required']);
  });

  it.each(['..', 'a/b', 'a%2Fb', 'a\r\nb'])(
    'that are not safe in a path are invalid, declared or not: %j',
    async (value) => {
      const rule =
        'must contain only letters, digits and ASCII characters other than / \\ % ? #, and must not be only dots';
      expect(
        await refusal({ params: z.object({ name: z.string() }) }, { params: { name: value, extra: value } }),
      ).toEqual([`invalid_value name: ${rule}`, `invalid_value extra: ${rule}`]);
    },
  );
});

describe('the query', () => {
  const query = z.object({ $filter: z.string().max(3).optional(), $skipToken: z.string().optional() });

  it('is returned by its declared names, in whatever case they were sent', async () => {
    const rules = { query, apiVersions: ['2025-05-01', '2024-01-01'] };
    const sent = [
      ['API-Version', '2024-01-01'],
      ['$FILTER', 'a b'],
    ] as const;
    expect((await parse(rules, { query: sent })).query).toEqual({ 'api-version': '2024-01-01', $filter: 'a b' });
    expect((await parse({ query }, {})).query).toEqual({});
  });

  it('with unknown parameters is invalid: only declared ones are relayed (A26b, T7)', async () => {
    const sent = [
      ['companyId', '1'],
      ['$filters', 'a'],
      ['__proto__', 'a'],
      ['', 'a'],
    ] as const;
    expect(await refusal({ query }, { query: sent })).toEqual([
      'unknown_parameter companyId: is not a parameter of this operation',
      'unknown_parameter $filters: is not a parameter of this operation',
      'unknown_parameter __proto__: is not a parameter of this operation',
      'unknown_parameter : is not a parameter of this operation',
    ]);
    expect(await refusal({}, { query: [['$filter', 'a']] })).toEqual([
      'unknown_parameter $filter: is not a parameter of this operation',
    ]);
  });

  it('an unknown parameter is named with printable characters, 64 at most', async () => {
    const name = `<é\n${'x'.repeat(100)}`;
    expect(await refusal({}, { query: [[name, '1']] })).toEqual([
      `unknown_parameter <??${'x'.repeat(61)}: is not a parameter of this operation`,
    ]);
    expect(await refusal({}, { query: [[' ~', '1']] })).toEqual([
      'unknown_parameter  ~: is not a parameter of this operation',
    ]);
  });

  it('with a repeated parameter is invalid, in whatever case (A31, T7)', async () => {
    const sent = [
      ['$filter', 'a'],
      ['$Filter', 'b'],
      ['$skipToken', 't'],
    ] as const;
    expect(await refusal({ query }, { query: sent })).toEqual(['repeated_parameter $filter: must be given once']);
  });

  it('is validated by its schema', async () => {
    expect(await refusal({ query }, { query: [['$filter', 'abcd']] })).toEqual([
      'invalid_value $filter: must have at most 3 characters',
    ]);
  });

  it.each([
    ['$filter=%ff', ['$filter']],
    ['$filter=a%C3', ['$filter']],
    ['$filter=%C3%28&$skipToken=%E2%82', ['$filter', '$skipToken']],
    ['&&$FILTER=%ED%A0%80&', ['$filter']],
  ])('with bytes that are not UTF-8 is invalid, and the parameter is named: %s', async (rawQuery, names) => {
    const message = { ...toMessage({}), rawQuery };
    await expect(parseMessage({ params: noParams, query }, message)).rejects.toMatchObject({
      details: names.map((target) => ({ code: 'invalid_value', target, message: 'must be UTF-8' })),
    });
  });

  it.each([
    ['$filter=%C3%A9+%25', 'é %'],
    ['$filter=%EF%BF%BD', '\ufffd'],
    ['$filter=%zz', '%zz'],
    ['?$filter=%41%', 'A%'],
  ])('may have any UTF-8, encoded or not: %s', async (rawQuery, $filter) => {
    const message = { ...toMessage({}), rawQuery };
    expect((await parseMessage({ params: noParams, query }, message)).query).toEqual({ $filter });
  });

  it('is not read without a declaration', async () => {
    expect((await parse({})).query).toEqual({});
  });
});

describe('api-version', () => {
  const rules = { apiVersions: ['2024-05-01', '2025-05-01'] };
  const missing = 'missing_parameter api-version: is required; supported: 2024-05-01, 2025-05-01';

  it('is required where versions are declared, and must not be empty (S1-62; A39)', async () => {
    expect(await refusal(rules)).toEqual([missing]);
    expect(await refusal(rules, { query: [['api-version', '']] })).toEqual([missing]);
    expect((await parse(rules, { query: [['api-version', '2025-05-01']] })).query).toEqual({
      'api-version': '2025-05-01',
    });
  });

  it('in an unsupported version is refused with the list of supported ones, with a separate code', async () => {
    const error = await parse(rules, { query: [['api-version', '2018-07-01']] }).catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      type: 'unsupported_api_version',
      status: 400,
      target: 'api-version',
      message: 'api-version: is not supported; supported: 2024-05-01, 2025-05-01',
      details: [],
    });
  });

  it('is listed together with other failures', async () => {
    const sent = [
      ['api-version', '2018-07-01'],
      ['x', '1'],
    ] as const;
    expect(await refusal(rules, { query: sent })).toEqual([
      'unknown_parameter x: is not a parameter of this operation',
      'unsupported_api_version api-version: is not supported; supported: 2024-05-01, 2025-05-01',
    ]);
  });

  it('is an unknown parameter where no versions are declared', async () => {
    expect(await refusal({ query: z.object({}) }, { query: [['api-version', '1']] })).toEqual([
      'unknown_parameter api-version: is not a parameter of this operation',
    ]);
  });

  it('is not passed to the query schema', async () => {
    const strict = { ...rules, query: z.strictObject({}) };
    expect((await parse(strict, { query: [['api-version', '2024-05-01']] })).query).toHaveProperty('api-version');
  });
});

it('an If-None-Match that is 412 is refused before the body is read (S2-80; A54)', async () => {
  const reads: number[] = [];
  const rules = {
    params: noParams,
    body: z.any(),
    preconditions: { ifMatch: true, ifNoneMatch: 'create-only' },
  } as const;
  const message = toMessage({ headers: { ...json, 'if-none-match': '"1"' } }, reads);
  await expect(parseMessage(rules, message)).rejects.toMatchObject({ status: 412, outcome: 'not-sent' });
  expect(reads).toEqual([]);
});

describe('the body', () => {
  const body = z.looseObject({ name: z.string(), parts: z.array(z.object({ size: z.number() })).optional() });
  const sent = (value: unknown, headers: Parts['headers'] = json): Parts => ({ headers, body: JSON.stringify(value) });

  it('is returned as text and value', async () => {
    const text = '{ "name":"a" , "price":1.10 }';
    expect((await parse({ body }, { headers: json, body: text })).body).toEqual({
      text,
      value: { name: 'a', price: 1.1 },
    });
  });

  it('is not read where none is declared, whatever the headers', async () => {
    const reads: number[] = [];
    const parsed = await parseMessage(
      { params: noParams },
      toMessage({ headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' } }, reads),
    );
    expect(parsed.body).toBeUndefined();
    expect(reads).toEqual([]);
  });

  it.each([
    [{}, 65_536],
    [{ maxBodyBytes: 10 }, 10],
  ])('is read once, up to %o or 64 KiB (A44)', async (bound, maxBytes) => {
    const reads: number[] = [];
    await parseMessage({ params: noParams, body, ...bound }, toMessage(sent({ name: 'a' }), reads));
    expect(reads).toEqual([maxBytes]);
  });

  it('a type that is not JSON in UTF-8 is 415, unread (A47)', async () => {
    for (const headers of [
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json;charset=utf-16' },
    ]) {
      expect(await refusal({ body }, sent({ name: 'a' }, headers))).toEqual(['unsupported_media_type 415']);
    }
  });

  it.each(['gzip', 'br', 'identity, gzip', ''])('the encoding %j is 415, unread (A46)', async (encoding) => {
    const reads: number[] = [];
    const message = toMessage(sent({ name: 'a' }, { ...json, 'content-encoding': encoding }), reads);
    await expect(parseMessage({ params: noParams, body }, message)).rejects.toMatchObject({ status: 415 });
    expect(reads).toEqual([]);
  });

  it.each(['identity', 'Identity'])('the encoding %s is none (RFC 9110 8.4.1: in any casing)', async (encoding) => {
    const parsed = await parse({ body }, sent({ name: 'a' }, { ...json, 'content-encoding': encoding }));
    expect(parsed.body?.value).toEqual({ name: 'a' });
  });

  it('that is not JSON is refused with no other failure', async () => {
    expect(await refusal({ body }, { headers: json, body: '{' })).toEqual(['invalid_json 400']);
    expect(await refusal({ body }, { headers: json })).toEqual(['invalid_json 400']);
  });

  it('names each invalid property by its path', async () => {
    expect(await refusal({ body }, sent({ parts: [{ size: 1 }, { size: 'x' }] }))).toEqual([
      'invalid_value name: is required',
      'invalid_value parts[1].size: must be a number',
    ]);
    expect(await refusal({ body }, sent([]))).toEqual(['invalid_value body: must be an object']);
    expect(await refusal({ body }, sent(null))).toEqual(['invalid_value body: must be an object']);
  });

  it.each([
    [z.any(), 'null', null],
    [z.any(), '0', 0],
    [z.any(), '""', ''],
    [z.any(), 'false', false],
  ])('may be any JSON value', async (anything, body, value) => {
    expect((await parse({ body: anything }, { headers: json, body })).body).toEqual({ text: body, value });
  });
});

it('all that fails is listed at once: route, query, preconditions and body', async () => {
  const rules = {
    params: z.object({ id: z.guid() }),
    apiVersions: ['1'],
    preconditions: { ifMatch: true },
    body: z.object({ a: z.string() }),
  } as const;
  const parts = {
    params: { id: 'x' },
    query: [['y', '1']],
    headers: { ...json, 'if-match': '' },
    body: '{}',
  } as const;
  expect(await refusal(rules, parts)).toEqual([
    'invalid_value id: must be a GUID',
    'unknown_parameter y: is not a parameter of this operation',
    'missing_parameter api-version: is required; supported: 1',
    'invalid_value if-match: must be *, one strong entity tag or one bare token',
    'invalid_value a: is required',
  ]);
});

it('no refusal quotes a value that was given (A62)', async () => {
  const rules = {
    params: z.object({ id: z.guid() }),
    apiVersions: ['1'],
    query: z.object({ $top: z.enum(['1']).optional() }),
    preconditions: { ifMatch: true },
    body: z.object({ password: z.number() }),
  } as const;
  const parts: Parts = {
    params: { id: 'canary' },
    query: [
      ['api-version', 'canary'],
      ['$top', 'canary'],
    ],
    headers: { ...json, 'if-match': 'canary\n' },
    body: '{"password":"canary"}',
  };
  const said = await refusal(rules, parts);
  expect(said).toHaveLength(5);
  expect(said.join()).not.toContain('canary');
});
