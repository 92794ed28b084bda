/** What is written by hand for an upstream that takes only an API key and has its own error format: Postmark. CONTRIBUTING.md lists the files. */

/** Of a file: what is put before its last line that begins so; what is replaced. */
type Edit = readonly [file: string, before: string, text: string, change?: readonly [from: string, to: string]];

export const EDITS: readonly Edit[] = [
  [
    'lib/upstream/upstreams.ts',
    '} as const satisfies',
    `  postmark: {
    title: 'Postmark',
    address: {
      setting: 'POSTMARK_BASE_URL',
      description: 'The Postmark API.',
      example: 'https://api.postmarkapp.com',
      path: /^$/,
    },
    key: {
      setting: 'POSTMARK_KEY',
      description: 'Server token of Postmark.',
      example: 'a server token',
      header: { vendor: 'x-postmark-server-token', microsoft: 'x-postmark-server-token' },
    },
    common: 'address and scope',
    errors: 'postmark',
    identityCodes: /^10$/,
    limits: { bulkhead: { read: { parallel: 2, queue: 8 }, write: { parallel: 1, queue: 4 } }, rate: {} },
    maxListBytes: MEBIBYTE,
    nextLink: 'nextLink',
  },
`,
    // All places together must fit into the memory (P-25).
    ['const graph = { parallel: 8,', 'const graph = { parallel: 7,'],
  ],
  [
    'lib/http/error-formats.ts',
    '} as const satisfies',
    `  postmark: {
    read: ({ ErrorCode: code, Message: message }) => ({ code: typeof code === 'number' ? String(code) : code, message }),
    write: ({ code, message, status }) => ({ ErrorCode: Number(code) || status, Message: message }),
  },
`,
  ],
  [
    'tools/openapi/error-schemas.ts',
    '};',
    `  postmark: response.object(
    'PostmarkError',
    { ErrorCode: requiredInResponse(z.int()), Message: requiredInResponse(message) },
    { description: 'Error of Postmark.' },
  ),
`,
  ],
  [
    'dev/upstream/apis.ts',
    '} as const satisfies',
    `  postmark: {
    title: 'Postmark',
    base: '/postmark',
    probe: '/deliverystats',
    address: 'POSTMARK_BASE_URL',
    key: ['POSTMARK_KEY', 'local-postmark-key', 'x-postmark-server-token'],
    unauthorized: '10',
    denial: { code: '10', message: 'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.' },
    format: ({ code, message }) => ({ ErrorCode: Number(code) || 0, Message: message }),
    toHeaders: () => ({}),
    nextLink: 'nextLink',
  },
`,
  ],
  ['tools/doctor/upstream-probes.ts', '};', `  postmark: { listPaths: () => ['/deliverystats'] },\n`],
];

/** An operation's own test. */
export const TEST = `/** The key of Postmark, and its errors. */
import { expect, it } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { validRequest } from '../support/valid-requests.ts';

const stack = await startStack();
const request = validRequest("getSingleBounce");

it('getSingleBounce sends the key and no token', async () => {
  expect((await sendChanged(stack, request)).status).toBe(200);
  const headers = (await stack.lastCall())?.headers;
  expect([headers?.['x-postmark-server-token'], headers?.['authorization']]).toEqual(['local-postmark-key', undefined]);
});

it.each([
  [422, { ErrorCode: 300, Message: 'Zero recipients.' }, 'upstream_refused', { ErrorCode: 300, Message: 'Zero recipients.' }],
  [401, { ErrorCode: 10, Message: 'No valid token.' }, 'upstream_auth', { ErrorCode: 502, Message: expect.any(String) }],
])('getSingleBounce: %s %j is %s', async (status, body, problem, expected) => {
  await stack.upstream.fault({ api: 'postmark', fault: { kind: 'status', status, body } });
  const { headers, json } = await sendChanged(stack, request);
  expect([headers['x-frontdesk-problem'], json]).toEqual([problem, expected]);
});

it('getSingleBounce relays the words of a 404, and refuses in the same format', async () => {
  const missing = await sendChanged(stack, { ...request, values: { bounceid: '999' } });
  expect([missing.status, missing.json]).toEqual([404, { ErrorCode: 404, Message: 'The resource was not found.' }]);
  const { status, json } = await sendChanged(stack, request, { token: null });
  expect([status, json]).toEqual([401, { ErrorCode: 401, Message: expect.any(String) }]);
});
`;
