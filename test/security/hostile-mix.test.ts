import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildStreamingJob } from '../support/builders.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listCompanies, putJob, readCustomer, readItem, toPath, type ValidRequest } from '../support/valid-requests.ts';

/** No token is refilled during a test. */
const tokens = 15;
const records = 5;
const stack = await startStack({
  settings: {
    LIMITS: JSON.stringify({
      caller: { perSecond: 0.001, burst: tokens },
      refusalRecords: { perSecond: 0.001, burst: records },
      hitRecords: { perSecond: 0.001, burst: records },
    }),
  },
  expectedAlerts: ['count'],
});

const batch = (parts: readonly object[]): ValidRequest => ({
  ...readItem,
  template: '/$batch',
  method: 'POST',
  body: { requests: parts.map((part, id) => ({ id: `${id}`, method: 'GET', ...part })) },
});
const url = toPath(readItem);
const members = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`x-${at}`, 'x']));

/** What a hostile caller sends, each at the cost of one request or more. */
const kinds: readonly (readonly [ValidRequest, Change?])[] = [
  [batch(Array(20).fill({ url }))],
  [batch(Array(20).fill({ url: `${url}?x=1` }))],
  [batch(Array(20).fill({ url: '/none', headers: members }))],
  [putJob, { body: buildStreamingJob({ inputs: Array(4_000).fill({}) }) }],
  [putJob, { body: '['.repeat(60_000) }],
  [listCompanies],
  [readCustomer],
  [readItem, { query: '?x=1' }],
  [readItem, { claims: { aud: 'other' } }],
];

it('whatever mix one caller sends: another is served, and few calls and lines are the first one’s (A86)', async () => {
  const mix = fc.array(fc.nat({ max: kinds.length - 1 }), { minLength: 20, maxLength: 30 });
  const property = fc.asyncProperty(mix, async (sent) => {
    const [hostile, sound] = [randomUUID(), randomUUID()];
    await stack.upstream.reset();
    const roles = [readItem.role, putJob.role, listCompanies.role];
    const flood = sent.map((kind) => {
      const [request, { claims, ...change } = {}] = kinds[kind] as (typeof kinds)[number];
      const all = { oid: hostile, sub: hostile, roles, ...claims };
      return sendChanged(stack, request, { ...change, claims: all });
    });
    const served: number[] = [];
    for (let read = 0; read < 10; read++)
      served.push((await sendChanged(stack, readItem, { claims: { oid: sound, sub: sound } })).status);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(served).toEqual(Array(10).fill(200));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect((await stack.upstream.calls()).length).toBeLessThanOrEqual(tokens + served.length);
    // What was done has its own line; of the refusals the first have, and the others are counted.
    const lines = stack.log.filter(({ subject }) => subject === hostile);
    const refused = lines.filter(({ status }) => Number(status) >= 400);
    expect(lines.length - refused.length).toBeLessThanOrEqual(tokens + records);
    // Those without a valid token are counted apart.
    expect(refused.length).toBeLessThanOrEqual(2 * records);
  });
  await fc.assert(property, { numRuns: 2, endOnFailure: true });
});
