import { expect, it } from 'vitest';
import {
  expectGranted,
  expectNothingInternal,
  expectRecord,
  expectShape,
  listRows,
  openCacheTable,
  readCode,
  sendChanged,
  unlimited,
} from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  deleteSession,
  eachRequest,
  listEvents,
  putAuthorization,
  putJob,
  readItem,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

/** Everything that was logged from a mark on, as it stands. */
function readLog(from: number): string {
  return stack.log
    .slice(from)
    .map((record) => JSON.stringify(record))
    .join('\n');
}

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

const badIds = [
  'a%0a{"level":"error"}',
  'x'.repeat(5 * 1024),
  'x'.repeat(129),
  'with blanks',
  '{"level":"error"}',
  '<script>',
  "';--",
  '%24{jndi:ldap://evil.example}',
  'a\tb',
  'ümlaut',
];

it.each(eachRequest)(
  'A61 %s passes a well-formed correlation id on and makes a new one for any other',
  async (_, request) => {
    for (const id of ['b3f1c0de-0000-4000-8000-000000000001', 'a.b_c-1', ...badIds]) {
      const isGood = /^[\w.-]{1,128}$/.test(id);
      await stack.upstream.reset();
      const logged = stack.log.length;
      const bytes = Buffer.from(id).toString('latin1');
      const answer = await sendChanged(stack, toUnseen(request), { headers: { 'x-ms-client-request-id': bytes } });
      // The host refuses some before anyone sees them: control characters that are no tab.
      if (answer.text === '' && answer.status === 400) continue;
      const records = stack.log.slice(logged);
      expect(records, id).toHaveLength(1);
      expect(readLog(logged).includes(JSON.stringify(id).slice(1, -1)), id).toBe(isGood);
      const [call] = await stack.upstream.calls();
      const sentUp = call?.headers['x-ms-client-request-id'];
      expect(sentUp === id, id).toBe(isGood);
      expect(sentUp).toMatch(/^[\w.-]{1,128}$/);
      expect(JSON.stringify(answer.headers).includes('level'), id).toBe(false);
    }
  },
);

const traceId = '0af7651916cd43dd8448eb211c80319c';
const badTraces = [
  `00-${traceId}`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-b7ad6b7169203331-01`,
  `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
  `00-${traceId}-b7ad6b7169203331-01-{"level":"error"}`,
  '00-../../x-b7ad6b7169203331-01',
  'x'.repeat(2_000),
];

it.each(eachRequest)('A61 %s neither logs nor passes on a traceparent that is none', async (_, request) => {
  for (const traceparent of badTraces) {
    await stack.upstream.reset();
    const logged = stack.log.length;
    await sendChanged(stack, toUnseen(request), { headers: { traceparent, tracestate: 'canary=1' } });
    const said = readLog(logged) + JSON.stringify((await stack.upstream.calls()).map(({ headers }) => headers));
    expect(stack.log).toHaveLength(logged + 1);
    expect(said).not.toContain(traceparent);
    expect(said).not.toMatch(/level|canary/);
  }
});

/** One canary for each kind of secret that the specification has. */
const canary = (kind: string) => `canary-${kind}-S3cr3t/Va+lue=`;
const jobKinds = [
  'apiKey',
  'password',
  'refreshToken',
  'accountKey',
  'sharedAccessPolicyKey',
  'inputKey',
  'inputPassword',
  'bindingKey',
  'storageKey',
];

function withSecrets(): Record<string, unknown> {
  const serialization = { type: 'Json', properties: { encoding: 'UTF8' } };
  const output = (name: string, type: string, properties: object) => ({
    name,
    properties: { serialization, datasource: { type, properties } },
  });
  return {
    location: 'westeurope',
    properties: {
      sku: { name: 'Standard' },
      jobStorageAccount: { accountName: 'a', accountKey: canary('storageKey') },
      inputs: [
        {
          name: 'blob',
          properties: {
            type: 'Stream',
            serialization,
            datasource: {
              type: 'Vendor.Storage/Blob',
              properties: {
                storageAccounts: [{ accountName: 'a', accountKey: canary('inputKey') }],
                container: 'c',
                pathPattern: 'p',
              },
            },
          },
        },
        {
          name: 'sql',
          properties: {
            type: 'Reference',
            serialization,
            datasource: {
              type: 'Vendor.Sql/Server/Database',
              properties: {
                server: 's',
                database: 'd',
                user: 'u',
                password: canary('inputPassword'),
                fullSnapshotQuery: 'select 1',
              },
            },
          },
        },
      ],
      outputs: [
        output('sql', 'Vendor.Sql/Server/Database', {
          server: 's',
          database: 'd',
          table: 't',
          user: 'u',
          password: canary('password'),
        }),
        output('bi', 'BiDashboard', { dataset: 'd', table: 't', refreshToken: canary('refreshToken') }),
        output('table', 'Vendor.Storage/Table', {
          accountName: 'a',
          accountKey: canary('accountKey'),
          table: 't',
          partitionKey: 'p',
          rowKey: 'r',
          batchSize: 1,
        }),
        output('queue', 'Vendor.ServiceBus/Queue', {
          queueName: 'q',
          serviceBusNamespace: 'b',
          sharedAccessPolicyName: 'n',
          sharedAccessPolicyKey: canary('sharedAccessPolicyKey'),
        }),
        output('function', 'Vendor.FunctionApp', { functionAppName: 'f', functionName: 'n', apiKey: canary('apiKey') }),
      ],
      functions: [
        {
          name: 'score',
          properties: {
            type: 'Scalar',
            properties: {
              inputs: [{ dataType: 'any' }],
              output: { dataType: 'any' },
              binding: {
                type: 'Vendor.MachineLearning/WebService',
                properties: { endpoint: 'https://ml.example', apiKey: canary('bindingKey') },
              },
            },
          },
        },
      ],
    },
  };
}

