import { expect, it } from 'vitest';
import type { RequestMessage } from '../../../lib/http/message.ts';
import { parseHeaders } from '../../../lib/http/parse-headers.ts';
import type { ProblemDetail } from '../../../lib/http/problem.ts';

const toMessage = (headers: Readonly<Record<string, string>>): RequestMessage => ({
  method: 'GET',
  params: {},
  rawQuery: '',
  header: (name) => headers[name],
  readBody: async () => new Uint8Array(),
});

const readSize = (prefer: string) =>
  parseHeaders({ pageSize: { default: 100, max: 1_000 } }, toMessage({ prefer }), []).pageSize;

it.each([
  ['odata.maxpagesize=300', 300],
  ['maxpagesize=300', 300],
  ['OData.MaxPageSize = 300', 300],
  ['odata.maxpagesize="300"', 300],
  ['odata.maxpagesize=300; x=y', 300],
  ['return=minimal,odata.maxpagesize=7', 7],
  ['odata.maxpagesize=7, odata.maxpagesize=9', 7],
  ['odata.maxpagesize=1001', 1_000],
  ['odata.maxpagesize=999999999', 1_000],
])('R-23 the page size that %s prefers is %i, within the bound', (prefer, size) => {
  expect(readSize(prefer)).toBe(size);
});

it.each([
  '',
  'odata.maxpagesize=0',
  'odata.maxpagesize=',
  'odata.maxpagesize=-5',
  'odata.maxpagesize=1e3',
  'odata.maxpagesize=9999999999',
  'x.maxpagesize=5',
  'return="odata.maxpagesize=5"',
])('R-23 the page size is the default where %s prefers none', (prefer) => expect(readSize(prefer)).toBe(100));

it('has no page size without a rule', () => {
  expect(parseHeaders({}, toMessage({ prefer: 'odata.maxpagesize=5' }), [])).toEqual({ preconditions: {} });
});

it('R-22 lists the headers that are refused, also empty ones', () => {
  const details: ProblemDetail[] = [];
  parseHeaders({ refusedHeaders: ['company', 'tenant'] }, toMessage({ company: '', other: 'x' }), details);
  expect(details).toEqual([
    { code: 'unsupported_header', target: 'company', message: 'is not supported by this operation' },
  ]);
});
