import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  readItem,
  searchPoints,
  toPath,
  toUnseen,
  type ValidRequest,
  validRequest,
} from '../support/valid-requests.ts';

const many = { perSecond: 100_000, burst: 100_000 };
const few = { parallel: 4, queue: 200 };
const limits = { bulkhead: { read: few, write: few }, rate: { read: many, write: many } };
const stack = await startStack({
  settings: {
    LIMITS: JSON.stringify({ arm: limits, businessData: limits, backupRestore: limits, documentModels: limits }),
  },
});

// Each family has its own places: callers of the last seconds count.
const readJob = validRequest('getStreamingJob');

/** Returns the statuses of its calls. */
type Ask = (token: string, correlation: string) => Promise<readonly number[]>;

const sendOne =
  (next: () => ValidRequest): Ask =>
  async (token, correlation) => {
    const { body, ...one } = next();
    const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
    const headers = { 'x-ms-client-request-id': correlation };
    return [(await stack.send(one.method, toPath(one) + one.query, { token, headers, ...sent })).status];
  };

const sendTwoParts: Ask = async (token, correlation) => {
  const url = toPath(readJob) + readJob.query;
  const headers = { 'x-ms-client-request-id': correlation };
  const requests = ['1', '2'].map((id) => ({ id, method: 'GET', url, headers }));
  const { json } = await stack.send('POST', '/$batch', { token, body: Buffer.from(JSON.stringify({ requests })) });
  return json.responses.map(({ status }: { readonly status: number }) => status);
};

/** One person's tokens for four frontends. */
async function createPerson(role: string): Promise<readonly string[]> {
  const oid = randomUUID();
  const issue = () => stack.issueToken({ oid, sub: oid, azp: randomUUID(), roles: [role] });
  return Promise.all([issue(), issue(), issue(), issue()]);
}

const families: readonly (readonly [string, string, Ask])[] = [
  ['reads', readItem.role, sendOne(() => readItem)],
  ['parts of batches', readJob.role, sendTwoParts],
  ['cold loads', searchPoints.role, sendOne(() => toUnseen(searchPoints))],
  ['copies', authorizeCopy.role, sendOne(() => authorizeCopy)],
];

it.each(families)(
  'A83, F29 %s: a person with four frontends has the places of one; another finds his at once',
  async (_, role, ask) => {
    const [greedy, [other = '']] = await Promise.all([createPerson(role), createPerson(role)]);
    await stack.upstream.fault({ times: 3, fault: { kind: 'delay', ms: 700 } });
    const held = [...greedy, ...greedy].map((token) => ask(token, 'greedy'));
    await expect.poll(async () => (await stack.upstream.calls()).length).toBe(3);
    const statuses = [...(await ask(other, 'other')), ...(await Promise.all(held)).flat()];
    const order = (await stack.upstream.calls()).map(
      ({ headers }) => headers['x-ms-client-request-id'] ?? headers['client-request-id'],
    );
    expect(order.slice(0, 4)).toEqual(['greedy', 'greedy', 'greedy', 'other']);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
  },
);
