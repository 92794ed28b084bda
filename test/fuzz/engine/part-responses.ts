/** Takes a batch's response apart, with the notation of each part's body, and makes responses comparable. */
import type { ResponseMessage } from '../../../lib/http/message.ts';
import type { BatchExchange, Exchange } from './exchange.ts';
import { decode, type JsonTree, readTree, writeTree } from './json-tree.ts';
import { hidePage, PAGE } from './relayed-bodies.ts';

export interface PartResponse {
  readonly id: string;
  /** As of a single request. */
  readonly exchange: Exchange;
}

/** Headers of the whole response, which each part has as well. */
const COMMON = ['access-control-expose-headers', 'vary', 'x-content-type-options', 'x-frontdesk-version'];

export function readParts({ requestId, response, records, reports, received }: BatchExchange): PartResponse[] {
  const common = Object.entries(response.headers).filter(([name]) => COMMON.includes(name));
  const tree = readTree(String(response.body));
  return elementsOf(memberOf(tree, 'responses')).map((part, index) => {
    const id = `${requestId}.${index + 1}`;
    const { id: partId, status, headers } = JSON.parse(writeTree(part));
    const own = Object.entries<string>(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const body = memberOf(part, 'body');
    const message: ResponseMessage = {
      status,
      headers: Object.fromEntries([...common, ...own]),
      ...(body && { body: writeTree(body) }),
    };
    const ownRecords = records.filter((record) => record['requestId'] === id);
    return {
      id: partId,
      exchange: { requestId: id, response: message, records: ownRecords, reports, received: received[index] ?? [] },
    };
  });
}

function memberOf(tree: JsonTree | undefined, name: string): JsonTree | undefined {
  const members = tree?.kind === 'object' ? tree.members : [];
  return members.find((member) => decode(member.name) === name)?.value;
}

function elementsOf(tree: JsonTree | undefined): readonly JsonTree[] {
  return tree?.kind === 'array' ? tree.elements : [];
}

/** Ids of requests, what depends on the moment, and which of equal requests was first. */
const OF_THE_MOMENT = ['x-ms-request-id', 'age', 'cache-status', ...COMMON];

/** Returns what two responses to equal requests in equal states have in common; `ignored` are more headers. */
export function toComparable(
  { status, headers, body }: ResponseMessage,
  publicUrl: string,
  ignored: readonly string[],
) {
  const text = body === undefined ? '' : writeTree(hidePage(readTree(Buffer.from(body).toString()), `${publicUrl}/`));
  // Each response has a new link to the next page, and so another entity tag; a 304 does not show whether it has a link.
  const mayHavePage = status === 304 || text.includes(`:${PAGE}`);
  const ownIgnored = [...OF_THE_MOMENT, ...ignored, ...(mayHavePage ? ['etag'] : [])];
  const named = Object.entries(headers)
    .filter(([name]) => !ownIgnored.includes(name))
    .map(([name, value]) => [name, value.replace(/(?<=max-age=)\d+|^\d+$/g, 'N')] as const)
    .toSorted();
  return { status, headers: named, body: status < 400 ? text : text.replace(INNER_ERROR, '"$1":""') };
}

/** The error format of backup restore has these (S3-28). */
const INNER_ERROR = /"(date|request-id)":"[^"]*"/g;
