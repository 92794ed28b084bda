/** Bodies match their schemas; that statuses and headers are described is checked wherever a test calls the app (support/document-check.ts). */
import { describe, expect, it, vi } from 'vitest';
import { createFastClock } from '../support/clocks.ts';
import { listOperations, readDocument, toValidator } from '../support/openapi.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import {
  authorizeCopy,
  deleteSession,
  listEvents,
  putJob,
  readItem,
  searchPoints,
  toPath,
  toUnseen,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

// Timeouts are short: some tenths of a second for a silent upstream.
const stack = await startStack({
  clock: createFastClock(20),
  expectedAlerts: [
    ...['upstream_auth', 'upstream_drift', 'refresh_failed', 'auth_unavailable', 'identity_unavailable'],
    ...['cache_paused'],
  ],
});
// The first tokens and connections take longer than these timeouts.
for (const request of validRequests) await vi.waitFor(() => expectServed(request), { timeout: 20_000, interval: 200 });
const document = readDocument();
const described = new Map(listOperations(document).map(({ operation }) => [operation.operationId, operation]));

type TestRequest = Parameters<typeof stack.send>[2];

async function send(request: ValidRequest, call: TestRequest = {}, query = request.query): Promise<TestResponse> {
  const { method, body, preconditions = {} } = request;
  return stack.send(method, toPath(request) + query, { ...(body && { body }), headers: preconditions, ...call });
}

async function expectServed(request: ValidRequest): Promise<void> {
  const { status } = await send(request);
  expect(status).toBeLessThan(500);
}

/** Expects that the document describes the response: its status, its body and its headers. */
function expectDescribed({ operation }: ValidRequest, { status, headers, text, json }: TestResponse): void {
  const responses = described.get(operation)?.responses ?? {};
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  if (!response) throw new Error(`${operation} returned ${status}, which is not described.`);
  const content = response.content?.['application/json'];
  if (content && !(status < 300 && text === '')) {
    expect(toValidator(document, content.schema).safeParse(json).error).toBeUndefined();
  } else expect(text).toBe('');
  const describedNames = Object.keys(response.headers).map((name) => name.toLowerCase());
  const names = Object.keys(headers).filter((name) => DESCRIBED_HEADERS.includes(name));
  expect(describedNames).toEqual(expect.arrayContaining(names));
}

const DESCRIBED_HEADERS = [
  ...['x-ms-request-id', 'cache-control', 'etag', 'cache-status', 'age', 'retry-after', 'www-authenticate'],
  ...['x-frontdesk-outcome', 'x-ms-error-code', 'x-frontdesk-problem', 'x-frontdesk-upstream-request-id'],
];

const apiOf: Readonly<Record<string, string>> = {
  '/arm': 'arm',
  '/graph/v1.0': 'graph',
  '/docs': 'docs',
  '/business/v2.0': 'business',
};

/** Reads and writes of every error format. */
const oneOfEachKind = [putJob, listEvents, searchPoints, deleteSession, authorizeCopy, readItem];

/** Sends the request until it succeeds: other tests close the gates and open the breakers of its upstream for a while. */
function awaitSuccess(request: ValidRequest): Promise<TestResponse> {
  return vi.waitFor(
    async () => {
      const response = await send(request);
      expect([200, 201, 202, 204]).toContain(response.status);
      await stack.upstream.reset();
      return response;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe('every returned status is described, with its body and headers', () => {
  it.each(validRequests.map((request) => [request.operation, request] as const))(
    '%s: successes',
    async (_, request) => {
      await awaitSuccess(request);
      const first = await send(request);
      expect([200, 201, 202, 204]).toContain(first.status);
      expectDescribed(request, first);
      if (request.method !== 'PUT') return;
      const second = await send(request, { headers: { 'if-match': first.headers['etag'] ?? '*' } });
      expect(second.status).toBe(200);
      expectDescribed(request, second);
    },
  );

  it.each(oneOfEachKind.map((request) => [request.operation, request] as const))(
    'a refusal of the upstream in the error format of %s',
    async (_, valid) => {
      const request = toUnseen(valid);
      await stack.upstream.reset();
      const body = { error: { code: 'A', message: 'b' } };
      const fault = { kind: 'status', status: 409, headers: { ETag: '"1"' }, body };
      await stack.upstream.fault({ api: apiOf[request.upstreamBase], times: 3, fault });
      expectDescribed(request, await send(request));
    },
  );
});
