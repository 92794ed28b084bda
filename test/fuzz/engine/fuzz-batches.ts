/** The batch fuzz: sends odd requests as parts of batches through the real pipeline. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Check, Finding, FuzzOptions } from './batches.ts';
import { checkNothingInternal, type Exchange, NEVER, REJECTIONS } from './check-exchange.ts';
import { classifyRequest } from './classify-request.ts';
import { type Count, checkInLanes, type FuzzHarness } from './harness.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';

/** Of the whole batch: any other is a part's. */
const BATCH_STATUSES = [200, 400, 401, 403, 413];

export const fuzzBatches = (options: FuzzOptions): Promise<Finding> =>
  checkInLanes('batches', options, toLane, ([all]) => all.map(describeRequest));

function toLane(harness: FuzzHarness, count: Count): Check<[FuzzRequest[]]> {
  // A batch has one caller.
  const requests = fc
    .array(requestsTo(harness.operations), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.map((part) => ({ ...part, token: parts[0]?.token ?? part.token })));
  const property = fc.asyncProperty(requests, async (parts) => {
    harness.begin();
    const exchange = await harness.sendBatch(parts);
    checkBatch(parts, exchange, harness);
    count(`batch ${exchange.response.status}`);
    for (const { status } of readParts(exchange)) count(`part ${status}`);
  });
  return (batch) => fc.check(property, batch);
}

interface RespondedPart {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

function readParts({ response }: Exchange): readonly RespondedPart[] {
  return response.status === 200 ? JSON.parse(String(response.body)).responses : [];
}

function checkBatch(requests: readonly FuzzRequest[], exchange: Exchange, harness: FuzzHarness): void {
  const { response, records, received, requestId } = exchange;
  ok(BATCH_STATUSES.includes(response.status), `A batch is ${response.status}: ${JSON.stringify(records)}`);
  checkNothingInternal(
    exchange,
    harness,
    requests.some(({ operation }) => operation.returnsSecret),
  );
  if (response.status !== 200) expectEqual(received.length, 0, 'A refused batch sends nothing.');
  const parts = readParts(exchange);
  expectEqual(records.length, 1 + parts.length, 'There is one record per part, and one of the batch.');
  if (response.status !== 200) return;
  expectEqual(
    parts.map(({ id }) => id),
    requests.map((_, index) => `${index}`),
  );
  for (const [index, part] of parts.entries())
    checkPart(requests[index] as FuzzRequest, part, `${requestId}.${index + 1}`);
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
