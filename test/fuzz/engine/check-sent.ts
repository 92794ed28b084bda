/** What every upstream request is: the one that the caller's says, in its place, by the managed identity, and nothing besides. */
import { deepStrictEqual as expectEqual, match, ok } from 'node:assert/strict';
import type { UpstreamName } from '../../../lib/profiles.ts';
import { checkPath } from './check-path.ts';
import { readTree, withoutMembers, writeTree } from './json-tree.ts';
import type { FuzzRequest } from './requests.ts';
import type { Tokens } from './tokens.ts';
import type { Received } from './upstream.ts';

const BASES: Readonly<Record<UpstreamName, string>> = {
  arm: '/arm',
  backupRestore: '/graph/v1.0',
  documentModels: '/docs',
  businessData: '/business/v2.0',
};

const FIELDS = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'if-match',
  'if-none-match',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-ms-client-request-id',
]);

/** Members that only the server sets. Source: spec 1, Authorization, API diagnostic; spec 2, Streaming job. */
const SERVER_SET: Readonly<Record<string, readonly string[]>> = {
  createOrUpdateAuthorization: ['id', 'name', 'type'],
  createOrUpdateApiDiagnostic: ['id', 'name', 'type'],
  createOrReplaceStreamingJob: [
    'id',
    'name',
    'type',
    ...['jobId', 'provisioningState', 'jobState', 'lastOutputEventTime', 'createdDate', 'etag'].map(inProperties),
    ...['inputs/*', 'outputs/*', 'functions/*', 'transformation']
      .flatMap((part) => [`${part}/id`, `${part}/type`, `${part}/properties/etag`])
      .map(inProperties),
  ],
};

function inProperties(name: string): string {
  return `properties/${name}`;
}

/** Throws an AssertionError. */
export function checkSent(request: FuzzRequest, received: Received, tokens: Tokens): void {
  const { operation, params, query } = request;
  expectEqual(received.method, operation.method);
  const [path = '', search] = received.target.split('?');
  checkPath(path, `${BASES[operation.upstream]}${operation.path}`, params);
  expectEqual(
    Object.fromEntries(new URLSearchParams(search)),
    Object.fromEntries(query.map(([name, value]) => [toDeclared(name, operation.request.query?.shape ?? {}), value])),
    'The query is the caller’s.',
  );
  expectEqual(
    Object.keys(received.fields).filter((name) => !FIELDS.has(name)),
    [],
    'Only listed fields go up.',
  );
  match(received.fields['authorization'] ?? '', /^Bearer eyJ/);
  ok(received.fields['authorization'] !== tokens[request.token], 'The caller’s token stays here.');
  match(received.fields['x-ms-client-request-id'] ?? '', /^[\w.-]{1,128}$/);
  if (operation.request.body) checkContent(request, received);
  else expectEqual(received.content.length, 0);
}

function checkContent({ operation, content }: FuzzRequest, received: Received): void {
  const serverSet = new Set(SERVER_SET[operation.name]);
  const due = withoutMembers(readTree(content.toString()), (_, path) => serverSet.has(path.join('/')));
  const sent = readTree(received.content.toString());
  expectEqual(writeTree(sent), writeTree(due), 'The content is the caller’s, as it is written.');
}

function toDeclared(name: string, shape: Readonly<Record<string, unknown>>): string {
  return (
    ['api-version', ...Object.keys(shape)].find((declared) => declared.toLowerCase() === name.toLowerCase()) ?? name
  );
}
