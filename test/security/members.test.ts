import { expect, it } from 'vitest';
import { protectionUnits } from '../../dev/seed.ts';
import { expectGranted, expectRefused, unlimited } from '../support/abuse.ts';
import type { TestResponse } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import { authorizeCopy, putDiagnostic, putJob, searchPoints } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

const INVALID = { status: 400, code: 'invalid_request' } as const;
const TOO_LARGE = { status: 413, code: 'content_too_large' } as const;

const KIB = 1024;

/** Returns the paths that a refusal names, in any error shape. */
function targetsOf({ text }: TestResponse, names: readonly string[]): string[] {
  return names.filter((name) => text.includes(name));
}

it('S3-17 modelId follows its pattern to the last character (A50)', async () => {
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

it('S3-08, S3-37 a search names 1 to 20 units, one with a query, and no unit twice or in another form (A51)', async () => {
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

it('C-22 a query expression is one line of at most 4 KiB, with its quotes and parentheses closed (A52)', async () => {
  const expression = (queryExpression: unknown) => ({
    body: {
      ...searchPoints.body,
      protectionUnitIds: [protectionUnits.shopSite],
      artifactQuery: { queryExpression, artifactType: 'message' },
    },
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
    ].map(expression),
    ...INVALID,
  });
  await expectRefused(stack, searchPoints, { attacks: [expression(long(100 * KIB))], ...TOO_LARGE });
});

it('A53 the numbers of a streaming job are within their ranges', async () => {
  const job = (member: string) => ({
    body: JSON.stringify(putJob.body).replace('"sku"', `${member},"sku"`),
  });
  const delay = (value: string) => job(`"eventsLateArrivalMaxDelayInSeconds":${value}`);
  await expectGranted(stack, putJob, delay('-1'));
  await expectRefused(stack, putJob, {
    twin: delay('1814399'),
    attacks: ['1814400', '-2', '"5"', '1.5', 'true', '[]', '1e300'].map(delay),
    ...INVALID,
  });
  await expectRefused(stack, putJob, {
    attacks: ['1e400', '-1e999', '9007199254740993', '1e-400', '5.00000000000000000001'].map(delay),
    ...INVALID,
  });
});

/** Returns a job with one output with these properties. */
function withOutput(type: string, properties: object) {
  const datasource = { type, properties };
  const outputs = [
    { name: 'out', properties: { datasource, serialization: { type: 'Json', properties: { encoding: 'UTF8' } } } },
  ];
  return { body: { ...putJob.body, properties: { sku: { name: 'Standard' }, outputs } } };
}

const sql = { server: 's', database: 'd', table: 't', user: 'u', password: 'p' };

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
])('A55b an output to %s requires its secrets, and the error names them', async (type, properties, needed) => {
  for (const name of needed) {
    const { [name]: _, ...rest } = properties as Record<string, unknown>;
    const target = `properties.outputs[0].properties.datasource.properties.${name}`;
    const [response] = await expectRefused(stack, putJob, {
      twin: withOutput(type, properties),
      attacks: [withOutput(type, rest), withOutput(type, { ...rest, [name]: null })],
      ...INVALID,
    });
    expect(response && targetsOf(response, [target])).toEqual([target]);
  }
});

it('every invalid member is named at once, and no given value is repeated', async () => {
  const canary = 'canary-of-a-value';
  const [response] = await expectRefused(stack, putDiagnostic, {
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
  const targets = response?.json.error.details.map(({ target }: { target: string }) => target);
  expect(targets.sort()).toEqual(
    ['alwaysLog', 'loggerId', 'sampling.percentage', 'sampling.samplingType', 'verbosity'].map(
      (name) => `properties.${name}`,
    ),
  );
});
