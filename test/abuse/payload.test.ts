import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { protectionUnits } from '../../dev/seed.ts';
import {
  expectGranted,
  expectNoStall,
  expectRefused,
  expectUntouched,
  sendChanged,
  unlimited,
} from '../support/abuse.ts';
import type { Answer } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  eachWithBody,
  putDiagnostic,
  putJob,
  searchPoints,
  toPath,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { sendRaw } from './raw.ts';

const stack = await startStack({ settings: unlimited });

const INVALID = { status: 400, code: 'invalid_request' } as const;
const NOT_JSON = { status: 400, code: 'invalid_json' } as const;
const TOO_LARGE = { status: 413, code: 'content_too_large' } as const;
const WRONG_TYPE = { status: 415, code: 'unsupported_media_type' } as const;

const KIB = 1024;

/** The valid content as text, with one more member of this JSON text in front. */
function withMember({ body }: ValidRequest, member: string): string {
  return JSON.stringify(body).replace('{', `{${member},`);
}

/** The valid content, padded with blanks to this many bytes. */
function padTo({ body }: ValidRequest, bytes: number): string {
  return JSON.stringify(body).padEnd(bytes, ' ');
}

function nest(levels: number, open = '{"a":', close = '}'): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

/** The paths that a refusal names, in whichever shape. */
function targetsOf({ text }: Answer, names: readonly string[]): string[] {
  return names.filter((name) => text.includes(name));
}

it.each(eachWithBody)(
  'A43 %s refuses content nested deeper than 32 levels, and does not stand still over it',
  async (_, request) => {
    const twin = { body: withMember(request, `"x":${nest(31)}`) };
    await expectNoStall(async () => {
      await expectRefused(stack, request, {
        twin,
        attacks: [
          withMember(request, `"x":${nest(32)}`),
          withMember(request, `"x":${nest(16, '[{"a":', '}]')}`),
          '['.repeat(60_000),
          '{"a":'.repeat(12_000),
          nest(5_000, '[', ']'),
          `"${'['.repeat(10)}",`.repeat(100) + nest(100),
        ].map((body) => ({ body })),
        status: 400,
        code: 'json_too_deep',
      });
    });
  },
);

it('A43 131 072 opening brackets are refused like any other depth', async () => {
  await expectNoStall(async () => {
    await expectRefused(stack, putJob, {
      attacks: [{ body: '['.repeat(131_072) }],
      status: 400,
      code: 'json_too_deep',
    });
  });
});

it('A43 brackets inside a string nest nothing', async () => {
  await expectGranted(stack, putJob, { body: { ...putJob.body, tags: { text: `${'['.repeat(200)}"\\"{{{` } } });
});

it.each(eachWithBody)('A44 %s takes content up to its cap and not a byte more', async (_, request) => {
  const cap = request === putJob ? 1024 * KIB : 64 * KIB;
  await expectRefused(stack, request, {
    twin: { body: padTo(request, cap) },
    attacks: [padTo(request, cap + 1), padTo(request, cap + 64 * KIB), 'x'.repeat(cap + KIB), '['.repeat(cap + 1)].map(
      (body) => ({ body }),
    ),
    ...TOO_LARGE,
  });
});

// Functions host 3.12: a chunked body never reaches a function.
it.each(eachWithBody)('A44 %s sent in chunks comes without content through the host: 400', async (_, request) => {
  const token = await stack.issueToken({ roles: [request.role] });
  const head = `${request.method} ${toPath(request)}${request.query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const content = JSON.stringify(request.body);
  await expectUntouched(stack, async () => {
    const answer = await sendRaw(
      stack.url,
      `${head}Transfer-Encoding: chunked\r\n\r\n${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('invalid_json');
  });
});

