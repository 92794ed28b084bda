import { expect, test } from 'vitest';
import { startDeadline } from '../../lib/time/deadline.ts';
import type { UpstreamResponse } from '../../lib/upstream/client.ts';
import { verifyWrite } from '../../lib/verify-write.ts';
import { createFastClock } from '../support/clocks.ts';

const clock = createFastClock(100);
const put = { method: 'PUT', target: '/x', headers: { 'if-match': '"1"' }, body: '{"a":1}' };

function respond(status: number, etag = '', body = ''): UpstreamResponse {
  return { status, headers: etag === '' ? {} : { etag }, body: Buffer.from(body), isRepeated: false };
}

/** Verifies with these responses to the reads, the last one again and again; undefined for a read that fails. */
async function verify(write: typeof put, reads: readonly (UpstreamResponse | undefined)[], ms = 200_000) {
  let count = 0;
  const read = async () => {
    const response = reads[Math.min(count++, reads.length - 1)];
    if (!response) throw new Error('reset');
    return response;
  };
  const { verdict, response } = await verifyWrite(write, read, clock, startDeadline(clock, ms));
  return { verdict, status: response?.status, etag: response?.headers['etag'], count };
}

test('W-01 a write that the first read shows is not read again', async () => {
  expect(await verify(put, [respond(200, '"2"', '{"a":1}')])).toEqual({
    verdict: 'applied',
    status: 200,
    etag: '"2"',
    count: 1,
  });
});

test('W-01 a write that is still processed is seen by a later read, and a failed read is repeated', async () => {
  const reads = [respond(200, '"1"', '{"a":0}'), undefined, respond(200, '"2"', '{"a":1}')];
  expect(await verify(put, reads)).toMatchObject({ verdict: 'applied', count: 3 });
});

test('W-01 a write that another one overtook is rejected', async () => {
  expect(await verify(put, [respond(200, '"2"', '{"a":5}')])).toEqual({ verdict: 'rejected', count: 1 });
});

test('W-01 it stays unknown when three reads show the old state', async () => {
  expect(await verify(put, [respond(200, '"1"', '{"a":0}')])).toEqual({ verdict: 'unknown', count: 3 });
});

test('W-01 without time there is no read', async () => {
  expect(await verify(put, [respond(200, '"2"', '{"a":1}')], 0)).toEqual({ verdict: 'unknown', count: 0 });
});

test('W-01 a creation is 201, a deletion 204', async () => {
  const create = { ...put, headers: { 'if-none-match': '*' } as never };
  expect(await verify(create, [respond(200, '"1"', '{"a":1}')])).toMatchObject({ verdict: 'applied', status: 201 });
  const { body: _, ...deletion } = { ...put, method: 'DELETE' };
  expect(await verify(deletion as never, [respond(404)])).toMatchObject({ verdict: 'applied', status: 204 });
});
