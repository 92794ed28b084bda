import { describe, expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { acceptResponse, type ResponseRules } from '../../../lib/upstream/accept-response.ts';

const NOW = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');

const read: ResponseRules = {
  responses: new Map([[200, [{ name: 'value', kind: 'array' }]]]),
  relayed403Codes: [],
  isWrite: false,
};

const write: ResponseRules = {
  responses: new Map([
    [200, []],
    [201, []],
    [204, null],
  ]),
  relayed403Codes: ['NotADraft'],
  isWrite: true,
};

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function accept(rules: ResponseRules, status: number, { headers = {}, body = '' }: Sent = {}) {
  const answer = { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) };
  return acceptResponse(rules, answer, (text) => text.replaceAll('canary', '***'), NOW);
}

/** Answers the Problem that an answer amounts to. */
function refusal(rules: ResponseRules, status: number, sent: Sent = {}): Problem {
  try {
    accept(rules, status, sent);
  } catch (problem) {
    if (problem instanceof Problem) return problem;
    throw problem;
  }
  throw new Error('accepted');
}

const toError = (code: string, message = 'No.') => JSON.stringify({ error: { code, message } });

describe('a success', () => {
  it('is handed on as bytes, text and value, with the headers that may go down', () => {
    const headers = { etag: 'AAAAAAAAExk=', server: 'internal', location: 'https://internal.example' };
    expect(accept(read, 200, { headers, body: '{"value":[1.10]}' })).toEqual({
      status: 200,
      headers: { etag: 'AAAAAAAAExk=' },
      body: { bytes: Buffer.from('{"value":[1.10]}'), text: '{"value":[1.10]}', value: { value: [1.1] } },
    });
  });

  it('keeps its status (spec 1 and 2: 200 or 201)', () => {
    expect(accept(write, 201, { body: '{}' })).toMatchObject({ status: 201, body: { text: '{}' } });
  });

  it('without body is one where none is due (spec 3, Endpoints 2)', () => {
    expect(accept(write, 204, { body: 'ignored' })).toEqual({ status: 204, headers: {} });
  });

  it('of a write that is taken but not done yet says so, and where to ask for its end stays behind (F25)', () => {
    const headers = { location: 'https://internal.example/operations/1', 'retry-after': '5', etag: '"1"' };
    const answered = { 'x-frontdesk-outcome': 'accepted', 'retry-after': '5', etag: '"1"' };
    expect(accept(write, 202, { headers })).toEqual({ status: 202, headers: answered });
    expect(accept(write, 202, { headers, body: '{"id":1}' })).toEqual({
      status: 202,
      headers: answered,
      body: { bytes: Buffer.from('{"id":1}'), text: '{"id":1}', value: { id: 1 } },
    });
  });

  it('that is not the one that is due is no answer to rely on (F25)', () => {
    for (const status of [202, 204, 206, 302, 304]) {
      expect(refusal(read, status)).toMatchObject({
        type: 'upstream_invalid_response',
        status: 502,
        outcome: undefined,
        cause: `The upstream answered ${status}.`,
      });
    }
  });

  it.each([
    [206, 'accepted'],
    [299, 'accepted'],
    [300, 'unknown'],
    [302, 'unknown'],
    [399, 'unknown'],
  ])('of a write in the status %i leaves it %s', (status, outcome) => {
    expect(refusal(write, status)).toMatchObject({ type: 'upstream_invalid_response', outcome });
  });
});