it.each(eachWithBody)(
  'A44 %s with a Content-Length that is less than its content reads no more than that',
  async (_, request) => {
    const token = await stack.issueToken({ roles: [request.role] });
    const content = JSON.stringify(request.body);
    const head = `${request.method} ${toPath(request)}${request.query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${content.length - 1}\r\n`;
    await expectUntouched(stack, async () => {
      const answers = await sendRaw(stack.url, `${head}\r\n${content}\r\n\r\n`);
      expect(answers).toMatch(/^HTTP\/1\.1 400 /);
      expect(answers).not.toMatch(/HTTP\/1\.1 [235]/);
    });
  },
);

it.each(eachWithBody)('A46 %s inflates nothing: content with an encoding is 415', async (_, request) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const encodings = [
    'gzip',
    'br',
    'deflate',
    'identity, gzip',
    'gzip, identity',
    'x-gzip',
    'zstd',
    'identity,identity',
    '*',
    'none',
  ];
  await expectRefused(stack, request, {
    twin: { headers: { 'content-encoding': 'identity' } },
    attacks: [
      { body: bomb, headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } },
      ...encodings.map((encoding) => ({ headers: { 'content-encoding': encoding } })),
    ],
    ...WRONG_TYPE,
  });
});

it.each(eachWithBody)('A47 %s takes JSON in UTF-8 alone', async (_, request) => {
  const types = [
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json;charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json;charset="utf-7"',
    'application/jsonx',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/json, text/html',
    'application/json;charset=utf-8;charset=utf-16',
    'text/json',
    '*/*',
  ];
  await expectRefused(stack, request, {
    twin: { headers: { 'content-type': 'Application/JSON; Charset=UTF-8' } },
    attacks: types.map((type) => ({ headers: { 'content-type': type } })),
    ...WRONG_TYPE,
  });
});

