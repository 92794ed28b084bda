/** Checks every response of an operation against the OpenAPI document. */
import type { ProfileName } from '../../lib/profiles.ts';
import type { ResolvedOperation } from '../../tools/openapi/document-file.ts';
import { listOperations, readDocument } from './openapi.ts';
import type { TestResponse } from './send-request.ts';

interface SentRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
}

type ReceivedResponse = Pick<TestResponse, 'status' | 'headers' | 'json'>;

interface Described {
  readonly operations: readonly { readonly route: RegExp; readonly operation: ResolvedOperation }[];
  /** Frontdesk's own error codes. */
  readonly ownCodes: ReadonlySet<string>;
}

/** Throws for a response that the document does not describe. */
export type DocumentCheck = (request: SentRequest, response: ReceivedResponse) => void;

const documents = new Map<string, Described>();

/** Returns a check of status, own error code and headers against the profile's document, which the first response loads. */
export function createDocumentCheck(profile: ProfileName): DocumentCheck {
  return ({ method, path }, response) => {
    // Responses of the host and of pages have no request id; what the console asks for itself is no part of the API.
    if (!('x-ms-request-id' in response.headers) || path.startsWith('/console/')) return;
    if (response.headers['x-frontdesk-problem'] === 'route_not_found') return;
    const described = documents.get(profile) ?? describe(profile);
    documents.set(profile, described);
    const found = described.operations.find(({ route }) =>
      route.test(`${method === 'HEAD' ? 'GET' : method} ${toPathname(path)}`),
    );
    if (!found) throw new Error(`The document describes no operation for ${method} ${path}.`);
    const mismatch = findMismatch(found.operation, response, described.ownCodes);
    if (mismatch) throw new Error(`${found.operation.operationId} returned ${response.status}: ${mismatch}.`);
  };
}

function describe(profile: ProfileName): Described {
  const operations = listOperations(readDocument(profile)).map(({ path, method, operation }) => ({
    route: new RegExp(`^${method} ${toPattern(path)}/?$`, 'i'),
    operation,
  }));
  const descriptions = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).map(({ description }) => description),
  );
  return { operations, ownCodes: new Set(descriptions.flatMap(listCodes)) };
}

function toPattern(path: string): string {
  return path.replace(/[.()$]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
}

/** Returns the path as the host routes it: from a URL or a path, without dot segments, decoded except for `%2F`. */
function toPathname(target: string): string {
  const address = target.startsWith('/') ? `http://host${target}` : target;
  // The URL parser would treat these characters as delimiters or drop them.
  const { pathname } = new URL(address.replace(/[\\#\t\r\n]/g, encodeURIComponent));
  return pathname.replace(/%(?!2f)([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A description lists Frontdesk's own codes as lines of `code`: text. */
function listCodes(description: string): string[] {
  return Array.from(description.matchAll(/^`(\w+)`: /gm), ([, code]) => code as string);
}

function findMismatch(
  { responses }: ResolvedOperation,
  { status, headers, json }: ReceivedResponse,
  ownCodes: ReadonlySet<string>,
): string | undefined {
  const code: unknown = (json?.error ?? json)?.code;
  const isOwn = typeof code === 'string' && ownCodes.has(code);
  const response =
    responses[status] ?? (isOwn ? undefined : status >= 400 && status < 500 ? responses['default'] : undefined);
  if (!response) return 'the status is not described';
  if (isOwn && !listCodes(response.description).includes(code)) return `the code ${code} is not described`;
  const described = Object.keys(response.headers).map((name) => name.toLowerCase());
  const missing = DESCRIBED_HEADERS.filter((name) => name in headers && !described.includes(name));
  return missing.length > 0 ? `the header ${missing.join(', ')} is not described` : undefined;
}

/** Headers that operations set; the host sets the others. */
const DESCRIBED_HEADERS = [
  ...['cache-control', 'etag', 'cache-status', 'age', 'retry-after', 'www-authenticate', 'x-frontdesk-outcome'],
  ...['x-content-type-options', 'access-control-expose-headers', 'odata-version'],
  ...['x-ms-error-code', 'x-frontdesk-problem', 'x-frontdesk-upstream-request-id', 'location', 'azure-asyncoperation'],
];
