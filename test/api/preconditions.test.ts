/** Preconditions. */
import { describe, expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { listFailures, startStack } from '../support/stack.ts';
import {
  listEvents,
  putAuthorization,
  putDiagnostic,
  putJob,
  toRows,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

const puts: readonly ValidRequest[] = [putAuthorization, putDiagnostic, putJob];
/** Some of their POSTs change nothing, such as the search; a precondition is refused there too. */
const writes = validRequests.filter(({ method }) => method !== 'GET');
const accepting = (header: 'ifMatch' | 'ifNoneMatch') =>
  operations.filter(({ request }) => request.preconditions?.[header]).map(({ name }) => name);
const without = (header: 'ifMatch' | 'ifNoneMatch') =>
  toRows(writes.filter(({ operation }) => !accepting(header).includes(operation)));
const stack = await startStack();

const send = (request: ValidRequest, change: Change = {}) => sendChanged(stack, request, change);
const isUnsent = async (request: ValidRequest, headers: Readonly<Record<string, string>>) => {
  await stack.upstream.reset();
  const response = await send(request, { headers });
  expect(response.headers['x-frontdesk-outcome']).toBe(request.isWrite ? 'not-sent' : undefined);
  expect(await stack.upstream.calls()).toEqual([]);
  return response;
};

describe(`preconditions`, () => {
  it.each(toRows(puts))('%s: If-None-Match: * never overwrites (S2-79)', async (_, request) => {
    // The live streaming service returns 200 for a new job.
    expect([200, 201]).toContain((await send(request)).status);
    const before = (await stack.upstream.calls()).length;
    const again = await send(request, { headers: { 'if-none-match': '*' } });
    expect(again.status).toBe(request === putJob ? 412 : 400);
    const sent = (await stack.upstream.calls()).slice(before);
    expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual(request === putJob ? ['*'] : []);
  });

  it.each([
    ...without('ifNoneMatch').map((row) => [...row, 'if-none-match'] as const),
    ...without('ifMatch').map((row) => [...row, 'if-match'] as const),
  ])(
    '%s, which does not declare it, rejects a precondition, and sends nothing (S1-63, C-18)',
    async (_, request, header) => {
      for (const tag of ['*', '"1"', '']) {
        const response = await isUnsent(request, { [header]: tag });
        expect(response.status).toBe(400);
        if (request.shape === 'arm')
          expect(listFailures(response)).toEqual([`${header}: is not supported by this operation`]);
      }
    },
  );

  // Also C-16.
  it.each(toRows(puts))('%s: If-Match is relayed unchanged (S1-24, S1-63, S2-78)', async (_, request) => {
    await send(request, { headers: { 'if-match': 'AAAAAAAAExk=' } });
    expect((await stack.lastCall())?.headers['if-match']).toBe('AAAAAAAAExk=');
  });

  it('a read takes any precondition: only the cache evaluates If-None-Match', async () => {
    const headers = { 'if-match': '"a", W/"b"', 'if-none-match': '"x"', 'if-modified-since': 'never' };
    expect((await send(listEvents, { headers })).status).toBe(200);
  });
});
