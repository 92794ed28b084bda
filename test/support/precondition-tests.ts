/** Tests of preconditions that hold in both profiles: one file per profile runs them, because a file has one stack. */
import { describe, expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { listFailures } from './list-failures.ts';
import { type Change, sendChanged } from './send-changed.ts';
import type { Stack, StackOptions } from './stack.ts';
import {
  listEvents,
  putAuthorization,
  putDiagnostic,
  putJob,
  toPath,
  type ValidRequest,
  validRequests,
} from './valid-requests.ts';

const puts: readonly ValidRequest[] = [putAuthorization, putDiagnostic, putJob];
/** Some of their POSTs change nothing, such as the search; a precondition is refused there too. */
const writes = validRequests.filter(({ method }) => method !== 'GET');
const others = writes.filter((request) => !puts.includes(request) && request.operation !== 'deleteAuthorization');
const changesNothing = ({ operation }: ValidRequest) =>
  operations.some(({ name, attempts }) => name === operation && attempts.idempotency === 'safe');

/** Returns the path in the names of the live cloud. */
export function toLive(path: string): string {
  return path
    .replaceAll('/Vendor.', '/Microsoft.')
    .replace('/vendor-docs/', '/documentintelligence/')
    .replace(/^\/solutions/, '/v1.0/solutions')
    .replace(/^\/companies/, '/v2.0/companies');
}

const each = (requests: readonly ValidRequest[]) => requests.map((request) => [request.operation, request] as const);

export function testPreconditions(stack: Stack, profile: StackOptions['profile']): void {
  const send = (request: ValidRequest, change: Change = {}) => {
    const path = toPath(request, change.values) + request.query;
    return sendChanged(stack, request, { ...change, path: profile === 'microsoft' ? toLive(path) : path });
  };
  const isUnsent = async (request: ValidRequest, headers: Readonly<Record<string, string>>) => {
    await stack.upstream.reset();
    const response = await send(request, { headers });
    expect(response.headers['x-frontdesk-outcome']).toBe(changesNothing(request) ? undefined : 'not-sent');
    expect(await stack.upstream.calls()).toEqual([]);
    return response;
  };

  describe(`preconditions in the profile ${profile}`, () => {
    it.each(each(puts))('%s: If-None-Match: * never overwrites', async (_, request) => {
      // The live streaming service returns 200 for a new job.
      expect([200, 201]).toContain((await send(request)).status);
      const before = (await stack.upstream.calls()).length;
      const again = await send(request, { headers: { 'if-none-match': '*' } });
      expect(again.status).toBe(request === putJob ? 412 : 400);
      const sent = (await stack.upstream.calls()).slice(before);
      expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual(request === putJob ? ['*'] : []);
    });

    it.each(each(writes.filter((request) => request !== putJob)))(
      '%s: If-None-Match is rejected, and nothing is sent upstream',
      async (_, request) => {
        for (const tag of ['*', '"1"', '']) {
          const response = await isUnsent(request, { 'if-none-match': tag });
          expect(response.status).toBe(400);
          if (request.shape === 'arm')
            expect(listFailures(response)).toEqual(['if-none-match: is not supported by this operation']);
        }
      },
    );

    it.each(each(others))('%s: If-Match is rejected, and nothing is sent upstream', async (_, request) => {
      for (const tag of ['*', '"1"', 'token']) expect((await isUnsent(request, { 'if-match': tag })).status).toBe(400);
    });

    it.each(each(writes))('%s: dates are rejected, and nothing is sent upstream', async (_, request) => {
      for (const name of ['if-modified-since', 'if-unmodified-since']) {
        const response = await isUnsent(request, { [name]: 'Sun, 22 Nov 2026 09:00:00 GMT' });
        expect(response.status).toBe(400);
        if (request.shape === 'arm')
          expect(listFailures(response)).toEqual([`${name}: is not supported by this operation`]);
      }
    });

    it.each(each(puts))('%s: If-Match is *, one strong entity tag or one bare token', async (_, request) => {
      for (const tag of ['"a", "b"', 'a, b', '*, "a"', 'W/"a"', '"a" "b"', '"a', 'a"', '""a"', '', 'a b', '**']) {
        const response = await isUnsent(request, { 'if-match': tag });
        expect([tag, response.status]).toEqual([tag, 400]);
        expect(listFailures(response)).toEqual(['if-match: must be *, one strong entity tag or one bare token']);
      }
      for (const tag of ['*', '"a"', '""', '"a,b"', 'AAAAAAAAExk=', '5c7f8e0a-0000-4000-8000-000000000001']) {
        await send(request, { headers: { 'if-match': tag } });
        expect((await stack.upstream.calls()).at(-1)?.headers['if-match']).toBe(tag);
      }
    });

    it('a read takes any precondition: only the cache evaluates If-None-Match', async () => {
      const headers = { 'if-match': '"a", W/"b"', 'if-none-match': '"x"', 'if-modified-since': 'never' };
      expect((await send(listEvents, { headers })).status).toBe(200);
    });
  });
}