const secretBodies: readonly (readonly [string, ValidRequest, Record<string, unknown>, readonly string[]])[] = [
  [
    'createOrUpdateAuthorization',
    putAuthorization,
    {
      properties: {
        authorizationType: 'OAuth2',
        oauth2grantType: 'ClientCredentials',
        parameters: {
          clientId: 'c',
          clientSecret: canary('clientSecret'),
          nested: { private_key: canary('privateKey') },
        },
      },
    },
    ['clientSecret', 'privateKey'],
  ],
  ['createOrReplaceStreamingJob', putJob, withSecrets(), jobKinds],
];

it.each(secretBodies)(
  'A62 %s answers and logs none of the secrets that it was sent',
  async (_, request, body, kinds) => {
    await stack.upstream.reset();
    const logged = stack.log.length;
    const answer = await expectGranted(stack, request, { body });
    const [call] = await stack.upstream.calls();
    for (const kind of kinds) {
      expect(call?.body).toContain(canary(kind));
      expect(answer.text + JSON.stringify(answer.headers) + readLog(logged)).not.toContain(canary(kind));
    }
  },
);

/** Ways in which an upstream repeats what it was sent. */
const echoes: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in quotes': (secret) => `the value '${secret}' is wrong`,
  'as JSON text': (secret) => JSON.stringify({ clientSecret: secret }),
  percent_encoded: (secret) => encodeURIComponent(secret),
  'across the end of what is passed on': (secret) => 'x'.repeat(1_990) + secret,
};

it.each(
  secretBodies.flatMap(([name, ...rest]) =>
    Object.entries(echoes).map(([how, echo]) => [name, how, echo, ...rest] as const),
  ),
)(
  'A62 %s: an error in which the upstream repeats the secrets %s is relayed with them masked',
  async (_, __, echo, request, body, kinds) => {
    const said = (kind: string) => echo(canary(kind));
    for (const kind of kinds) {
      await failNext(400, {
        error: {
          code: 'BadRequest',
          message: said(kind),
          target: said(kind),
          details: [
            { code: said(kind), message: said(kind), target: 'x', details: [{ code: 'c', message: said(kind) }] },
          ],
          additionalInfo: [{ type: said(kind), info: { [said(kind)]: 1, text: said(kind), list: [said(kind)] } }],
        },
      });
      const logged = stack.log.length;
      const answer = await sendChanged(stack, request, { body });
      expect(answer.status).toBe(400);
      const all = answer.text + JSON.stringify(answer.headers) + readLog(logged);
      expect(all).not.toContain(echo(canary(kind)).slice(-24));
      expect(all).not.toContain(canary(kind).slice(0, 10));
    }
  },
);

it('A62 a refusal of Frontdesk’s own repeats no secret', async () => {
  const logged = stack.log.length;
  const body = withSecrets();
  const wrong = { ...body, location: 5, tags: { a: 5 } };
  const answers = [
    await sendChanged(stack, putJob, { body: wrong }),
    await sendChanged(stack, putJob, { body: JSON.stringify(body).slice(0, -1) }),
    await sendChanged(stack, putJob, { body, query: '?api-version=1' }),
    await sendChanged(stack, putJob, { body: JSON.stringify(body).replace('"apiKey"', '"name":1,"name":2,"apiKey"') }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(answers.map(({ text }) => text).join() + readLog(logged)).not.toContain('canary');
});

it('A63 the copy token stands in its answer alone, which nobody may store', async () => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const rows = await listRows(stack);
  const answer = await expectGranted(stack, authorizeCopy);
  const { accessToken } = answer.json;
  expect(accessToken).toMatch(/^.{20,}$/);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(JSON.stringify(answer.headers) + readLog(logged)).not.toContain(accessToken);
  expect(await listRows(stack)).toEqual(rows);
  const again = await expectGranted(stack, authorizeCopy);
  expect(again.json.accessToken).not.toBe(accessToken);
});

it('A63 no row of the table holds what a caller or an upstream keeps to itself', async () => {
  await stack.upstream.reset();
  const token = await stack.issueToken({ roles: [listEvents.role] });
  await expectGranted(stack, toUnseen(listEvents), { token });
  const names = new Set<string>();
  for await (const row of openCacheTable(stack).listEntities()) {
    for (const [name, value] of Object.entries(row)) {
      names.add(name.replace(/\d+$/, ''));
      expect(String(value)).not.toMatch(/eyJ|c0a70500|subscriptions/);
    }
  }
  expect(
    [...names].filter(
      (name) =>
        !/^(?:odata|etag|partitionKey|rowKey|timestamp|version|fetchedAt|expiresAt|length|digest|content|leasedUntil)/.test(
          name,
        ),
    ),
  ).toEqual([]);
});

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
