import { describe, expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { acceptResponse, type ResponseRules } from '../../../lib/upstream/accept-response.ts';

const now = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');

const read: ResponseRules = {
  upstream: 'arm',
  path: '/things/{thing}',
  errors: 'arm',
  responses: { 200: { list: 'value', each: [] } },
  isWrite: false,
};
const write: ResponseRules = {
  upstream: 'arm',
  path: '/things/{thing}',
  errors: 'arm',
  responses: { 200: [], 201: [], 204: null },
  isWrite: true,
};

interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function accept(rules: ResponseRules, status: number, { headers = {}, body = '' }: Message = {}) {
  const response = { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) };
  return acceptResponse(rules, response, (text) => text.replaceAll('canary', '***'), now);
}

/** Returns the Problem for a response. */
function reject(rules: ResponseRules, status: number, message: Message = {}): Problem {
  try {
    accept(rules, status, message);
  } catch (problem) {
    if (problem instanceof Problem) return problem;
    throw problem;
  }
  throw new Error('accepted');
}

const invalid = { type: 'upstream_invalid_response', status: 502, outcome: undefined };
const composeError = (code: string, message = 'No.') => JSON.stringify({ error: { code, message } });

describe('a success', () => {
  it('is returned as bytes and text, with the relayed headers only', () => {
    const headers = { etag: 'AAAAAAAAExk=', server: 'internal', location: 'https://internal.example' };
    expect(accept(read, 200, { headers, body: '{"value":[1.10]}' })).toEqual({
      status: 200,
      headers: { etag: 'AAAAAAAAExk=' },
      body: { bytes: Buffer.from('{"value":[1.10]}'), text: '{"value":[1.10]}', missing: [] },
    });
  });

  it('has no body if the contract has none (S3-40)', () => {
    expect(accept(write, 204, { body: 'ignored' })).toEqual({ status: 204, headers: {} });
  });

  it('of a pending write says so, and its Location is handed over, not relayed (F25, C-61)', () => {
    const location = 'https://internal.example/operations/1';
    const headers = { location, 'retry-after': '5', etag: '"1"' };
    const relayed = { 'x-frontdesk-outcome': 'accepted', 'retry-after': '5', etag: '"1"' };
    const pending = { status: 202, headers: relayed, addresses: { location } };
    expect(accept(write, 202, { headers })).toEqual(pending);
    const body = { bytes: Buffer.from('{"id":1}'), text: '{"id":1}', missing: [] };
    expect(accept(write, 202, { headers, body: '{"id":1}' })).toEqual({ ...pending, body });
  });

  it('of a read with a status that the contract does not have is 502 (F25)', () => {
    for (const status of [202, 204, 206, 302, 304])
      expect(reject(read, status)).toMatchObject({ ...invalid, cause: `The upstream returned ${status}.` });
  });

  it.each([300, 302, 399])('of a write with status %i has the outcome unknown', (status) => {
    expect(reject(write, status)).toMatchObject({ type: 'upstream_invalid_response', outcome: 'unknown' });
  });
});

describe('a write that succeeded stays a success (C-40)', () => {
  const rules: ResponseRules = { ...write, responses: { 200: ['id'], 204: null } };
  const headers = { etag: '"1"' };
  const bytes = Buffer.from('{"id":"1"}');
  const body = { bytes, text: '{"id":"1"}', missing: [] };

  it.each<[string, number, Message, object]>([
    ['as the contract has it', 200, { body: bytes }, { body }],
    ['with text/json', 200, { body: bytes, headers: { 'content-type': 'text/json' } }, { body }],
    ['after a byte order mark', 200, { body: '\ufeff{"id":"1"}' }, { body }],
    ['without a required member', 200, { body: '{}' }, { body: { text: '{}' }, drift: 'id' }],
    ['with null for it', 200, { body: '{"id":null}' }, { body: { text: '{"id":null}' }, drift: 'id' }],
    ['with no body', 200, {}, { drift: 'body' }],
    ['with bytes that are not UTF-8', 200, { body: Buffer.from([0x22, 0xc3, 0x28, 0x22]) }, { drift: 'body' }],
    ['with JSON nested too deep', 200, { body: `{"a":${'['.repeat(64)}${']'.repeat(64)}}` }, { drift: 'body' }],
    ['with HTML', 200, { body: '{"id":"1"}', headers: { 'content-type': 'text/html' } }, { drift: 'body' }],
    ['with a status of its own', 206, { body: bytes }, { body, drift: 'status 206' }],
    ['with the last status', 299, {}, { drift: 'status 299' }],
    ['with a status that has no body', 205, { body: bytes }, { drift: 'status 205' }],
    ['with a status that has none by contract', 204, { body: bytes }, {}],
  ])('%s', (_, status, message, expected) => {
    const accepted = accept(rules, status, { ...message, headers: { ...headers, ...message.headers } });
    expect(accepted).toMatchObject({ status, headers, ...expected });
    expect(Object.keys(accepted).sort()).toEqual(['headers', 'status', ...Object.keys(expected)].sort());
  });

  it('without a media type too', () => {
    const response = { status: 200, headers, body: bytes };
    const accepted = acceptResponse(rules, response, (text) => text, now);
    expect(accepted).toEqual({ status: 200, headers, body });
  });
});