it.each(eachWithBody)('A48 %s refuses __proto__ however it is written, at every depth', async (_, request) => {
  const names = ['__proto__', '\\u005f_proto__', '__proto\\u005f\\u005F'];
  await expectRefused(stack, request, {
    attacks: names.flatMap((name) => [
      { body: withMember(request, `"${name}":{"polluted":true}`) },
      { body: withMember(request, `"x":[{"y":{"${name}":null}}]`) },
    ]),
    ...NOT_JSON,
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it.each(eachWithBody)('A48 %s passes other names of the prototype on as plain members', async (_, request) => {
  await stack.upstream.reset();
  const member =
    '"x":{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":false,"valueOf":null}';
  await expectGranted(stack, request, { body: withMember(request, member) });
  expect((await stack.upstream.calls()).at(-1)?.body).toContain(member);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it.each(eachWithBody)(
  'A49 %s refuses a member that is given twice, at every depth and in every spelling',
  async (_, request) => {
    const [first = ''] = Object.keys(request.body ?? {});
    const escaped = `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${first.slice(1)}`;
    await expectRefused(stack, request, {
      twin: { body: withMember(request, '"x":{"a":1},"y":{"a":1}') },
      attacks: [
        withMember(request, `"${first}":"../../x"`),
        withMember(request, `"${escaped}":"../../x"`),
        withMember(request, '"x":{"a":1,"a":1}'),
        withMember(request, '"x":[{"a":1,"b":{"a":2},"\\u0061":1}]'),
        withMember(request, '"":1,"":2'),
      ].map((body) => ({ body })),
      status: 400,
      code: 'duplicate_member',
    });
  },
);

it('A50 modelId follows its pattern to the last character', async () => {
  const model = (modelId: unknown) => ({ body: { modelId } });
  await expectRefused(stack, authorizeCopy, {
    twin: model('m'.repeat(64)),
    attacks: [
      'm',
      'm'.repeat(65),
      '.model',
      '..',
      '-model',
      'model ',
      'model\n',
      ' model',
      'mo del',
      'mod/el',
      'mod%2Fel',
      'möbel',
      'ｍodel',
      'model\u0000',
      '',
      5,
      null,
      ['model'],
      { toString: 'model' },
    ].map(model),
    ...INVALID,
  });
});

it('A51 a search names 1 to 20 units, one with a query, and no unit twice or in another form', async () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, at) => `9a700000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  const search = (protectionUnitIds: unknown, more: object = {}) => ({
    body: { ...searchPoints.body, protectionUnitIds, ...more },
  });
  const query = { artifactQuery: { queryExpression: "Sender -eq 'a@example.com'", artifactType: 'message' } };
  await expectGranted(stack, searchPoints, search([protectionUnits.mailbox], query));
  await expectRefused(stack, searchPoints, {
    twin: search(ids(20)),
    attacks: [
      search(ids(21)),
      search([]),
      search(ids(2), query),
      search(Array.from({ length: 20 }, () => protectionUnits.shopSite)),
      search([`${protectionUnits.shopSite}/../x`]),
      search(['x'.repeat(5_000)]),
      search(['a\u0000b']),
      search(['']),
      search([5]),
      search([null]),
      search(protectionUnits.shopSite),
      search({ 0: protectionUnits.shopSite, length: 1 }),
    ],
    ...INVALID,
  });
});

it('A52 a query expression is one line of at most 4 KiB, its quotes and parentheses closed', async () => {
  const expression = (queryExpression: unknown) => ({
    body: { ...searchPoints.body, artifactQuery: { queryExpression, artifactType: 'message' } },
  });
  const long = (length: number) => `Subject -eq '${'x'.repeat(length - "Subject -eq ''".length)}'`;
  await expectGranted(stack, searchPoints, expression("(Sender -eq 'it''s (a') -and (Subject -like '*)*')"));
  await expectRefused(stack, searchPoints, {
    twin: expression(long(4_096)),
    attacks: [
      long(4_097),
      "Sender -eq 'a",
      "Sender -eq a'",
      "(Sender -eq 'a'",
      "Sender -eq 'a')",
      ")Sender -eq 'a'(",
      "Sender -eq 'a'\n",
      "Sender -eq 'a\u0000'",
      "Sender\r-eq 'a'",
      5,
      null,
    ].map(expression),
    ...INVALID,
  });
  await expectRefused(stack, searchPoints, { attacks: [expression(long(100 * KIB))], ...TOO_LARGE });
});

it('A53 the numbers of a streaming job keep to their ranges', async () => {
  const job = (member: string) => ({
    body: JSON.stringify(putJob.body).replace('"sku"', `${member},"sku"`),
  });
  const delay = (value: string) => job(`"eventsLateArrivalMaxDelayInSeconds":${value}`);
  await expectGranted(stack, putJob, delay('-1'));
  await expectRefused(stack, putJob, {
    twin: delay('1814399'),
    attacks: ['1814400', '-2', '"5"', '1.5', 'null', 'true', '[]', '1e300'].map(delay),
    ...INVALID,
  });
  await expectRefused(stack, putJob, {
    attacks: ['1e400', '-1e999', '9007199254740993', '0.10000000000000000000001'].map(delay),
    ...NOT_JSON,
  });
});

/** A job with one output whose properties are changed. */
function withOutput(type: string, properties: object) {
  const datasource = { type, properties };
  const outputs = [
    { name: 'out', properties: { datasource, serialization: { type: 'Json', properties: { encoding: 'UTF8' } } } },
  ];
  return { body: { ...putJob.body, properties: { sku: { name: 'Standard' }, outputs } } };
}

const sql = { server: 's', database: 'd', table: 't', user: 'u', password: 'p' };

it('A53 maxWriterCount is 0 or 1, and a binding’s batchSize 1 to 10 000', async () => {
  const output = (maxWriterCount: unknown) => withOutput('Vendor.Sql/Server/Database', { ...sql, maxWriterCount });
  await expectRefused(stack, putJob, {
    twin: output(1),
    attacks: [2, -1, 0.5, '1', null, true].map(output),
    ...INVALID,
  });
  const scored = (batchSize: unknown) => {
    const binding = {
      type: 'Vendor.MachineLearning/WebService',
      properties: { endpoint: 'https://ml.example', batchSize },
    };
    const functions = [{ name: 'score', properties: { type: 'Scalar', properties: { binding } } }];
    return { body: { ...putJob.body, properties: { sku: { name: 'Standard' }, functions } } };
  };
  await expectRefused(stack, putJob, {
    twin: scored(10_000),
    attacks: [0, 10_001, 1.5, '5', null].map(scored),
    ...INVALID,
  });
});

it('A54 If-None-Match other than * is 412 before the upstream is asked', async () => {
  const ifNoneMatch = (value: string) => ({ headers: { 'if-none-match': value } });
  const answers = await expectRefused(stack, putJob, {
    twin: ifNoneMatch('*'),
    attacks: ['"abc"', 'abc', 'W/"abc"', '*, "abc"', '"*"', '**', '* *'].map(ifNoneMatch),
    status: 412,
    code: 'precondition_failed',
  });
  for (const { headers } of answers) expect(headers['x-frontdesk-outcome']).toBe('not-sent');
});

it('A54 both preconditions together are 400; If-None-Match: * goes up', async () => {
  await expectRefused(stack, putJob, {
    attacks: [
      { headers: { 'if-match': 'abc', 'if-none-match': '*' } },
      { headers: { 'if-match': '*', 'if-none-match': '"abc"' } },
    ],
    ...INVALID,
  });
  await stack.upstream.reset();
  await expectGranted(stack, putJob, { headers: { 'if-none-match': '*' } });
  expect((await stack.upstream.calls())[0]?.headers).toMatchObject({ 'if-none-match': '*' });
  const again = await sendChanged(stack, putJob, { headers: { 'if-none-match': '*' } });
  expect(again.status).toBe(412);
});

it.each(eachWithBody)(
  'A55 %s takes well-formed JSON in UTF-8 alone, and quotes nothing of what it was sent',
  async (_, request) => {
    const text = JSON.stringify(request.body);
    const canary = 'canary-of-content';
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
    const bodies = [
      `\uFEFF${text}`,
      bytes(withMember(request, '"x":"').slice(0, 6), [0xc3, 0x28], `",${text.slice(1)}`),
      bytes('{"x":"', [0xe2, 0x82], '"}'),
      bytes('{"x":"', [0xed, 0xa0, 0x80], '"}'),
      bytes('{"x":"', [0xc0, 0xaf], '"}'),
      bytes('{"x":"', [0xff, 0xfe], '"}'),
      Buffer.from(text, 'utf16le'),
      withMember(request, '"x":NaN'),
      withMember(request, '"x":Infinity'),
      withMember(request, '"x":01'),
      withMember(request, '"x":.5'),
      withMember(request, '"x":+1'),
      withMember(request, '"x":0x10'),
      withMember(request, `"x":'${canary}'`),
      withMember(request, '"x":undefined'),
      withMember(request, '"x":"\\ud800"'),
      withMember(request, '"\\udc00":1'),
      withMember(request, '"x":"a\nb"'),
      withMember(request, '"x":"\\x41"'),
      `${text.slice(0, -1)},}`,
      `/* ${canary} */${text}`,
      `${text} ${canary}`,
      `${text}${text}`,
      text.slice(0, -1),
      `{"${canary}`,
      canary,
      '',
      ' ',
    ];
    const answers = await expectRefused(stack, request, {
      twin: { body: ` \r\n\t${text}\n` },
      attacks: bodies.map((body) => ({ body, headers: { 'content-type': 'application/json' } })),
      hidden: [canary],
      ...NOT_JSON,
    });
    for (const { text: answer } of answers) expect(answer).not.toMatch(/position|token|Unexpected|JSON\.parse/);
  },
);

it.each(eachWithBody)('A55 %s takes an object: any other JSON is 400', async (_, request) => {
  await expectRefused(stack, request, {
    attacks: ['null', 'true', '0', '"text"', '[]', `[${JSON.stringify(request.body)}]`].map((body) => ({ body })),
    ...INVALID,
  });
});

it('A55b what a job’s settings require is named with its path', async () => {
  const job = (more: object) => ({ body: { ...putJob.body, properties: { sku: { name: 'Standard' }, ...more } } });
  const account = { accountName: 'a', accountKey: 'k' };
  const [storage] = await expectRefused(stack, putJob, {
    twin: job({ contentStoragePolicy: 'JobStorageAccount', jobStorageAccount: account }),
    attacks: [
      job({ contentStoragePolicy: 'JobStorageAccount' }),
      job({ contentStoragePolicy: 'JobStorageAccount', jobStorageAccount: null }),
    ],
    ...INVALID,
  });
  expect(storage?.json.error.details).toEqual([
    expect.objectContaining({
      target: 'properties.jobStorageAccount',
      message: expect.stringContaining('JobStorageAccount'),
    }),
  ]);
  const [start] = await expectRefused(stack, putJob, {
    twin: job({ outputStartMode: 'CustomTime', outputStartTime: '2026-03-04T05:06:07Z' }),
    attacks: [job({ outputStartMode: 'CustomTime' }), job({ outputStartMode: 'CustomTime', outputStartTime: 'soon' })],
    ...INVALID,
  });
  expect(start?.json.error.details).toEqual([expect.objectContaining({ target: 'properties.outputStartTime' })]);
});

it.each([
  ['Vendor.Sql/Server/Database', sql, ['password', 'user', 'server']],
  ['Vendor.Sql/Server/DataWarehouse', sql, ['password']],
  [
    'Vendor.ServiceBus/Queue',
    { queueName: 'q', serviceBusNamespace: 'b', sharedAccessPolicyName: 'n', sharedAccessPolicyKey: 'k' },
    ['sharedAccessPolicyKey', 'queueName'],
  ],
  [
    'Vendor.ServiceBus/Topic',
    { topicName: 'q', serviceBusNamespace: 'b', sharedAccessPolicyName: 'n', sharedAccessPolicyKey: 'k' },
    ['sharedAccessPolicyKey', 'topicName'],
  ],
  [
    'Vendor.Storage/Table',
    { accountName: 'a', accountKey: 'k', table: 't', partitionKey: 'p', rowKey: 'r', batchSize: 1 },
    ['accountKey'],
  ],
  [
    'Vendor.DataLake/Accounts',
    { accountName: 'a', filePathPrefix: 'f', refreshToken: 't', tenantId: 'i' },
    ['refreshToken'],
  ],
  ['BiDashboard', { dataset: 'd', table: 't', refreshToken: 'r' }, ['refreshToken']],
])('A55b an output to %s needs its secrets, and says which', async (type, properties, needed) => {
  for (const name of needed) {
    const { [name]: _, ...rest } = properties as Record<string, unknown>;
    const target = `properties.outputs[0].properties.datasource.properties.${name}`;
    const [answer] = await expectRefused(stack, putJob, {
      twin: withOutput(type, properties),
      attacks: [withOutput(type, rest), withOutput(type, { ...rest, [name]: null })],
      ...INVALID,
    });
    expect(answer && targetsOf(answer, [target])).toEqual([target]);
  }
});

it('every failing member is named at once, and no given value is repeated', async () => {
  const canary = 'canary-of-a-value';
  const [answer] = await expectRefused(stack, putDiagnostic, {
    attacks: [
      {
        body: {
          properties: {
            loggerId: 5,
            verbosity: canary,
            sampling: { percentage: 101, samplingType: canary },
            alwaysLog: canary,
          },
        },
      },
    ],
    hidden: [canary],
    ...INVALID,
  });
  const targets = answer?.json.error.details.map(({ target }: { target: string }) => target);
  expect(targets.sort()).toEqual(
    ['alwaysLog', 'loggerId', 'sampling.percentage', 'sampling.samplingType', 'verbosity'].map(
      (name) => `properties.${name}`,
    ),
  );
});
