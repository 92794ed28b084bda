/** Contracts of requests around the specified ones, and of queries. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../../functions/operations.ts';
import { compileOperation } from '../../../lib/compile-operation.ts';
import { filterExpression, nameList, wholeNumber } from '../../../lib/contracts/odata-query.ts';
import { listPaths } from '../../../lib/contracts/schema/annotations.ts';
import { BatchRequest, MAX_PARTS } from '../../../lib/http/batch.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { failuresOf, membersOf, testBodies } from './support.ts';

describe('a batch', () => {
  const { request } = BatchRequest;
  const part = { id: '1', method: 'GET', url: '/companies' };
  const repeat = (count: number) => ({
    requests: Array.from({ length: count }, (_, id) => ({ ...part, id: `${id}` })),
  });
  const parts = (...changes: object[]) => ({ requests: changes.map((change) => ({ ...part, ...change })) });

  const first = membersOf(request, repeat(1), 'requests.0');
  first.required('C-68', 'id method url');
  first.rule('C-68', 'id', [' ~', 'x'.repeat(64)], ['ä', '\u0000'], 'must be printable ASCII');
  first.rule('C-68', 'id', ['x'], [1], 'must be a string');
  first.rule('C-68', 'method', ['GET', 'get'], ['GET ', ''], 'must be 1 to 16 letters');

  testBodies([
    ['one part (C-68)', request, repeat(1)],
    ['twenty parts (C-68)', request, repeat(MAX_PARTS)],
    ['no part (C-68)', request, repeat(0), 'requests: must not be empty'],
    ['too many parts (C-68)', request, repeat(21), 'requests: must have at most 20 elements'],
    ['no empty id (C-68)', request, parts({ id: '' }), 'requests.0.id: must not be empty'],
    ['no long id (C-68)', request, parts({ id: 'x'.repeat(65) }), 'requests.0.id: must have at most 64 characters'],
    ['an id twice (C-68)', request, parts({}, {}), 'requests.1.id: must be unique in the batch'],
    ['ids that differ by case (C-68)', request, parts({ id: 'a' }, { id: 'A' })],
    ['members that only OData has (C-68)', request, parts({ atomicityGroup: 'g', if: '$a eq 1' })],
    ['nulls (C-68)', request, parts({ headers: null, body: null, dependsOn: null })],
  ]);
});

function compile(name: string) {
  const definition = operations.find((operation) => operation.name === name);
  return compileOperation(definition as (typeof operations)[number], PROFILES.vendor);
}

const consentCode = compile('confirmAuthorizationConsentCode').request.body as z.ZodType;
const links = compile('getAuthorizationLoginLinks');
const start = compile('startStreamingJob').request.body as z.ZodType;
const query = compile('listSubscriptionHealthEvents').request.query as z.ZodType;

const TIME = 'outputStartTime: is required when outputStartMode is CustomTime';
const LENGTH = 'consentCode: must have 1 to 4096 characters';
const body = links.request.body as z.ZodType;

it.each<[rule: string, schema: z.ZodType, value: unknown, ...failures: string[]]>([
  ['the shortest code (R-07)', consentCode, { consentCode: 'x' }],
  ['the longest code (R-07)', consentCode, { consentCode: 'x'.repeat(4096) }],
  ['no code (R-07)', consentCode, { consentCode: '' }, LENGTH],
  ['a code too long (R-07)', consentCode, { consentCode: 'x'.repeat(4097) }, LENGTH],
  ['a page (R-06)', body, { postLoginRedirectUrl: 'https://portal.example' }],
  ['no page (R-06)', body, { postLoginRedirectUrl: null }],
  ['a page that is no text (R-06)', body, { postLoginRedirectUrl: 5 }, 'postLoginRedirectUrl: must be a string'],
  ['no mode (R-08)', start, { outputStartMode: null }],
  ['a mode that needs no time (R-08)', start, { outputStartMode: 'JobStartTime' }],
  ['the mode that needs a time (R-08)', start, { outputStartMode: 'CustomTime' }, TIME],
  ['a time (R-08)', start, { outputStartMode: 'CustomTime', outputStartTime: '2026-11-20T08:00:00Z' }],
])('%s', (_, schema, value, ...failures) => {
  expect(failuresOf(schema, value)).toEqual(failures);
});

it('the events are asked for from a time on, in any form that has no other characters (R-16)', () => {
  const read = (queryStartTime: string) => failuresOf(query, { queryStartTime });
  const times = ['7/24/2020', '05/28/2026 09:12:33', '2026-05-28T09:12:33.5+02:00', '28 May 2026', 'x'.repeat(64)];
  for (const time of times) expect(read(time)).toEqual([]);
  for (const time of ['', 'x'.repeat(65), '7/24/2020\n', "7/24/2020'", '7/24/2020&x', '7/24/2020?', '\u0661/1/2020'])
    expect(read(time).join(), time).toMatch(/^queryStartTime: must (?:match|have 1 to 64 characters)/);
});

it('the page is one to which a browser is sent (R-06)', () => {
  expect(links.describedBody && listPaths(links.describedBody, 'x-redirect-url')).toEqual([['postLoginRedirectUrl']]);
});

const RELATIONS =
  'customerFinancialDetails,picture,defaultDimensions,currency,paymentTerm,shipmentMethod,paymentMethod'.split(',');

// Also C-26.
it('$expand is a comma separated list of the relations of the profile (S3-24, S3-47, A37)', () => {
  const accepted = [...RELATIONS, RELATIONS.join(','), 'currency, picture', 'currency,  picture'];
  for (const list of accepted) expect(failuresOf(nameList(RELATIONS), list)).toEqual([]);
  const form = '|,|currency,|,currency|currency,,picture|currency,currency|Currency| currency|currency ,picture';
  const foreign = 'vendor|currency,vendor|currency;picture|currency($select=code)|agedAccountsReceivable';
  for (const list of [...form.split('|'), ...foreign.split('|')])
    expect(failuresOf(nameList(RELATIONS), list), list).toEqual([
      `must be a comma separated list, without repetition, of ${RELATIONS.join(', ')}`,
    ]);
  expect(failuresOf(nameList([...RELATIONS, 'agedAccountsReceivable']), 'agedAccountsReceivable')).toEqual([]);
});

it('the grammar of $filter is not shown: any text passes, within a length limit of ours and without control characters (S1-72, C-21, A38)', () => {
  const forms = [
    "eventType eq 'ServiceIssue' and status eq 'Active'",
    "service eq 'Virtual Machines' or region eq 'West US'",
    'properties.impactStartTime ge 2026-01-17',
    'eventType eq SecurityAdvisory',
    "title eq 'Störung 🚧'",
    '',
    'x'.repeat(2048),
  ];
  for (const form of forms) expect(failuresOf(filterExpression, form)).toEqual([]);
  expect(failuresOf(filterExpression, 'x'.repeat(2049))).toEqual(['must have at most 2048 characters']);
  for (const control of ['\n', '\r', '\0', '\u007f', '\u0085']) {
    expect(failuresOf(filterExpression, `a eq ${control}'b'`)).toEqual(['must not contain control characters']);
  }
});
it('a number has digits only, at most nine, and is not too small (R-13)', () => {
  for (const text of ['1', '20', '007', '999999999']) expect(failuresOf(wholeNumber(1), text)).toEqual([]);
  for (const text of ['', '0', '-1', '+1', '1.0', '1e2', ' 1', '0x1', '٣', '1000000000'])
    expect(failuresOf(wholeNumber(1), text), text).toEqual(['must be a whole number of at least 1']);
  expect(failuresOf(wholeNumber(0), '0')).toEqual([]);
});
