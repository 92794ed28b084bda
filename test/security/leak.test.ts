import { expect, it } from 'vitest';
import { expectGranted, listRows, openCacheTable, readLog, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  listEvents,
  putAuthorization,
  putJob,
  readItem,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

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

it('A61 a well-formed correlation id is relayed, any other replaced', async () => {
  for (const id of ['b3f1c0de-0000-4000-8000-000000000001', 'a.b_c-1', ...badIds]) {
    const isGood = /^[\w.-]{1,128}$/.test(id);
    await stack.upstream.reset();
    const logged = stack.log.length;
    const bytes = Buffer.from(id).toString('latin1');
    const response = await sendChanged(stack, readItem, { headers: { 'x-ms-client-request-id': bytes } });
    // The host refuses some before anyone sees them: control characters that are no tab.
    if (response.text === '' && response.status === 400) continue;
    const records = stack.log.slice(logged);
    expect(records, id).toHaveLength(1);
    expect(readLog(stack, logged).includes(JSON.stringify(id).slice(1, -1)), id).toBe(isGood);
    const [call] = await stack.upstream.calls();
    const sentUp = call?.headers['x-ms-client-request-id'];
    expect(sentUp === id, id).toBe(isGood);
    expect(sentUp).toMatch(/^[\w.-]{1,128}$/);
    expect(JSON.stringify(response.headers).includes('level'), id).toBe(false);
  }
});

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

it('A61 an invalid traceparent is neither logged nor relayed', async () => {
  for (const traceparent of badTraces) {
    await stack.upstream.reset();
    const logged = stack.log.length;
    await sendChanged(stack, readItem, { headers: { traceparent, tracestate: 'canary=1' } });
    const said = readLog(stack, logged) + JSON.stringify((await stack.upstream.calls()).map(({ headers }) => headers));
    expect(stack.log).toHaveLength(logged + 1);
    expect(said).not.toContain(traceparent);
    expect(said).not.toMatch(/level|canary/);
  }
});

it('A61 no correlation id is taken from a header that is not specified', async () => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const names = [
    'x-correlation-id',
    'x-request-id',
    'request-id',
    'x-ms-request-id',
    'x-ms-correlation-request-id',
    'x-amzn-trace-id',
  ];
  await sendChanged(stack, readItem, { headers: Object.fromEntries(names.map((name) => [name, 'canary'])) });
  const calls = await stack.upstream.calls();
  expect(calls).toHaveLength(1);
  expect(readLog(stack, logged) + JSON.stringify(calls)).not.toContain('canary');
});

/** One canary for each kind of secret in the specification. */
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
  'A62 %s returns and logs none of the secrets that it received',
  async (_, request, body, kinds) => {
    await stack.upstream.reset();
    const logged = stack.log.length;
    const response = await expectGranted(stack, request, { body });
    const [call] = await stack.upstream.calls();
    for (const kind of kinds) {
      expect(call?.body).toContain(canary(kind));
      expect(response.text + JSON.stringify(response.headers) + readLog(stack, logged)).not.toContain(canary(kind));
    }
  },
);

it.each(secretBodies)('A62 %s removes secrets from a response that repeats them', async (_, request, body, kinds) => {
  await stack.upstream.reset();
  await stack.upstream.fault({ fault: { kind: 'patch', body } });
  const logged = stack.log.length;
  const response = await expectGranted(stack, request, { body });
  expect(Object.keys(response.json.properties)).toEqual(
    expect.arrayContaining(Object.keys(body['properties'] as object)),
  );
  for (const kind of kinds) expect(response.text + readLog(stack, logged)).not.toContain(canary(kind));
});

/** Ways in which an upstream repeats what it received. */
const echoes: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in quotes': (secret) => `the value '${secret}' is wrong`,
  'as JSON text': (secret) => JSON.stringify({ clientSecret: secret }),
  'percent-encoded': (secret) => encodeURIComponent(secret),
  'across the end of what is passed on': (secret) => 'x'.repeat(1_990) + secret,
};

it.each(
  secretBodies.flatMap(([name, ...rest]) =>
    Object.entries(echoes).map(([how, echo]) => [name, how, echo, ...rest] as const),
  ),
)(
  'A62 %s: an error in which the upstream repeats the secrets %s is relayed with them redacted',
  async (_, __, echo, request, body, kinds) => {
    const said = (kind: string) => echo(canary(kind));
    for (const kind of kinds) {
      const error = {
        code: 'BadRequest',
        message: said(kind),
        target: said(kind),
        details: [
          { code: said(kind), message: said(kind), target: 'x', details: [{ code: 'c', message: said(kind) }] },
        ],
        additionalInfo: [{ type: said(kind), info: { [said(kind)]: 1, text: said(kind), list: [said(kind)] } }],
      };
      await stack.upstream.reset();
      await stack.upstream.fault({ fault: { kind: 'status', status: 400, body: { error } } });
      const logged = stack.log.length;
      const response = await sendChanged(stack, request, { body });
      expect(response.status).toBe(400);
      const all = response.text + JSON.stringify(response.headers) + readLog(stack, logged);
      expect(all).not.toContain(echo(canary(kind)).slice(-24));
      expect(all).not.toContain(canary(kind).slice(0, 10));
    }
  },
);

it('A62 a refusal of Frontdesk’s own repeats no secret', async () => {
  const logged = stack.log.length;
  const body = withSecrets();
  const wrong = { ...body, location: 5, tags: { a: 5 } };
  const responses = [
    await sendChanged(stack, putJob, { body: wrong }),
    await sendChanged(stack, putJob, { body: JSON.stringify(body).slice(0, -1) }),
    await sendChanged(stack, putJob, { body, query: '?api-version=1' }),
    await sendChanged(stack, putJob, { body: JSON.stringify(body).replace('"apiKey"', '"name":1,"name":2,"apiKey"') }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(responses.map(({ text }) => text).join() + readLog(stack, logged)).not.toContain('canary');
});

it('A63 the copy token is only in its response, which says no-store', async () => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const rows = await listRows(stack);
  const response = await expectGranted(stack, authorizeCopy);
  const { accessToken } = response.json;
  expect(accessToken).toMatch(/^.{20,}$/);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(JSON.stringify(response.headers) + readLog(stack, logged)).not.toContain(accessToken);
  expect(await listRows(stack)).toEqual(rows);
  const again = await expectGranted(stack, authorizeCopy);
  expect(again.json.accessToken).not.toBe(accessToken);
});

it('A63 no row of the table contains private data of a caller or an upstream', async () => {
  await stack.upstream.reset();
  const token = await stack.issueToken({ roles: [listEvents.role] });
  await expectGranted(stack, toUnseen(listEvents), { token });
  const names = new Set<string>();
  for await (const row of openCacheTable(stack).listEntities()) {
    // The key of page tokens: it is random, and no caller's.
    if (row.partitionKey === 'page-key') continue;
    for (const [name, value] of Object.entries(row)) {
      names.add(name.replace(/\d+$/, ''));
      // The mark of a written resource.
      if (name === 'id') expect(value).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(String(value)).not.toMatch(/eyJ|c0a70500|subscriptions/);
    }
  }
  const known =
    /^(?:odata|etag|partitionKey|rowKey|timestamp|version|fetchedAt|expiresAt|length|digest|content|leasedUntil|id$)/;
  expect([...names].filter((name) => !known.test(name))).toEqual([]);
});
