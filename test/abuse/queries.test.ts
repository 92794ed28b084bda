import { expect, it } from 'vitest';
import { expectRefused } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { eachRequest, listEvents, readCustomer, toPath } from '../support/valid-requests.ts';

const stack = await startStack();

const INVALID = { status: 400, code: 'invalid_request' } as const;

it('A37 $expand takes each relation of the list once', async () => {
  const expand = (text: string) => ({ query: `?$expand=${text}` });
  await expectRefused(stack, readCustomer, {
    twin: expand('currency,paymentTerm'),
    attacks: [
      'picture($select=x)',
      'unknown',
      'currency,currency',
      'currency%2Citems',
      'currency%2Ccurrency',
      'Currency',
      'currency,',
      '',
      '*',
      'currency;$levels=max',
      '$ref',
      'currency%00',
    ].map(expand),
    ...INVALID,
  });
});

it('A38 $filter goes up as one encoded value beside one api-version', async () => {
  await stack.upstream.reset();
  const filter = "a&api-version=2018-07-01#?/../$skipToken='%25+";
  await sendChanged(stack, listEvents, { query: `${listEvents.query}&$filter=${encodeURIComponent(filter)}` });
  const [call] = await stack.upstream.calls();
  const { searchParams, hash, pathname } = new URL(`http://upstream${call?.path}`);
  expect([...searchParams.keys()]).toEqual(['api-version', '$filter']);
  expect(searchParams.get('$filter')).toBe(filter);
  expect(searchParams.get('api-version')).toBe('2025-05-01');
  expect(hash).toBe('');
  expect(pathname).toBe(`/arm${toPath(listEvents)}`);
});

it('A38 a $filter of more than 2 048 characters, or with a control character, is 400', async () => {
  const filter = (text: string) => ({ query: `${listEvents.query}&$filter=${text}` });
  const title = (length: number) => `title%20eq%20'${'x'.repeat(length - "title eq ''".length)}'`;
  await expectRefused(stack, listEvents, {
    twin: filter(title(2_048)),
    attacks: [title(2_049), 'a%0ab', '%00', '%1b%5b31m', 'a%7f', '%C2%85'].map(filter),
    ...INVALID,
  });
});

it.each(eachRequest.filter(([, { query }]) => query !== ''))(
  'A39 %s refuses an api-version that is missing, empty, repeated or another',
  async (_, request) => {
    const version = request.query.slice('?api-version='.length);
    await expectRefused(stack, request, {
      attacks: [
        '',
        '?api-version=',
        '?api-version',
        `${request.query}&api-version=${version}`,
        `${request.query}&API-Version=${version}`,
        `${request.query}&api%2Dversion=2018-07-01`,
        `?apiversion=${version}`,
      ].map((query) => ({ query })),
      ...INVALID,
    });
    await expectRefused(stack, request, {
      twin: { query: `?Api-Version=${version}` },
      attacks: [
        '2018-07-01',
        '9999-12-31',
        '../../x',
        "' or 1=1",
        `${version} `,
        `${version}&x=1`,
        `${version},${version}`,
      ].map((other) => ({
        query: `?api-version=${encodeURIComponent(other)}`,
      })),
      status: 400,
      code: 'unsupported_api_version',
    });
  },
);

it.each(eachRequest.filter(([, { query }]) => query === ''))(
  'A39 %s takes no api-version, nor any other member that is not specified',
  async (_, request) => {
    await expectRefused(stack, request, {
      attacks: [
        '?api-version=2024-11-30',
        '?$select=id',
        '?$top=1',
        '?%24filter=x',
        '?=',
        '?a',
        '?__proto__=1',
        '?constructor=x',
        '?hasOwnProperty=',
      ].map((query) => ({ query })),
      ...INVALID,
    });
  },
);
