/** What a caller may not see does not show: not in counts, positions or pages. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { companies } from '../../dev/seed.ts';
import { expectGranted, unlimited } from '../support/abuse.ts';
import { runs } from '../support/runs.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import { listCompanies } from '../support/valid-requests.ts';

const GRANTED = companies.contoso;
const stack = await startStack({ settings: unlimited });
const list = `${stack.upstream.url}/business/v2.0/companies`;

/** Returns the caller's response to one page of the upstream, or to several. */
async function getList(...pages: readonly object[]): Promise<TestResponse> {
  await stack.upstream.reset();
  for (const page of pages) {
    const headers = { etag: `"${JSON.stringify(page).length}"` };
    await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 200, body: page, headers } });
  }
  return sendChanged(stack, listCompanies);
}
const toId = (company: number) => `c0400000-0000-4000-8000-${company.toString().padStart(12, '0')}`;
const linkTo = (position: string) => `${list}?$skiptoken=${position}`;

it('a list that hides elements has no count, no delta link, no entity tag and no unknown member beside its own (A80)', async () => {
  await expectGranted(stack, listCompanies);
  const own = { id: GRANTED, name: 'Contoso', '@odata.etag': 'W/"1"' };
  const context = `${list.replace('/companies', '')}/$metadata#companies`;
  const { json, headers } = await getList({
    '@odata.context': context,
    '@odata.count': 3,
    '@count': 3,
    '@odata.deltaLink': `${list}?$deltatoken=1`,
    total: 3,
    value: [{ id: toId(1) }, own, { id: toId(2) }],
    '@odata.nextLink': null,
  });
  expect(json).toEqual({ '@odata.context': context, value: [own], '@odata.nextLink': null });
  expect(headers).not.toHaveProperty('etag');
});

it('empty pages are walked over: ten calls at most, then the caller gets the next link (A80)', async () => {
  const hidden = (page: number) => ({ value: [{ id: toId(page) }], '@odata.nextLink': linkTo(`${page}`) });
  const found = await getList(hidden(1), hidden(2), { value: [{ id: GRANTED }] });
  expect(found.json).toEqual({ value: [{ id: GRANTED }] });
  expect((await stack.upstream.calls()).map(({ path }) => path.replace(/^.*companies/, ''))).toEqual([
    '',
    '?$skiptoken=1',
    '?$skiptoken=2',
  ]);
  const { json } = await getList(...Array.from({ length: 20 }, (_, page) => hidden(page)));
  expect(json).toEqual({ value: [], '@odata.nextLink': expect.stringContaining(`${stack.url}/companies?`) });
  expect(await stack.upstream.calls()).toHaveLength(10);
});

const element = fc.record({ name: fc.string({ maxLength: 8 }), size: fc.integer() }, { requiredKeys: [] });
/** Elements that nobody may see, and what the upstream says of all of them. */
const surroundings = fc.record({
  hidden: fc.array(fc.record({ at: fc.nat(3), id: fc.integer({ min: 1, max: 99 }), element }), { maxLength: 4 }),
  others: fc.dictionary(fc.constantFrom('@odata.count', 'count', '@odata.deltaLink', 'total', 'skipped'), fc.nat(9)),
  emptyPages: fc.nat(3),
});

it('generated lists: the response depends only on what the caller may see (A80)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 3 }), surroundings, surroundings, async (seen, one, other) => {
      const texts: string[] = [];
      for (const { hidden, others, emptyPages } of [one, other]) {
        const value: object[] = seen.map((each) => ({ ...each, id: GRANTED }));
        for (const { at, id, element: each } of hidden) value.splice(at, 0, { ...each, id: toId(id) });
        const empty = (_: unknown, page: number) => ({
          ...others,
          value: [{ id: toId(page + 1) }],
          '@odata.nextLink': linkTo(`${page}`),
        });
        const last = { ...others, value };
        const { status, text, headers } = await getList(...Array.from({ length: emptyPages }, empty), last);
        expect(status).toBe(200);
        texts.push(`${headers['etag']} ${text}`);
      }
      expect(texts[0]).toBe(texts[1]);
    }),
    { numRuns: runs(30) },
  );
});
