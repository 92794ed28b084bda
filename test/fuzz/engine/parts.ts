/** Makes batches of generated requests, hostile parts beside them, and batches that are malformed as a whole. */
import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { type HostilePart, hostileParts } from './hostile-parts.ts';
import { decode, depthOf, listValues, readTree } from './json-tree.ts';
import { toUrl } from './messages.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';
import { type TokenKind, tokenKinds } from './tokens.ts';
import type { PlannedResponse } from './upstream-responses.ts';

export interface FuzzBatch {
  readonly token: TokenKind;
  /** Between what fills the cache and the batch. */
  readonly idleMs: number;
  readonly parts: readonly FuzzPart[];
}

/** A part. Parts of one `request` object are copies of each other. */
export type FuzzPart = { readonly id: string } & ({ readonly request: FuzzRequest } | HostilePart);

function isSafe({ attempts }: CompiledOperation): boolean {
  return attempts.idempotency === 'safe';
}

/** Texts that are keys or values with a meaning elsewhere. */
const ODD_IDS = ['__proto__', 'constructor', 'null', '0', '-1', ' ', '"', '\\', '"},{"id":"1', '1.0', '\\u0031', 'id'];
const partId = fc.oneof(
  { arbitrary: fc.nat(99).map(String), weight: 3 },
  { arbitrary: fc.constantFrom(...ODD_IDS), weight: 1 },
  { arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 64 }), weight: 1 },
);
const MAX_PARTS = 20;
const AGES_MS = [0, 1_500, 70_000, 400_000, 4_000_000];

export function batchesTo(operations: readonly CompiledOperation[]): fc.Arbitrary<FuzzBatch> {
  const requests = fc
    .tuple(requestsTo(operations.filter(isSafe)), fc.nat(9))
    .map(toVariant)
    .map(toSendable);
  const options = { minLength: 1, maxLength: 8 } as const;
  const parts = fc.tuple(
    fc.oneof(
      // Parts of one upstream would have each other's Retry-After.
      fc.uniqueArray(requests, { ...options, selector: ({ operation }) => operation.upstream }),
      fc.uniqueArray(requests.map(calm), { ...options, selector: toTarget }),
    ),
    fc.array(fc.nat(), { maxLength: 2 }),
    fc.array(hostileParts(operations), { maxLength: 6 }),
  );
  const arranged = parts.chain(([sent, copied, hostile]) => {
    const embeddable = sent.filter(isEmbeddable).map((request) => ({ request }));
    const copies = copied.flatMap((at) => embeddable[at % embeddable.length] ?? []);
    const all = [...embeddable, ...copies, ...hostile];
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });
  const ids = fc.uniqueArray(partId, { minLength: MAX_PARTS, maxLength: MAX_PARTS });
  return fc.record({
    token: fc.oneof(
      { arbitrary: fc.constant<TokenKind>('granted'), weight: 8 },
      { arbitrary: fc.constantFrom(...tokenKinds), weight: 1 },
    ),
    idleMs: fc.constantFrom(...AGES_MS),
    parts: fc
      .tuple(arranged, ids)
      .map(([given, names]) => given.map((part, index) => ({ ...part, id: names[index] as string }))),
  });
}

/** Other requests to the same resource may share its response. */
function toTarget({ operation, params }: FuzzRequest): string {
  return JSON.stringify([operation.name, params]).toLowerCase();
}

/** Returns the request to another resource of the operation, where its rules allow one. */
function toVariant([request, digit]: readonly [FuzzRequest, number]): FuzzRequest {
  const [name, value] = Object.entries(request.params).at(-1) ?? ['', ''];
  // Other ones are not the caller's.
  if (['', 'subscriptionId', 'companyId'].includes(name)) return request;
  const params = { ...request.params, [name]: value.replace(/.$/u, String(digit)) };
  return request.operation.request.params.safeParse(params).success ? { ...request, params } : request;
}

const NOT_FOUND: PlannedResponse = { kind: 'response', status: 404, headers: {}, body: Buffer.alloc(0), isGood: false };

/** Returns the request with responses that keep nobody else waiting. */
function calm(request: FuzzRequest): FuzzRequest {
  const toCalm = (responses: readonly PlannedResponse[]) => {
    return [responses.find((one) => one.kind === 'response' && one.isGood) ?? NOT_FOUND];
  };
  const repeats = request.repeats.map((repeat) => ({ ...repeat, responses: toCalm(repeat.responses) }));
  return { ...request, responses: toCalm(request.responses), repeats };
}

/** Returns the request without what neither HTTP nor a batch can carry, or what is the batch's. */
function toSendable(request: FuzzRequest): FuzzRequest {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    name === 'connection' || /\p{Cc}/u.test(value) ? [] : [[name, value.toWellFormed().trim()] as const],
  );
  // In the order of the route, as a host has them: details of an error follow it.
  const names = Array.from(request.operation.route.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
  const params = names.map((name) => [name, (request.params[name] ?? '').toWellFormed()] as const);
  const query = request.query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()] as const);
  const body = request.operation.method === 'GET' ? Buffer.alloc(0) : request.body;
  return { ...request, headers: Object.fromEntries(headers), params: Object.fromEntries(params), query, body };
}

/** What surrounds a body in a batch: an object, a list and an object. */
const OUTER_DEPTH = 3;
/** Of a batch (B-01); what is too deep for the operation is refused as by itself (B-09). */
const MAX_DEPTH = 64;

/** Whether the request can be a part of a batch that is well-formed. A part without a value in its path has another path. */
function isEmbeddable({ params, body }: FuzzRequest): boolean {
  return !Object.values(params).includes('') && (body.length === 0 || isPlainJson(body));
}

function isPlainJson(body: Buffer): boolean {
  const text = body.toString();
  // Null counts as no body (B-09).
  if (!isUtf8(body) || !isJson(text) || text.trim() === 'null') return false;
  if (depthOf(text) > MAX_DEPTH - OUTER_DEPTH) return false;
  return listValues(readTree(text)).every((tree) => {
    if (tree.kind === 'scalar') return !tree.text.startsWith('"') || decode(tree.text).isWellFormed();
    if (tree.kind === 'array') return true;
    const names = tree.members.map(({ name }) => decode(name));
    return new Set(names).size === names.length && names.every((name) => name !== '__proto__' && name.isWellFormed());
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the part as JSON. */
export function toPartText(part: FuzzPart): string {
  if ('request' in part) return formatPart(part.id, part.request);
  const { id, kind: _, status: __, ...members } = part;
  return JSON.stringify({ id, ...members });
}

function formatPart(id: string, request: FuzzRequest): string {
  const { method } = request.operation;
  const head = JSON.stringify({ id, method, url: toUrl(request), headers: request.headers });
  return request.body.length === 0 ? head : `${head.slice(0, -1)},"body":${request.body}}`;
}

/** Returns the batch in a readable form. */
export function describeBatch({ parts, ...batch }: FuzzBatch): unknown {
  return {
    ...batch,
    parts: parts.map((part) =>
      'request' in part ? { id: part.id, ...(describeRequest(part.request) as object), text: toPartText(part) } : part,
    ),
  };
}
