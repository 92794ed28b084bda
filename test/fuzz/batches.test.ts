/** Odd requests as parts of batches through the real pipeline: each part is served or refused by itself. `SEED=N` chooses other cases. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { runs as scaled } from '../support/runs.ts';
import { checkNothingInternal, type Exchange, NEVER, REJECTIONS } from './engine/check-exchange.ts';
import { classifyRequest } from './engine/classify-request.ts';
import { startHarness } from './engine/harness.ts';
import { type FuzzRequest, requestsTo } from './engine/requests.ts';

const numRuns = scaled(60);
const seed = Number(process.env['SEED'] ?? 20_261_121);
const harness = await startHarness();
afterAll(() => harness.close());

interface RespondedPart {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of the whole batch: any other is a part's. */
const BATCH_STATUSES = [200, 400, 401, 403, 413];

/** Returns the statuses of the parts. */
function checkBatch(requests: readonly FuzzRequest[], exchange: Exchange): readonly number[] {
  const { response, records, received, requestId } = exchange;
  ok(BATCH_STATUSES.includes(response.status), `A batch is ${response.status}: ${JSON.stringify(records)}`);
  checkNothingInternal(exchange, harness);
  const parts: readonly RespondedPart[] = response.status === 200 ? JSON.parse(String(response.body)).responses : [];
  expectEqual(records.length, 1 + parts.length, 'There is one record per part, and one of the batch.');
  if (response.status !== 200) {
    expectEqual(received.length, 0, 'A refused batch sends nothing.');
    return [];
  }
  expectEqual(
    parts.map(({ id }) => id),
    requests.map((_, index) => `${index}`),
  );
  for (const [index, request] of requests.entries())
    checkPart(request, parts[index] as RespondedPart, `${requestId}.${index + 1}`);
  return parts.map(({ status }) => status);
}

function checkPart(request: FuzzRequest, { status, headers }: RespondedPart, requestId: string): void {
  const problem = headers['x-frontdesk-problem'] ?? '';
  ok(status >= 200 && status < 600 && status !== 500 && !NEVER.has(problem), `A part is ${status} ${problem}.`);
  expectEqual(headers['x-ms-request-id'], requestId);
  expectEqual(status >= 400, problem !== '', 'Only a failure has a problem.');
  if (request.operation.isWrite) ok(status >= 400, 'A batch changes nothing.');
  else if (isPlain(request) && classifyRequest(request) === 'valid')
    ok(!REJECTIONS.has(problem), `A valid part is not rejected: ${problem}`);
}

/** Some rules are for parts only: no body with GET, no header of a connection. */
function isPlain({ operation, headers, body }: FuzzRequest): boolean {
  const names = Object.keys(headers).filter((name) => name !== 'content-type');
  return names.length === 0 && (operation.request.body !== undefined || body.length === 0);
}

it(`${numRuns} generated batches: no part gets a 500, changes something, or decides for another`, async () => {
  const parts = fc
    .array(requestsTo(harness.operations), { minLength: 1, maxLength: 5 })
    // A batch has one caller.
    .map((requests) => requests.map((request) => ({ ...request, token: requests[0]?.token ?? request.token })));
  const seen = new Set<number>();
  const property = fc.asyncProperty(parts, async (requests) => {
    harness.begin();
    for (const status of checkBatch(requests, await harness.sendBatch(requests))) seen.add(status);
  });
  await fc.assert(property, { numRuns, seed });
  for (const status of [200, 400, 403, 502]) ok(seen.has(status), `No part was ${status}.`);
}, 20_000_000);
