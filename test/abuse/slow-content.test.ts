import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { expectGranted, expectUntouched } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, toPath, type ValidRequest } from '../support/valid-requests.ts';

/** The platform's own limit is longer; the emulated upstreams take no more than eight writes at a time. */
const requestTimeoutMs = 500;
const slowCallers = 12;

const stack = await startStack({ requestTimeoutMs });

/** Sends content a byte at a time without an end; answers what comes back once the server hangs up. */
async function drip({ role, method, query, ...request }: ValidRequest): Promise<string> {
  const token = await stack.issueToken({ roles: [role] });
  const target = toPath({ role, method, query, ...request }) + query;
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
    socket.setEncoding('latin1');
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    const dripping = setInterval(() => socket.write(' '), 50);
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(received);
    });
  });
}

it('A45 all: content that never ends is 408 by the host, and holds no place meanwhile', async () => {
  await stack.upstream.reset();
  for (const [, request] of eachWithBody) await expectGranted(stack, request);
  const logged = stack.log.length;
  const slow = eachWithBody.flatMap(([, request]) => Array.from({ length: slowCallers }, () => drip(request)));
  await stack.upstream.reset();
  for (const [, request] of eachWithBody) await expectGranted(stack, request);
  await expectUntouched(stack, async () => {
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
  // Those that were answered meanwhile: the host hands a request over when its content is whole.
  expect(stack.log.slice(logged)).toHaveLength(eachWithBody.length);
});