describe('content that is not what is due is 502, and a write is accepted all the same (F15, F16, F20, A67)', () => {
  it.each<[string, Sent]>([
    ['HTML', { headers: { 'content-type': 'text/html' }, body: '{"value":[]}' }],
    ['nothing', {}],
    ['cut JSON', { body: '{"value":[]' }],
    ['bytes that are not UTF-8', { body: Buffer.from([0x22, 0xc3, 0x28, 0x22]) }],
    ['null', { body: 'null' }],
    ['text', { body: '"value"' }],
    ['a list', { body: '[]' }],
    ['an object without what is required', { body: '{}' }],
    ['another type of what is required', { body: '{"value":{}}' }],
    ['null for what is required', { body: '{"value":null}' }],
  ])('%s', (_, sent) => {
    expect(refusal(read, 200, sent)).toMatchObject({
      type: 'upstream_invalid_response',
      status: 502,
      outcome: undefined,
      cause: 'The content is not what is due.',
    });
    const rules = { ...read, isWrite: true };
    expect(refusal(rules, 200, sent)).toMatchObject({ type: 'upstream_invalid_response', outcome: 'accepted' });
  });

  it('content of 64 levels is read, deeper is not (reliability 0)', () => {
    const nested = (levels: number) => `{"value":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(accept(read, 200, { body: nested(64) }).status).toBe(200);
    expect(refusal(read, 200, { body: nested(65) }).type).toBe('upstream_invalid_response');
    expect(refusal(read, 200, { body: nested(100_000) }).type).toBe('upstream_invalid_response');
  });

  it('content that is nested deeper is not read, where a later member of the same name hides it, either (A64)', () => {
    const hidden = (levels: number) => `{"value":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)},"value":[]}`;
    expect(accept(read, 200, { body: hidden(64) }).status).toBe(200);
    expect(refusal(read, 200, { body: hidden(65) }).type).toBe('upstream_invalid_response');
  });

  it.each<['string' | 'number' | 'boolean' | 'array' | 'object' | 'unknown', string[], string[]]>([
    ['string', ['""', '"a"'], ['1', 'null', '[]']],
    ['number', ['0', '1.5'], ['"1"', 'null']],
    ['boolean', ['true', 'false'], ['"true"', '0', 'null']],
    ['array', ['[]'], ['{}', '"a"', 'null']],
    ['object', ['{}'], ['[]', '"a"', 'null']],
    ['unknown', ['null', '0', '{}', '""'], []],
  ])('a required member that is %s', (kind, good, bad) => {
    const rules: ResponseRules = { ...read, responses: new Map([[200, [{ name: 'it', kind }]]]) };
    for (const value of good) expect(accept(rules, 200, { body: `{"it":${value}}` }).status).toBe(200);
    for (const value of bad) expect(refusal(rules, 200, { body: `{"it":${value}}` }).status).toBe(502);
    expect(refusal(rules, 200, { body: '{"other":1}' }).status).toBe(502);
  });

  it('every required member must be there', () => {
    const required = [
      { name: 'id', kind: 'string' },
      { name: 'name', kind: 'string' },
    ] as const;
    const rules: ResponseRules = { ...read, responses: new Map([[200, required]]) };
    expect(accept(rules, 200, { body: '{"id":"1","name":"a"}' }).status).toBe(200);
    expect(refusal(rules, 200, { body: '{"id":"1"}' }).status).toBe(502);
    expect(refusal(rules, 200, { body: '{"name":"a"}' }).status).toBe(502);
  });
});

describe('a refusal', () => {
  it.each([400, 404, 409, 412, 422, 429, 499])('of %i is relayed with its code and text (F24)', (status) => {
    const problem = refusal(write, status, { body: toError('Conflict', 'Not canary.') });
    expect(problem).toMatchObject({
      type: 'upstream_refused',
      status,
      code: 'Conflict',
      message: 'Not ***.',
      outcome: 'rejected',
      cause: `The upstream answered ${status} Conflict.`,
    });
    expect(refusal(read, status).outcome).toBeUndefined();
  });

  it('is relayed with its target, details and what is nested in it', () => {
    const error = {
      code: 'C',
      message: 'm',
      target: 't',
      details: [{ code: 'D', message: 'd' }],
      innererror: { code: 'E' },
      additionalInfo: [{ type: 'x', info: {} }],
    };
    expect(refusal(read, 400, { body: JSON.stringify({ error }) })).toMatchObject({
      target: 't',
      details: [{ code: 'D', message: 'd' }],
      innerError: { code: 'E' },
      additionalInfo: [{ type: 'x', info: {} }],
    });
  });

  it('without a readable error, or with an empty one, is told in our own words', () => {
    const own = {
      type: 'upstream_refused',
      status: 400,
      code: 'upstream_refused',
      message: 'The upstream refused the request.',
    };
    expect(refusal(read, 400, { body: '<html>' })).toMatchObject({ ...own, cause: 'The upstream answered 400.' });
    expect(refusal(read, 400, { body: toError('', '') })).toMatchObject(own);
    expect(refusal(read, 400, { body: toError('Bad', '') })).toMatchObject({ code: 'Bad', message: own.message });
    expect(refusal(read, 400, { body: toError('', 'No.') })).toMatchObject({ code: own.code, message: 'No.' });
  });

  it('goes into the log with its code, as far as that is a name', () => {
    expect(refusal(read, 400, { body: toError('Bad name: x\n') }).cause).toBe('The upstream answered 400.');
  });

  it.each([
    [401, 'Unauthorized', 'upstream_auth', 502],
    [401, 'NotADraft', 'upstream_auth', 502],
    [403, 'AuthorizationFailed', 'upstream_auth', 502],
    [403, 'NotADraft', 'upstream_refused', 403],
  ])('of %i %s is %s %i: whom the upstream refused is not the caller (A65, F22)', (status, code, type, answered) => {
    expect(refusal(write, status, { body: toError(code) })).toMatchObject({
      type,
      status: answered,
      outcome: 'rejected',
    });
  });

  it('of the managed identity tells nothing of it', () => {
    const problem = refusal(read, 403, { body: toError('AuthorizationFailed', 'The client 1de0 has no access.') });
    expect(problem).toMatchObject({
      code: 'upstream_auth',
      message: 'The upstream did not accept the managed identity.',
    });
    expect(refusal(read, 403).type).toBe('upstream_auth');
  });
});

describe('a failure of the upstream', () => {
  it.each([
    [500, 'upstream_error', 502, 'unknown'],
    [501, 'upstream_error', 502, 'unknown'],
    [502, 'upstream_error', 502, 'unknown'],
    [503, 'upstream_unavailable', 503, 'unknown'],
    [504, 'upstream_error', 502, 'unknown'],
  ])('of %i is %s %i, in our own words, and leaves a write %s (A64, F13)', (status, type, answered, outcome) => {
    const sent = { body: toError('Internal', 'at sql.internal:1433') };
    const problem = refusal(write, status, sent);
    expect(problem).toMatchObject({ type, code: type, status: answered, outcome, details: [] });
    expect(problem.message).not.toContain('sql');
    expect(problem.cause).toBe(`The upstream answered ${status} Internal.`);
    expect(refusal(read, status, sent).outcome).toBeUndefined();
  });

  it('that asks to come again did nothing (F12)', () => {
    const headers = { 'retry-after': '5' };
    expect(refusal(write, 503, { headers })).toMatchObject({ outcome: 'rejected', headers });
    expect(refusal(write, 500, { headers })).toMatchObject({ outcome: 'unknown', headers });
    expect(refusal(read, 503, { headers }).outcome).toBeUndefined();
  });
});

describe('the time to come again', () => {
  it.each([
    [{ 'retry-after': '5' }, '5'],
    [{ 'retry-after-ms': '1500' }, '2'],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT' }, '30'],
    [{ 'retry-after': '0' }, '1'],
  ])('of %j is told the caller as %s seconds (F10, F11)', (headers, seconds) => {
    for (const status of [429, 503])
      expect(refusal(read, status, { headers }).headers).toEqual({ 'retry-after': seconds });
  });

  it('is not made up, and nothing else goes down with a failure', () => {
    const headers = { etag: '"1"', 'www-authenticate': 'Bearer', 'retry-after': 'soon' };
    for (const status of [400, 401, 403, 429, 500, 503]) expect(refusal(read, status, { headers }).headers).toEqual({});
  });
});
