import { expect, it } from 'vitest';
import { expectGranted, listRows, readLog, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { authorizeCopy, readItem } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

/** Each id: test/unit/http/headers.test.ts. */
const badIds = ['{"level":"error"}'];

it.each(['a.b_c-1', ...badIds])('a well-formed correlation id is relayed, any other replaced: %j (A61)', async (id) => {
  const isGood = !badIds.includes(id);
  await stack.upstream.reset();
  const logged = stack.log.length;
  const bytes = Buffer.from(id).toString('latin1');
  const { headers } = await sendChanged(stack, readItem, { headers: { 'x-ms-client-request-id': bytes } });
  expect(stack.log).toHaveLength(logged + 1);
  expect(readLog(stack, logged).includes(JSON.stringify(id).slice(1, -1))).toBe(isGood);
  const sentUp = (await stack.lastCall())?.headers['x-ms-client-request-id'];
  expect(sentUp === id).toBe(isGood);
  expect(sentUp).toMatch(/^[\w.-]{1,128}$/);
  expect(JSON.stringify(headers)).not.toContain('level');
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const unspecified =
  'x-correlation-id x-request-id request-id x-ms-request-id x-ms-correlation-request-id x-amzn-trace-id';
const canaries = Object.fromEntries(unspecified.split(' ').map((name) => [name, 'canary']));

/** Each traceparent: test/unit/observability/trace-context.test.ts. */
it.each([
  ['an invalid traceparent', { traceparent: `00-${traceId}-b7ad6b7169203331-01-{"canary":1}`, tracestate: 'canary=1' }],
  ['a traceparent of another version', { traceparent: `ff-${traceId}-b7ad6b7169203331-01`, tracestate: 'canary=1' }],
  ['an id in a header that is not specified', canaries],
])('%s is neither logged nor relayed (A61)', async (_, headers) => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  await sendChanged(stack, readItem, { headers });
  const calls = await stack.upstream.calls();
  expect([calls.length, stack.log.length]).toEqual([1, logged + 1]);
  expect(readLog(stack, logged) + JSON.stringify(calls)).not.toMatch(new RegExp(`canary|${traceId}`));
});

// What becomes of the secrets of a request, and of a refused one: canaries.test.ts.
it('the copy token is only in its response, which says no-store (A63)', async () => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const rows = await listRows(stack);
  const response = await expectGranted(stack, authorizeCopy);
  const { accessToken } = response.json;
  expect(accessToken).toMatch(/^.{20,}$/);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(JSON.stringify(response.headers) + readLog(stack, logged)).not.toContain(accessToken);
  expect(await listRows(stack)).toEqual(rows);
  const again = await expectGranted(stack, authorizeCopy);
  expect(again.json.accessToken).not.toBe(accessToken);
});
