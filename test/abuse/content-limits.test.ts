import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { expectRefused, expectUntouched, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, putJob, toPath, type ValidRequest } from '../support/valid-requests.ts';
import { sendRaw } from './raw.ts';

const stack = await startStack({ settings: unlimited });

const TOO_LARGE = { status: 413, code: 'content_too_large' } as const;
const WRONG_TYPE = { status: 415, code: 'unsupported_media_type' } as const;

const KIB = 1024;

/** The valid content, padded with blanks to this many bytes. */
function padTo({ body }: ValidRequest, bytes: number): string {
  return JSON.stringify(body).padEnd(bytes, ' ');
}

it.each(eachWithBody)('A44 %s takes content up to its cap and not a byte more', async (_, request) => {
  const cap = request === putJob ? 1024 * KIB : 64 * KIB;
  await expectRefused(stack, request, {
    twin: { body: padTo(request, cap) },
    attacks: [padTo(request, cap + 1), padTo(request, cap + 64 * KIB), 'x'.repeat(cap + KIB), '['.repeat(cap + 1)].map(
      (body) => ({ body }),
    ),
    ...TOO_LARGE,
  });
});

// Functions host 3.12: a chunked body never reaches a function.
it.each(eachWithBody)('A44 %s sent in chunks comes without content through the host: 400', async (_, request) => {
  const token = await stack.issueToken({ roles: [request.role] });
  const head = `${request.method} ${toPath(request)}${request.query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const content = JSON.stringify(request.body);
  await expectUntouched(stack, async () => {
    const answer = await sendRaw(
      stack.url,
      `${head}Transfer-Encoding: chunked\r\n\r\n${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('invalid_json');
  });
});

it.each(eachWithBody)(
  'A44 %s with a Content-Length that is less than its content reads no more than that',
  async (_, request) => {
    const token = await stack.issueToken({ roles: [request.role] });
    const content = JSON.stringify(request.body);
    const head = `${request.method} ${toPath(request)}${request.query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${content.length - 1}\r\n`;
    await expectUntouched(stack, async () => {
      const answers = await sendRaw(stack.url, `${head}\r\n${content}\r\n\r\n`);
      expect(answers).toMatch(/^HTTP\/1\.1 400 /);
      expect(answers).not.toMatch(/HTTP\/1\.1 [235]/);
    });
  },
);

it.each(eachWithBody)('A46 %s inflates nothing: content with an encoding is 415', async (_, request) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const encodings = [
    'gzip',
    'br',
    'deflate',
    'identity, gzip',
    'gzip, identity',
    'x-gzip',
    'zstd',
    'identity,identity',
    '*',
    'none',
  ];
  await expectRefused(stack, request, {
    twin: { headers: { 'content-encoding': 'identity' } },
    attacks: [
      { body: bomb, headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } },
      ...encodings.map((encoding) => ({ headers: { 'content-encoding': encoding } })),
    ],
    ...WRONG_TYPE,
  });
});

it.each(eachWithBody)('A47 %s takes JSON in UTF-8 alone', async (_, request) => {
  const types = [
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json;charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json;charset="utf-7"',
    'application/jsonx',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/json, text/html',
    'application/json;charset=utf-8;charset=utf-16',
    'text/json',
    '*/*',
  ];
  await expectRefused(stack, request, {
    twin: { headers: { 'content-type': 'Application/JSON; Charset=UTF-8' } },
    attacks: types.map((type) => ({ headers: { 'content-type': type } })),
    ...WRONG_TYPE,
  });
});
