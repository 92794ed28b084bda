import { expect, it } from 'vitest';
import {
  expectGranted,
  expectNothingInternal,
  expectRecord,
  expectShape,
  readCode,
  unlimited,
} from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  deleteSession,
  eachRequest,
  putAuthorization,
  putJob,
  readItem,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

/** Makes the upstream answer this error to the next call. */
async function failNext(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await stack.upstream.reset();
  await stack.upstream.fault({ times: 10, fault: { kind: 'status', status, body, headers } });
}

/** Succeeds more often than it failed, so that the upstream's breaker stays closed. */
async function keepHealthy(request: ValidRequest): Promise<void> {
  for (let count = 0; count < 5; count++) {
    await stack.upstream.reset();
    await expectGranted(stack, toUnseen(request));
  }
}

const internals = [
  'System.Data.SqlClient.SqlException: Login failed for user sa',
  '   at Vendor.Core.Db.Query(String sql) in C:\\src\\Db.cs:line 42',
  'select * from secrets where id = 1',
  'http://10.1.2.3:8080/internal',
  'db-07.internal.vendor.example',
];

it.each(eachRequest)('A64 %s: an upstream’s failure is 502 in our own words', async (_, request) => {
  const text = internals.join('\n');
  const bodies = [
    text,
    { error: { code: 'InternalServerError', message: text, innererror: { message: text } } },
    `<html><pre>${text}</pre></html>`,
  ];
  for (const body of bodies) {
    await failNext(500, body, { 'x-powered-by': 'db-07.internal.vendor.example' });
    const logged = stack.log.length;
    const answer = await sendChanged(stack, toUnseen(request));
    expect(`${answer.status} ${readCode(answer)}`).toBe('502 upstream_error');
    expectShape(request.shape, answer);
    expectNothingInternal(
      stack,
      answer,
      internals.map((line) => line.trim()),
    );
    expectRecord(stack.log[logged] as Record<string, unknown>, answer, internals);
    expect(stack.log).toHaveLength(logged + 1);
    await keepHealthy(request);
  }
});

it.each(eachRequest)(
  'A65 %s: an upstream’s 401, after one fresh token, is 502 without a challenge',
  async (_, request) => {
    await failNext(
      401,
      { error: { code: 'InvalidAuthenticationToken', message: 'The token is not valid.' } },
      { 'www-authenticate': 'Bearer authorization_uri="https://login.vendor.example"' },
    );
    const answer = await sendChanged(stack, toUnseen(request));
    expect(`${answer.status} ${readCode(answer)}`).toBe('502 upstream_auth');
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect(answer.text).not.toContain('token');
    expect(await stack.upstream.calls()).toHaveLength(2);
  },
);

it.each(eachRequest)(
  'A65 %s: an upstream’s 403 is 502, for the caller could do nothing about it',
  async (_, request) => {
    for (const code of ['AuthorizationFailed', 'Forbidden', '', 'insufficient_scope', 'unauthenticated']) {
      await failNext(403, {
        error: { code, message: 'The client 1de00000-0000-4000-8000-000000000001 has no authorization.' },
      });
      const answer = await sendChanged(stack, toUnseen(request));
      expect(`${answer.status} ${readCode(answer)}`).toBe('502 upstream_auth');
      expect(answer.headers).not.toHaveProperty('www-authenticate');
      expectNothingInternal(stack, answer, ['1de00000']);
    }
  },
);

it('A65 a session that is no draft is the caller’s affair: the upstream’s 403 is relayed', async () => {
  await failNext(403, { error: { code: 'RestoreSessionActionNotAllowed', message: 'No draft.' } });
  const answer = await sendChanged(stack, deleteSession);
  expect(`${answer.status} ${readCode(answer)}`).toBe('403 RestoreSessionActionNotAllowed');
});

const ANSWERED = new Set([
  'age',
  'cache-control',
  'cache-status',
  'connection',
  'content-type',
  'date',
  'etag',
  'odata-version',
  'retry-after',
  'transfer-encoding',
  'x-content-type-options',
  'x-frontdesk-outcome',
  'x-ms-request-id',
]);

const foreignFields = {
  'set-cookie': ['session=canary', 'other=canary'],
  server: 'canary/1.0',
  via: '1.1 canary',
  'x-powered-by': 'canary',
  'x-ms-routing-request-id': 'canary',
  location: 'http://canary.internal/',
  'content-location': 'http://canary.internal/',
  'www-authenticate': 'Bearer canary',
  'strict-transport-security': 'max-age=1',
  'access-control-allow-origin': '*',
  'x-frontdesk-canary': 'canary',
  'proxy-authenticate': 'canary',
  'cache-control': 'public, max-age=31536000, canary',
  link: '<http://canary.internal/>; rel=next',
  refresh: '0; url=http://canary.internal/',
  'x-ms-error-code': 'canary',
};

it.each(eachRequest)('A66 %s passes down the fields of its allow-list alone', async (_, request) => {
  await stack.upstream.reset();
  await stack.upstream.fault({ fault: { kind: 'headers', headers: foreignFields } });
  const granted = await expectGranted(stack, toUnseen(request));
  await failNext(409, { error: { code: 'Conflict', message: 'No.' } }, {
    ...foreignFields,
    'set-cookie': 'canary',
  } as Record<string, string>);
  const refused = await sendChanged(stack, toUnseen(request));
  expect(refused.status).toBe(409);
  for (const { headers } of [granted, refused]) {
    expect(Object.keys(headers).filter((name) => !ANSWERED.has(name))).toEqual([]);
    expect(JSON.stringify(headers)).not.toContain('canary');
    expect(headers['cache-control']).toMatch(/^(?:no-store|private, no-cache)$/);
  }
});

it.each([
  ['createOrUpdateAuthorization', putAuthorization],
  ['createOrReplaceStreamingJob', putJob],
])('A66 %s drops a field that the upstream’s Connection names, and an entity tag that is none', async (_, request) => {
  const tags: Readonly<Record<string, string>>[] = [
    { connection: 'close, etag', etag: '"canary"' },
    { etag: `"${'x'.repeat(8 * 1024)}"` },
    { etag: '' },
    { etag: 'caf\u00e9' },
  ];
  for (const headers of tags) {
    await stack.upstream.reset();
    await stack.upstream.fault({ fault: { kind: 'headers', headers } });
    const answer = await expectGranted(stack, request);
    expect(answer.headers, JSON.stringify(headers).slice(0, 100)).not.toHaveProperty('etag');
  }
});

it('A66 more fields than an answer may have is 502', async () => {
  await stack.upstream.reset();
  await stack.upstream.fault({ times: 5, fault: { kind: 'headers', headers: { 'x-filler': 'x'.repeat(20 * 1024) } } });
  const answer = await sendChanged(stack, readItem);
  expect(`${answer.status} ${readCode(answer)}`).toBe('502 upstream_invalid_response');
});