describe('a read without an object or its list is 502 (F15 to F16, F20, A67)', () => {
  it.each<[string, Message]>([
    ['HTML', { headers: { 'content-type': 'text/html' }, body: '{"value":[]}' }],
    ['nothing', {}],
    ['null', { body: 'null' }],
    ['a required member of another type', { body: '{"value":{}}' }],
    ['null for a required member', { body: '{"value":null}' }],
  ])('%s', (_, message) => {
    const cause = 'The response body is no JSON object with the lists of the contract.';
    expect(reject(read, 200, message)).toMatchObject({ ...invalid, cause });
  });

  it('reads a body of 64 levels, but not deeper', () => {
    const nested = (levels: number) => `{"value":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(accept(read, 200, { body: nested(64) }).status).toBe(200);
    for (const levels of [65, 100_000]) expect(reject(read, 200, { body: nested(levels) })).toMatchObject(invalid);
  });

  it.each(['{"it":null}', '{"other":1}'])(
    'a member of the contract that is missing is passed on and reported: %s (C-53)',
    (text) => {
      const rules: ResponseRules = { ...read, responses: { 200: ['it'] } };
      for (const present of ['""', '0', 'false', '[]'])
        expect(accept(rules, 200, { body: `{"it":${present}}` }).drift).toBeUndefined();
      expect(accept(rules, 200, { body: text })).toMatchObject({ status: 200, body: { text }, drift: 'it' });
    },
  );

  it('has 20,000 values at most, and one more for each 32 characters (C-56)', () => {
    const list = (size: number, letter: string) => {
      return { body: JSON.stringify({ value: Array(40_000).fill(letter.repeat(size - 3)) }) };
    };
    expect(accept(read, 200, list(17, 'x'))).toMatchObject({ status: 200 });
    // Characters count, not their bytes.
    for (const letter of ['x', 'ü']) expect(reject(read, 200, list(15, letter))).toMatchObject(invalid);
  });

  it('every missing member is named, those of a list once (C-53)', () => {
    const rules: ResponseRules = { ...read, responses: { 200: { list: 'value', each: ['id', 'name'] } } };
    const driftOf = (body: string) => accept(rules, 200, { body }).drift;
    expect(driftOf('{"value":[{"id":"1","name":"b"}]}')).toBeUndefined();
    expect(driftOf('{"value":[]}')).toBeUndefined();
    expect(driftOf('{"value":[{"name":"b"},{},{"id":"1"},null]}')).toBe('value[].id, value[].name');
    expect(reject(rules, 200, { body: '{"name":"a","value":{}}' }).type).toBe('upstream_invalid_response');
  });

  it('says where the next page is, and when the content itself expires', () => {
    const rules: ResponseRules = {
      ...read,
      paged: { link: 'nextLink' },
      cache: { toExpiry: (elements) => Math.min(...elements.map(Number)) },
    };
    const body = { next: 'a', expiresAt: 1_000 };
    expect(accept(rules, 200, { body: '{"value":[9999,1000],"nextLink":"a"}' })).toMatchObject({ body });
  });
});

describe('a rejection', () => {
  it.each([400, 403, 404, 409, 412, 422, 429, 498])('of %i is relayed with its code and message (F24)', (status) => {
    const problem = reject(write, status, { body: composeError('Conflict', 'Not canary.') });
    const type = status === 429 ? 'throttled' : 'upstream_refused';
    const relayed = { type, code: 'Conflict', message: 'Not ***.', outcome: 'rejected' };
    expect(problem).toMatchObject({ ...relayed, status, cause: `The upstream returned ${status} Conflict.` });
    expect(reject(read, status).outcome).toBeUndefined();
  });

  it('without a readable error, or with an empty one, has our own code and message', () => {
    const [type, message] = ['upstream_refused', 'The cloud service rejected the request.'];
    const own = { type, status: 400, code: type, message };
    const cause = 'The upstream returned 400.';
    expect(reject(read, 400, { body: '<html>' })).toMatchObject({ ...own, cause });
    expect(reject(read, 400, { body: composeError('', '') })).toMatchObject(own);
    expect(reject(read, 400, { body: composeError('Bad', '') })).toMatchObject({ ...own, code: 'Bad' });
    expect(reject(read, 400, { body: composeError('', 'No.') })).toMatchObject({ ...own, message: 'No.' });
    // A code that is no name is not logged.
    expect(reject(read, 400, { body: composeError('Bad name: x\n') })).toMatchObject({ cause });
  });

  it.each([
    [401, 'Unauthorized', 'upstream_auth', 502],
    [403, 'AuthorizationFailed', 'upstream_auth', 502],
    [403, 'LinkedAuthorizationFailed', 'upstream_auth', 502],
    [403, 'InvalidAuthenticationTokenTenant', 'upstream_auth', 502],
    [403, 'ExpiredAuthenticationToken', 'upstream_auth', 502],
    [403, '', 'upstream_auth', 502],
    [403, ' ', 'upstream_auth', 502],
    [403, 'RequestDisallowedByPolicy', 'upstream_refused', 403],
    [403, 'NotAuthorizationFailed', 'upstream_refused', 403],
    [403, 'AuthorizationFailedForPolicy', 'upstream_refused', 403],
    [403, '403', 'upstream_auth', 502],
    // Also C-35.
  ])('of %i "%s" is %s %i (C-34, A65, F22)', (status, code, type, ownStatus) => {
    const problem = reject(write, status, { body: composeError(code) });
    expect(problem).toMatchObject({ type, status: ownStatus, outcome: 'rejected' });
  });

  it.each([407, 411, 417, 421, 425, 426, 431, 494, 497])(
    'of %i is about the hop behind Frontdesk: 502 (C-87)',
    (status) => {
      const problem = reject(write, status, { body: composeError('Conflict', 'Not canary.') });
      const cause = `The upstream returned ${status} Conflict.`;
      expect(problem).toMatchObject({ type: 'upstream_error', status: 502, outcome: 'rejected', cause });
    },
  );

  const SUBDOMAIN = 'Please provide a custom subdomain for token authentication, otherwise API key is required.';
  const NETWORK = 'A Virtual Network is configured for this resource. Please use the correct endpoint.';
  const PERMISSIONS = 'You do not have the following permissions on TableData Customer: Read.';
  it.each([
    ['documentModels', 400, 'BadRequest', SUBDOMAIN, '/x', 'custom_subdomain'],
    ['documentModels', 400, 'InvalidRequest', 'The model id is invalid.', '/x', undefined],
    ['documentModels', 403, '403', NETWORK, '/x', 'network_rule'],
    [
      'documentModels',
      403,
      'AccessDenied',
      'Access denied due to Virtual Network/Firewall rules.',
      '/x',
      'network_rule',
    ],
    [
      'documentModels',
      403,
      '403',
      'Public access is disabled. Please configure private endpoint.',
      '/x',
      'network_rule',
    ],
    ['documentModels', 404, '404', 'Resource not found', '/x', 'base_address'],
    ['documentModels', 404, 'ModelNotFound', 'No such model.', '/models/{modelId}', undefined],
    ['businessData', 400, 'Internal_ServerError', PERMISSIONS, '/companies({id})', 'permission_set'],
    ['businessData', 400, 'BadRequest', 'Syntax error at position 4.', '/companies', undefined],
    ['businessData', 404, 'NoEnvironment', 'Environment does not exist.', '/companies({id})', 'base_address'],
    ['businessData', 404, 'BadRequest_ResourceNotFound', 'No segment.', '/companies', 'base_address'],
    ['businessData', 404, 'Internal_RecordNotFound', 'No record.', '/companies({id})', undefined],
    ['backupRestore', 400, 'BadRequest', "Resource not found for the segment 'x'.", '/x/{id}', 'base_address'],
    ['backupRestore', 404, 'UnknownError', '', '/x', 'base_address'],
    ['backupRestore', 404, 'RestoreSessionNotFound', 'No session.', '/x/{id}', undefined],
    ['arm', 404, 'ResourceNotFound', 'No resource.', '/x/{id}', undefined],
  ] as const)(
    'of %s, %i %s "%s" is the deployment’s fault if it names one (C-86)',
    (upstream, status, code, message, path, cause) => {
      const problem = reject({ ...read, upstream, path }, status, { body: composeError(code, message) });
      const ours = { type: 'upstream_setup', status: 502, cause };
      expect(problem).toMatchObject(cause ? ours : { type: 'upstream_refused', status });
      if (cause) expect(JSON.stringify(problem)).not.toContain(message || 'UnknownError');
    },
  );

  it('of 403 is about the identity if an inner error says so (C-34)', () => {
    const typeOf = (code: string) => {
      const error = { code: 'Forbidden', message: 'a', innererror: { code: 'A', innererror: { code } } };
      return reject(write, 403, { body: JSON.stringify({ error }) }).type;
    };
    expect([typeOf('AuthorizationFailed'), typeOf('B')]).toEqual(['upstream_auth', 'upstream_refused']);
  });

  it('of 403 with Retry-After is a quota: 429 (C-35)', () => {
    const headers = { 'retry-after': '86400' };
    const quota = reject(write, 403, { headers, body: composeError('403', 'Out of call volume quota.') });
    const expected = { type: 'throttled', status: 429, outcome: 'rejected', headers };
    expect(quota).toMatchObject({ ...expected, code: '403', message: 'Out of call volume quota.' });
    expect(reject(write, 403, { headers })).toMatchObject({ ...expected, code: 'throttled' });
    const ours = reject(write, 403, { headers, body: composeError('AuthorizationFailed') });
    expect(ours).toMatchObject({ type: 'upstream_auth', status: 502 });
  });

  it.each([408, 499])('of %i is 504, and after a write the outcome is unknown (C-54)', (status) => {
    const headers = { 'retry-after': '5' };
    const problem = reject(write, status, { headers, body: composeError('RequestTimeout') });
    expect(problem).toMatchObject({ type: 'upstream_timeout', code: 'upstream_timeout', status: 504, headers });
    expect([problem.outcome, reject(read, status).outcome]).toEqual(['unknown', undefined]);
  });
});

describe('a failure of the upstream', () => {
  it.each([
    [500, 'upstream_error', 502, 'unknown'],
    [503, 'upstream_unavailable', 503, 'unknown'],
  ])(
    'of %i is %s %i, with our own message, and has the outcome %s for a write (A64, F13)',
    (status, type, ownStatus, outcome) => {
      const message = { body: composeError('Internal', 'at sql.internal:1433') };
      const problem = reject(write, status, message);
      expect(problem).toMatchObject({ type, code: type, status: ownStatus, outcome, details: [] });
      expect(problem.message).not.toContain('sql');
      expect(problem.cause).toBe(`The upstream returned ${status} Internal.`);
      expect(reject(read, status, message).outcome).toBeUndefined();
    },
  );

  it('with Retry-After was not processed (F12)', () => {
    const headers = { 'retry-after': '5' };
    expect(reject(write, 503, { headers })).toMatchObject({ outcome: 'rejected', headers });
    expect(reject(write, 500, { headers })).toMatchObject({ outcome: 'unknown', headers });
    expect(reject(read, 503, { headers }).outcome).toBeUndefined();
  });

  it('has no Retry-After of our own, and no other header', () => {
    const headers = { etag: '"1"', 'www-authenticate': 'Bearer', 'retry-after': 'soon' };
    for (const status of [400, 401, 403, 429, 500, 503]) expect(reject(read, status, { headers }).headers).toEqual({});
  });
});
