/**
 * The fuzz of batches: odd requests as parts get what they get alone in the same state, whatever is beside them, and a malformed batch
 * is refused as a whole.
 */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseMessage } from '../../../lib/http/message.ts';
import { type Check, checkInBatches } from './batches.ts';
import { checkExchange } from './check-exchange.ts';
import type { BatchExchange, Exchange, SentPart } from './exchange.ts';
import type { Finding, FuzzOptions } from './finding.ts';
import { type FuzzHarness, NO_STORE_FAILURES, startHarness } from './harness.ts';
import { FLAWS } from './hostile-parts.ts';
import { type PartResponse, readParts, toComparable } from './part-responses.ts';
import { batchesTo, describeBatch, type FuzzBatch, type FuzzPart, toPartText } from './parts.ts';
import { type FuzzRequest, toPlainRequest } from './requests.ts';
import type { PlannedResponse } from './upstream-responses.ts';

const LANES = 8;
/** Two requests are compared: a busy processor must not end an attempt of one of them. */
const SPEED = 2;
/** After it no Retry-After holds and no circuit is open. */
const RECOVERY_MS = 600_000;
/** After it a circuit lets the next call pass. */
const PROBE_MS = 1_500;
/** What depends on how fast the machine is. */
const TIMELY = ['upstream_timeout', 'auth_unavailable'];

/** Of copies, only the part has it whose call they share. */
const OF_ONE_CALL = ['x-frontdesk-upstream-request-id'];

type Count = (thing: string) => void;

export async function fuzzParts(options: FuzzOptions): Promise<Finding> {
  const seen: Record<string, number> = {};
  const count = (thing: string) => {
    seen[thing] = (seen[thing] ?? 0) + 1;
  };
  const harnesses: FuzzHarness[] = [];
  for (let lane = 0; lane < LANES; lane++) harnesses.push(await startHarness(SPEED));
  try {
    const lanes = harnesses.map((harness) => toLane(harness, count));
    return { failure: await checkInBatches('parts', options, lanes, ([one]) => describeBatch(one)), seen };
  } finally {
    for (const harness of harnesses) await harness.close();
  }
}

function toLane(harness: FuzzHarness, count: Count): Check<[FuzzBatch, string]> {
  const flaws = fc.oneof(
    { arbitrary: fc.constant(''), weight: 4 },
    { arbitrary: fc.constantFrom(...Object.keys(FLAWS)), weight: 1 },
  );
  const property = fc.asyncProperty(batchesTo(harness.operations), flaws, async (batch, flaw) => {
    if (batch.parts.length === 0) return;
    if (flaw === '') await checkTwice(new BatchCase(harness, batch, count), count);
    else await checkMalformed(harness, batch, flaw);
    count(flaw === '' ? 'batch' : `batch with flaw: ${flaw}`);
  });
  return (runs) => fc.check(property, runs);
}

/** A machine that stood still proves nothing: what fails twice is a failure. */
async function checkTwice(batch: BatchCase, count: Count): Promise<void> {
  await batch.check().catch(() => {
    count('batch checked again');
    return batch.check();
  });
}

/** Nothing of it is served (A77). */
async function checkMalformed(harness: FuzzHarness, { parts, token }: FuzzBatch, flaw: string): Promise<void> {
  harness.begin(NO_STORE_FAILURES);
  const { response, records, received } = await harness.sendBatch(toSent(parts), token, FLAWS[flaw]);
  ok([400, 401, 413, 503].includes(response.status), `A batch with flaw "${flaw}" gets ${response.status}.`);
  expectEqual([records.length, received.flat().length], [1, 0], 'No part of a malformed batch is served.');
  ok((response.body?.length ?? 0) < 2_000, 'The batch is not quoted.');
}

/** `toPlanned` returns the request whose responses the upstream has. */
function toSent(parts: readonly FuzzPart[], toPlanned = (request: FuzzRequest) => request): SentPart[] {
  return parts.map((part) => ({
    text: toPartText(part),
    ...('request' in part && { request: toPlanned(part.request) }),
  }));
}

class BatchCase {
  readonly #harness: FuzzHarness;
  readonly #batch: FuzzBatch;
  readonly #count: Count;

  constructor(harness: FuzzHarness, batch: FuzzBatch, count: Count) {
    this.#harness = harness;
    this.#batch = batch;
    this.#count = count;
  }

