/** Checks every upstream request: the caller's values in their places, the managed identity's token, and nothing else. */
import { deepStrictEqual as expectEqual, match, ok } from 'node:assert/strict';
import { describeSchema, listPaths } from '../../../lib/contracts/schema/annotations.ts';
import { UPSTREAMS, type UpstreamEntry } from '../../../lib/upstream/upstreams.ts';
import { UPSTREAM_BASES } from '../../support/valid-requests.ts';
import { readTree, withoutMembers, writeTree } from './json-tree.ts';
import type { FuzzRequest } from './requests.ts';
import type { Tokens } from './tokens.ts';
import type { Received } from './upstream.ts';

const HEADERS = new Set(
  (
    'accept accept-encoding authorization client-request-id connection content-length content-type host if-match if-none-match ' +
    'traceparent tracestate user-agent x-ms-client-request-id'
  ).split(' '),
);

/** `isNextPage`: of a filtered list, whose empty pages are left out. Throws an AssertionError. */
export function checkUpstreamRequest(
  request: FuzzRequest,
  received: Received,
  tokens: Tokens,
  isNextPage: boolean,
): void {
  const { operation, params } = request;
  const query = isNextPage ? [] : request.query;
  const { scope, key }: UpstreamEntry = UPSTREAMS[operation.upstream];
  const keyHeaders = scope ? [] : Object.values(key?.header ?? {}).map((name) => name.toLowerCase());
  const own = new Set([
    ...keyHeaders,
    ...Object.keys(operation.upstreamHeaders ?? {}),
    ...(operation.request.pageSize ? ['prefer'] : []),
  ]);
  expectEqual(received.method, operation.method);
  const [path = '', search] = received.target.split('?');
  checkPath(path, `${UPSTREAM_BASES[operation.upstream]}${operation.path}`, params);
  expectEqual(
    isNextPage ? {} : Object.fromEntries(new URLSearchParams(search)),
    Object.fromEntries(query.map(([name, value]) => [toDeclared(name, operation.request.query?.shape ?? {}), value])),
    'The query is the caller’s.',
  );
  expectEqual(
    Object.keys(received.headers).filter((name) => !HEADERS.has(name) && !own.has(name)),
    [],
    'Only known headers are sent.',
  );
  if (operation.request.pageSize) match(received.headers['prefer'] ?? '', /^odata\.maxpagesize=(?:[1-9]\d{0,2}|1000)$/);
  match(received.headers['authorization'] ?? '', scope ? /^Bearer eyJ/ : /^$/);
  ok(received.headers['authorization'] !== tokens[request.token], 'The caller’s token is not sent.');
  match(received.headers['x-ms-client-request-id'] ?? '', /^[\w.-]{1,128}$/);
  if (operation.request.body && request.body.length > 0) checkBody(request, received);
  else expectEqual(received.body.length, 0);
}

function checkBody({ operation, body }: FuzzRequest, received: Received): void {
  const { body: schema } = operation.request;
  // Which these are: test/unit/contracts/annotations.test.ts.
  const readOnly = new Set(schema && listPaths(describeSchema(schema), 'readOnly').map((path) => path.join('/')));
  const expected = withoutMembers(readTree(body.toString()), (_, path) => readOnly.has(path.join('/')));
  const sent = readTree(received.body.toString());
  expectEqual(writeTree(sent), writeTree(expected), 'The body is the caller’s, with its own notation.');
}

function toDeclared(name: string, shape: Readonly<Record<string, unknown>>): string {
  return (
    ['api-version', ...Object.keys(shape)].find((declared) => declared.toLowerCase() === name.toLowerCase()) ?? name
  );
}

/** Throws an AssertionError unless every URL parser reads the template's segments with each value in its place. */
function checkPath(path: string, template: string, params: Readonly<Record<string, string>>): void {
  expectEqual(new URL(path, 'http://upstream').pathname, path, 'Normalization does not change the path.');
  const expected = template.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''));
  expectEqual(path.split('/'), expected.split('/'), 'Each value is encoded once and stays in its segment.');
  for (const segment of decodeURIComponent(path).split('/')) {
    const read = segment.normalize('NFKC');
    ok(!/[/\\%?#]|^\.{1,2}$/.test(read), 'No character can be taken for a separator.');
  }
}

/** Percent-encodes all but unreserved characters. */
function encode(value: string): string {
  return Array.from(Buffer.from(value), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
