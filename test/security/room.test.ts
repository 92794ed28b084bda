import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../dev/server.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { startStack } from '../support/stack.ts';
import { toPath, validRequest } from '../support/valid-requests.ts';

const LARGE = JSON.stringify({ id: '1', name: 'x'.repeat(300 * 1024), properties: {} });
/** Of 16 MiB for responses of at most 2 MiB; one is kept for who has none. */
const ROOM_OF_ONE = 7;

/** Large responses that have begun, and calls that got none yet. */
const begun: ServerResponse[] = [];
const silent: ServerResponse[] = [];
const server = createServer((request, response) => {
  const { url = '' } = request;
  if (url.includes('silent')) return void silent.push(response);
  const isSmall = url.includes('small');
  begin(response, isSmall ? '{"id":"1","name":"n","properties":{}}' : LARGE, url.includes('held'));
});

function begin(response: ServerResponse, body: string, isHeld = false): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.slice(0, 1));
  if (isHeld) begun.push(response);
  else response.end(body.slice(1));
}

const upstream = await listen(server, 0);
afterAll(upstream.close);

const atDeadline: (() => void)[] = [];
const stack = await startStack({
  clock: {
    ...systemClock,
    setTimer(callback, ms) {
      if (ms > 9_000 && ms <= 10_000) atDeadline.push(callback);
      return systemClock.setTimer(callback, ms);
    },
  },
  settings: { ARM_BASE_URL: upstream.url },
});

const readJob = validRequest('getStreamingJob');
const toUrl = (jobName: string) => toPath(readJob, { jobName }) + readJob.query;
const issue = () => stack.issueToken({ oid: randomUUID(), roles: [readJob.role] });
const read = async (token: string, name: string) => (await stack.send('GET', toUrl(name), { token })).status;
const readMany = (token: string, name: string, count: number) =>
  Array.from({ length: count }, (_, at) => read(token, `${name}-${at}`));

it.each(['first', 'again'])('A85 large responses take room, and give it back: %s', async () => {
  const [greedy, other] = await Promise.all([issue(), issue()]);
  const held = readMany(greedy, 'held', ROOM_OF_ONE);
  await expect.poll(() => begun.length).toBe(ROOM_OF_ONE);
  let hasWaited = true;
  const waiting = read(greedy, 'large').finally(() => {
    hasWaited = false;
  });
  // Neither somebody else's nor a small one waits.
  expect([await read(other, 'large'), await read(greedy, 'small')]).toEqual([200, 200]);
  expect(hasWaited).toBe(true);
  for (const response of begun.splice(0)) response.end(LARGE.slice(1));
  expect([await waiting, ...(await Promise.all(held))]).toEqual(Array(ROOM_OF_ONE + 1).fill(200));
});

it('A85 a response that arrives when nobody waits for it any more takes no room', async () => {
  const token = await issue();
  const requests = Array.from({ length: 5 }, (_, at) => ({ id: `${at}`, method: 'GET', url: toUrl(`silent-${at}`) }));
  for (let round = 0; round < 2; round++) {
    const sending = stack.send('POST', '/$batch', { token, body: { requests } });
    await expect.poll(() => silent.length).toBe(5);
    for (const end of atDeadline.splice(0)) end();
    const { json } = await sending;
    expect(json.responses.map(({ status }: { readonly status: number }) => status)).toEqual(Array(5).fill(504));
    for (const response of silent.splice(0)) begin(response, LARGE);
  }
  const statuses = await Promise.all(readMany(token, 'large', 2 * ROOM_OF_ONE));
  expect(statuses).toEqual(statuses.map(() => 200));
});