  async check(): Promise<void> {
    const { parts } = this.#batch;
    const requests = new Set(parts.flatMap((part) => ('request' in part ? [part.request] : [])));
    await this.#prepare(requests);
    const singles = new Map<FuzzRequest, Exchange>();
    for (const request of requests) singles.set(request, await this.#harness.send(this.#toLast(request)));
    await this.#recover(requests);
    await this.#prepare(requests);
    const sent = toSent(parts, (request) => this.#toLast(request));
    const exchange = await this.#harness.sendBatch(sent, this.#batch.token);
    try {
      if (exchange.response.status === 200) this.#compare(exchange, singles);
      else this.#expectUnauthenticated(exchange, [...singles.values()]);
    } finally {
      await this.#recover(requests);
    }
  }

  /** Brings the cache to the state before the last request of each. */
  async #prepare(requests: Iterable<FuzzRequest>): Promise<void> {
    this.#harness.advance(RECOVERY_MS);
    this.#harness.begin(NO_STORE_FAILURES);
    for (const { repeats, ...first } of requests) {
      if (repeats.length > 0) await this.#harness.send({ ...first, repeats: [], token: 'granted', idleMs: 0 });
    }
    this.#harness.advance(this.#batch.idleMs);
  }

  /** Two responses close a circuit, however many failures it has counted. */
  async #recover(requests: Iterable<FuzzRequest>): Promise<void> {
    for (const { operation, responses, repeats } of requests) {
      if (![responses, ...repeats.map((repeat) => repeat.responses)].flat().some(isFailure)) continue;
      for (let call = 0; call < 2; call++) {
        this.#harness.advance(PROBE_MS);
        this.#harness.begin(NO_STORE_FAILURES);
        await this.#harness.send(toPlainRequest(operation));
      }
    }
  }

  #toLast({ repeats, ...request }: FuzzRequest): FuzzRequest {
    const responses = repeats.at(-1)?.responses ?? request.responses;
    return { ...request, responses, repeats: [], token: this.#batch.token, idleMs: 0 };
  }

  #expectUnauthenticated({ response, received }: BatchExchange, singles: readonly Exchange[]): void {
    ok([401, 503].includes(response.status), `A well-formed batch gets ${response.status}: ${response.body}`);
    expectEqual(received.flat().length, 0);
    this.#count(`batch ${response.status}`);
    if ([response, ...singles.map((single) => single.response)].some(isOutOfTime)) return;
    for (const single of singles) expectEqual(single.response.status, response.status, 'So does each part alone.');
  }

  #compare(exchange: BatchExchange, singles: ReadonlyMap<FuzzRequest, Exchange>): void {
    const { parts } = this.#batch;
    const responses = readParts(exchange);
    expectEqual(
      responses.map(({ id }) => id),
      parts.map(({ id }) => id),
      'Each part has a response, in the order of the requests.',
    );
    expectEqual(exchange.records.length, parts.length + 1, 'Each part has a record, and the batch.');
    for (const [index, part] of parts.entries()) {
      const response = responses[index] as PartResponse;
      if ('request' in part) this.#comparePart(part.request, singles.get(part.request) as Exchange, response);
      else expectEqual({ ...part, status: response.exchange.response.status }, part);
      this.#count('kind' in part ? `hostile: ${part.kind}` : `part ${response.exchange.response.status}`);
    }
    for (const [request, single] of singles) this.#compareCalls(request, single, responses);
  }

  #comparePart(request: FuzzRequest, single: Exchange, { exchange }: PartResponse): void {
    const copies = this.#batch.parts.filter((part) => isOf(part, request)).length;
    const view = (response: ResponseMessage) =>
      toComparable(response, this.#harness.publicUrl, copies > 1 ? OF_ONE_CALL : []);
    if ([single.response, exchange.response].some(isOutOfTime)) this.#count('part out of time');
    else expectEqual(view(exchange.response), view(single.response), 'A part gets what it gets alone.');
    checkExchange(this.#toLast(request), exchange, this.#harness);
  }

  /** Copies share their calls (B-11). */
  #compareCalls(request: FuzzRequest, single: Exchange, responses: readonly PartResponse[]): void {
    const own = responses.filter((_, index) => isOf(this.#batch.parts[index] as FuzzPart, request));
    if ([single, ...own.map(({ exchange }) => exchange)].some(({ response }) => isOutOfTime(response))) return;
    const calls = own.reduce((sum, { exchange }) => sum + exchange.received.length, 0);
    expectEqual(calls, single.received.length, 'A part is called as often as alone, copies together as often as one.');
    if (own.length > 1) this.#count('part with copies');
  }
}

function isOf(part: FuzzPart, request: FuzzRequest): boolean {
  return 'request' in part && part.request === request;
}

function isOutOfTime({ headers }: ResponseMessage): boolean {
  return TIMELY.includes(headers['x-frontdesk-problem'] ?? '');
}

function isFailure(response: PlannedResponse): boolean {
  return response.kind !== 'response' || response.status >= 500 || response.status < 200;
}
