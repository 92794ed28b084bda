/** Contracts that a single definition around the specified ones has. */
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../../functions/operations.ts';
import { compileOperation } from '../../../lib/compile-operation.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { failuresOf } from './support.ts';

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
  ['R-07 the shortest code', consentCode, { consentCode: 'x' }],
  ['R-07 the longest code', consentCode, { consentCode: 'x'.repeat(4096) }],
  ['R-07 no code', consentCode, { consentCode: '' }, LENGTH],
  ['R-07 a code too long', consentCode, { consentCode: 'x'.repeat(4097) }, LENGTH],
  ['R-06 a page', body, { postLoginRedirectUrl: 'https://portal.example' }],
  ['R-06 no page', body, { postLoginRedirectUrl: null }],
  ['R-06 a page that is no text', body, { postLoginRedirectUrl: 5 }, 'postLoginRedirectUrl: must be a string'],
  ['R-08 no mode', start, { outputStartMode: null }],
  ['R-08 a mode that needs no time', start, { outputStartMode: 'JobStartTime' }],
  ['R-08 the mode that needs a time', start, { outputStartMode: 'CustomTime' }, TIME],
  ['R-08 a time', start, { outputStartMode: 'CustomTime', outputStartTime: '2026-11-20T08:00:00Z' }],
])('%s', (_, schema, value, ...failures) => {
  expect(failuresOf(schema, value)).toEqual(failures);
});

it('R-16 the events are asked for from a day on, in the form of the vendor', () => {
  const read = (queryStartTime: string) => failuresOf(query, { queryStartTime });
  for (const day of ['7/24/2020', '07/04/2020', '2/29/2024', '12/31/1999']) expect(read(day)).toEqual([]);
  for (const day of '|24/7/2020|2/29/2023|0/1/2020|1/0/2020|7/24/20|2020-07-24|7/24/2020 |7-24-2020'.split('|'))
    expect(read(day), day).toEqual(['queryStartTime: must be a date, month/day/year, such as 7/24/2020']);
});

it('R-06 the page is one to which a browser is sent', () => {
  expect(links.redirectPaths).toEqual([['postLoginRedirectUrl']]);
});
