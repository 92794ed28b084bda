import { expect, it } from 'vitest';
import { expectNothingInternal, expectRecord, expectShape, readCode, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import { toUnseen, validRequests } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited, expectedAlerts: ['upstream_auth', 'upstream_drift'] });

/** Makes the upstream return this error to the next requests. */
async function failNext(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await stack.upstream.reset();
  await stack.upstream.fault({ times: 1_000, fault: { kind: 'status', status, body, headers } });
}

const internals = [
  'System.Data.SqlClient.SqlException: Login failed for user sa',
  '   at Vendor.Core.Db.Query(String sql) in C:\\src\\Db.cs:line 42',
  'select * from secrets where id = 1',
  'http://10.1.2.3:8080/internal',
  'db-07.internal.vendor.example',
];

const internalText = internals.join('\n');

it.each([
  ['a text', internalText],
  [
    'an error',
    { error: { code: 'InternalServerError', message: internalText, innererror: { message: internalText } } },
  ],
  ['a page', `<html><pre>${internalText}</pre></html>`],
])('every operation: an upstream’s failure with %s returns 502 with our own message (A64)', async (_, body) => {
  await failNext(500, body, { 'x-powered-by': 'db-07.internal.vendor.example' });
  const logged = stack.log.length;
  // At once: the reads that verify a write pause between them.
  const responses = await Promise.all(validRequests.map((request) => sendChanged(stack, toUnseen(request))));
  for (const [index, request] of validRequests.entries()) {
    const response = responses[index] as TestResponse;
    expect(`${response.status} ${readCode(response)}`, request.operation).toBe('502 upstream_error');
    expectShape(request.shape, response);
    const lines = internals.map((line) => line.trim());
    expectNothingInternal(stack, response, lines);
    const id = response.headers['x-ms-request-id'];
    const records = stack.log.slice(logged).filter(({ requestId }) => requestId === id);
    expect(records).toHaveLength(1);
    expectRecord(records[0] as Record<string, unknown>, response, internals);
  }
  expect(stack.log).toHaveLength(logged + validRequests.length);
});
