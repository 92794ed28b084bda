/** Members of bodies: that a contract's rule refuses a request before anything is sent. Each rule with its values: test/unit/contracts. */
import { expect, it } from 'vitest';
import { protectionUnits } from '../../dev/seed.ts';
import { expectRefused, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { authorizeCopy, putDiagnostic, putJob, searchPoints, type ValidRequest } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

const { shopSite, mailbox } = protectionUnits;
const search = (protectionUnitIds: unknown, queryExpression?: unknown) => ({
  ...searchPoints.body,
  protectionUnitIds,
  ...(queryExpression !== undefined && { artifactQuery: { queryExpression, artifactType: 'message' } }),
});
const units = (count: number) => Array.from({ length: count }, (_, at) => `unit-${at}`);
const inJob = (member: string) => JSON.stringify(putJob.body).replace('"sku"', `${member},"sku"`);
const delay = (value: string) => inJob(`"eventsLateArrivalMaxDelayInSeconds":${value}`);
const long = (length: number) => `Subject -eq '${'x'.repeat(length - "Subject -eq ''".length)}'`;
/** Returns a job with an output of this kind. */
const withOutput = (type: string, properties: object) => {
  const serialization = { type: 'Json', properties: { encoding: 'UTF8' } };
  const outputs = [{ name: 'out', properties: { datasource: { type, properties }, serialization } }];
  return { ...putJob.body, properties: { sku: { name: 'Standard' }, outputs } };
};
const sql = { server: 's', database: 'd', table: 't', user: 'u' };
const SQL = 'Vendor.Sql/Server/Database';

it.each<[string, ValidRequest, unknown, readonly unknown[]]>([
  [
    'S3-17 modelId follows its pattern to the last character (A50)',
    authorizeCopy,
    { modelId: 'm'.repeat(64) },
    ['m'.repeat(65), 'model\n', 'mod%2Fel', 'ｍodel', 'model\0', null, ['model'], { toString: 'model' }].map(
      (modelId) => ({ modelId }),
    ),
  ],
  [
    'S3-08, S3-37 a search names 1 to 20 units, one with a query, and no unit twice or in another form (A51)',
    searchPoints,
    search(units(20)),
    [
      ...[
        units(21),
        Array(20).fill(shopSite),
        [`${shopSite}/../x`],
        ['a\0b'],
        shopSite,
        { 0: shopSite, length: 1 },
      ].map((ids) => search(ids)),
      search(units(2), "Sender -eq 'a@example.com'"),
    ],
  ],
  [
    'C-22 a query expression is one line of at most 4 KiB, with its quotes and parentheses closed (A52)',
    searchPoints,
    search([mailbox], "(Sender -eq 'it''s (a') -and (Subject -like '*)*')"),
    [
      ...[long(4_097), "Sender -eq 'a", "Sender -eq a'", "(Sender -eq 'a'", "Sender -eq 'a')", ")Sender -eq 'a'("],
      ...["Sender -eq 'a'\n", "Sender -eq 'a\0'", 'Sender\r-eq', 5],
    ].map((expression) => search([mailbox], expression)),
  ],
  [
    'A53 the numbers of a streaming job are within their ranges',
    putJob,
    delay('1814399'),
    ['1814400', '"5"', '1.5', '1e300', '1e400', '9007199254740993', '1e-400', '5.00000000000000000001'].map(delay),
  ],
  [
    'A55b an output requires its secrets',
    putJob,
    withOutput(SQL, { ...sql, password: 'p' }),
    [withOutput(SQL, sql), withOutput(SQL, { ...sql, password: null })],
  ],
])('%s', async (_, request, twin, attacks) => {
  await expectRefused(stack, request, {
    twin: { body: twin },
    attacks: attacks.map((body) => ({ body })),
    ...{ status: 400, code: 'invalid_request' },
  });
});

it('every invalid member is named at once, and no given value is repeated', async () => {
  const canary = 'canary-of-a-value';
  const sampling = { percentage: 101, samplingType: canary };
  const [response] = await expectRefused(stack, putDiagnostic, {
    attacks: [{ body: { properties: { loggerId: 5, verbosity: canary, sampling, alwaysLog: canary } } }],
    hidden: [canary],
    ...{ status: 400, code: 'invalid_request' },
  });
  const targets = response?.json.error.details.map(({ target }: { target: string }) => target);
  expect(targets.sort()).toEqual(
    ['alwaysLog', 'loggerId', 'sampling.percentage', 'sampling.samplingType', 'verbosity'].map(
      (name) => `properties.${name}`,
    ),
  );
});
