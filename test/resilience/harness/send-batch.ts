/** Sends calls of the fault matrix as parts of one batch, and checks each part like the response to a single request. */
import { expect } from 'vitest';
import type { SampleOperation } from '../../testbed/sample-operations.ts';
import type { TimedResponse } from '../../testbed/send-request.ts';
import { type CellCall, expectRecord, expectResponse, measure } from './expect-response.ts';
import { type Harness, toCorrelationId } from './harness.ts';

/** Milliseconds that a batch takes at most. Source: C-77. */
export const BATCH_MS = 10_000;

/** A part, and what it gets. */
export type Part = Omit<CellCall, 'withinMs'>;

interface PartResponse extends Pick<TimedResponse, 'status' | 'headers'> {
  readonly id: string;
  readonly body?: unknown;
}

/** Sends the parts as one batch; expects each part's own response and record, all before the batch's deadline. */
export async function sendPartsAndExpect(harness: Harness, parts: readonly Part[]): Promise<TimedResponse> {
  const { response, expectInTime } = await sendParts(harness, parts);
  expect(response.status).toBe(200);
  const { responses }: { readonly responses: readonly PartResponse[] } = JSON.parse(response.text);
  expect(responses.map(({ id }) => id)).toEqual(parts.map(({ sample }) => String(sample)));
  for (const [index, { operation, expected }] of parts.entries()) {
    const part = toTimedResponse(responses[index] as PartResponse, response);
    expectResponse(operation, part, expected);
    expectRecord(harness.log, part, expected);
  }
  expectInTime(BATCH_MS);
  return response;
}

export function sendParts(harness: Harness, parts: readonly Pick<Part, 'operation' | 'sample'>[]) {
  const requests = parts.map(({ operation, sample }) => toRequest(operation, sample));
  return measure(harness, () => harness.send({ method: 'POST', path: '/$batch', body: { requests } }));
}

function toRequest(operation: SampleOperation, sample: number) {
  const { method, path, headers, body } = operation.toRequest(sample);
  const own = { ...headers, 'x-ms-client-request-id': toCorrelationId(sample) };
  return {
    id: String(sample),
    method,
    url: path,
    ...(body === undefined ? { headers: own } : { headers: { ...own, 'Content-Type': 'application/json' }, body }),
  };
}

function toTimedResponse({ status, headers, body }: PartResponse, { elapsedMs }: TimedResponse): TimedResponse {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const text = body === undefined ? '' : JSON.stringify(body);
  return { status, headers: Object.fromEntries(lower), text, elapsedMs };
}
