/** How large a body may be, and who says so. What it may be: test/unit/http/parse-json.test.ts and parse-request.test.ts. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { expectGranted, expectRefused, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, putJob, searchPoints, toPath, type ValidRequest } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

/** Returns the valid body as text, with this member prepended as JSON text. */
function withMember(member: string): string {
  return JSON.stringify(putJob.body).replace('{', `{${member},`);
}

it('other names of the prototype are relayed as plain members (A48)', async () => {
  await stack.upstream.reset();
  const member =
    '"x":{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":false,"valueOf":null}';
  await expectGranted(stack, putJob, { body: withMember(member) });
  expect((await stack.upstream.calls()).at(-1)?.body).toContain(member);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

const KIB = 1024;

/** Returns the valid body, padded with spaces to this many bytes. */
function padTo({ body }: ValidRequest, bytes: number): string {
  return JSON.stringify(body).padEnd(bytes, ' ');
}

it.each(eachWithBody)('%s accepts a body up to its limit and not a byte more (C-11, A44)', async (_, request) => {
  const cap = request === putJob ? 1024 * KIB : 64 * KIB;
  await expectRefused(stack, request, {
    twin: { body: padTo(request, cap) },
    attacks: [padTo(request, cap + 1), padTo(request, cap + 64 * KIB), 'x'.repeat(cap + KIB), '['.repeat(cap + 1)].map(
      (body) => ({ body }),
    ),
    status: 413,
    code: 'content_too_large',
  });
});

it('above the host’s limit nothing reaches the app: the host’s empty 500 at once, with or without a token (A44)', async () => {
  vi.stubEnv('FUNCTIONS_REQUEST_BODY_SIZE_LIMIT', '1114112');
  onTestFinished(() => void vi.unstubAllEnvs());
  const [path, logged] = [toPath(putJob) + putJob.query, stack.log.length];
  for (const token of [null, undefined]) {
    const send = (bytes: number) =>
      stack.send('PUT', path, { body: padTo(putJob, bytes), ...(token === null && { token }) });
    expect((await send(1_114_112)).status).toBe(token === null ? 401 : 413);
    const { status, text, headers } = await send(1_114_113);
    expect([status, text, headers['x-ms-request-id'], headers['connection']]).toEqual([500, '', undefined, 'close']);
  }
  expect(stack.log).toHaveLength(logged + 2);
});

it('a body that is sent in chunks is lost in the host, and the caller is told so: 411 (A44)', async () => {
  const attacks = [{ headers: { 'transfer-encoding': 'chunked' } }];
  await expectRefused(stack, searchPoints, { attacks, status: 411, code: 'length_required' });
});
