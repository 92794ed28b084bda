/** Long-running writes: the caller gets the upstream's addresses to watch one as sealed links, and polls them here. Source: docs/specification.md#lost-and-long-running-writes. */
import type { CompiledOperation } from './compile-operation.ts';
import type { Call, OpenEndpoint, Route } from './endpoint.ts';
import { tryParseJson } from './http/json-text.ts';
import { encodePath, fillPath, isSafePathValue } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { Services } from './services.ts';
import { createToQuota } from './upstream/scope.ts';
import { type LinkScope, MAX_LINK } from './upstream/sealed-link.ts';
import type { Upstream } from './upstream/upstream.ts';

/** The path of our address of a pending write. */
export const ADDRESS_PATH = '/operations/{operationId}';

/** The content of a sealed link. Only instances with the key can seal one, and `isAddressOf` checks it again. */
interface PendingWrite {
  /** Name and path parameters of the write. */
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  /** Path and query below the upstream's base path, every byte unchanged: it is signed. */
  readonly target: string;
}

/** Returns an upstream's addresses, by the names of their headers, as ours. One that leads elsewhere is left out. */
export function toCallerAddresses(
  operation: CompiledOperation,
  { arrival, caller, parsed }: Call,
  addresses: Readonly<Record<string, string>>,
): Record<string, string> {
  const { services } = arrival;
  const headers: Record<string, string> = {};
  for (const [name, address] of Object.entries(addresses)) {
    const written = encodePath(operation.path, parsed.params);
    const target = toTarget(address, services.upstreams[operation.upstream], written);
    if (target === undefined) continue;
    const write: PendingWrite = { operation: operation.name, params: parsed.params, target };
    const operationId = services.links.seal(JSON.stringify(write), toScope(caller.tenant));
    const link = services.publicUrl + fillPath(ADDRESS_PATH, { operationId });
    if (link.length <= MAX_LINK) headers[name] = link;
  }
  return headers;
}

const POLL_TIMEOUT_MS = 15_000;

/** The route of an operation. */
export interface ServedRoute extends Route {
  readonly open: () => CompiledOperation;
}

/** Returns the endpoint that serves the polls of all writes among the operations. */
export function createPolls(routes: readonly ServedRoute[], services: Services): OpenEndpoint {
  return {
    name: 'getOperation',
    method: 'GET',
    route: ADDRESS_PATH,
    path: ADDRESS_PATH,
    upstream: 'arm',
    errors: 'arm',
    timeoutMs: POLL_TIMEOUT_MS,
    isWrite: false,
    find({ params: { operationId = '' } }, { tenant }) {
      const sealed = services.links.open(operationId, toScope(tenant)) ?? '';
      const pending = tryParseJson(sealed) as PendingWrite | undefined;
      const write = pending && routes.find(({ name }) => name === pending.operation)?.open();
      if (!write || !isAddressOf(write, pending, services.upstreams[write.upstream]))
        throw new Problem('invalid_operation_id', { cause: services.links.explain(operationId) });
      return toPoll(write, pending);
    },
  };
}

/** Returns a read with the access of the write: one call to the address that was sealed. */
function toPoll(write: CompiledOperation, { params, target }: PendingWrite): CompiledOperation {
  const { cache, ...kept } = write;
  const [path, resource] = [fillPath(write.path, params), fillPath(write.resource, params)];
  const url = { params, path, resource, encodedPath: target, target, query: {}, details: [] };
  return {
    ...kept,
    method: 'GET',
    request: { params: write.request.params },
    parseUrl: () => url,
    responses: {},
    timeoutMs: POLL_TIMEOUT_MS,
    effect: 'none',
    isWrite: false,
    toQuota: createToQuota({ ...write, method: 'GET' }, 'read'),
    isPoll: true,
  };
}

/** Whether a sealed link is for a write of this operation, and leads to its progress. */
function isAddressOf(operation: CompiledOperation, { params, target }: PendingWrite, upstream: Upstream): boolean {
  const isValid = operation.request.params.safeParse(params).success && Object.values(params).every(isSafePathValue);
  const written = encodePath(operation.path, params);
  return operation.isWrite && isValid && toTarget(upstream.baseUrl + target, upstream, written) === target;
}

function toScope(tenant: string): LinkScope {
  return ['operation', tenant];
}

/** Names that the management API has for the segment before the id of a running operation. */
const PROGRESS = /^(?:async)?operations?(?:results?|status(?:es)?)?$/i;

/** Returns path and query below the base path, the query unchanged; undefined for an address that is no progress of the write. */
function toTarget(address: string, { origin, basePath }: Upstream, written: string): string | undefined {
  if (address.length > MAX_LINK || !URL.canParse(address, origin) || !/^[\x21-\x7e]+$/.test(address)) return undefined;
  const { origin: host, pathname, username, hash } = new URL(address, origin);
  const [query] = /\?.*$/.exec(address) ?? [''];
  // A server that decodes a separator would read another path.
  const isBelow = pathname.toLowerCase().startsWith(`${basePath}/`.toLowerCase()) && !/%(?:2f|5c)/i.test(pathname);
  const path = pathname.slice(basePath.length);
  if (host !== origin || username !== '' || hash !== '' || !isBelow || !isProgressOf(path, written)) return undefined;
  return path + query;
}

/** Whether an operation is one of the resource that was written, of what it belongs to, or of its service in the subscription. */
function isProgressOf(path: string, written: string): boolean {
  const segments = path.toLowerCase().split('/');
  const at = segments.findIndex((name) => PROGRESS.test(name));
  // After it comes the operation's id only.
  if (at < 0 || segments.length > at + 2) return false;
  const owner = segments.slice(0, segments[at - 2] === 'locations' ? at - 2 : at).join('/');
  const resource = written.toLowerCase();
  const [service = '', subscription, provider] =
    /^(\/subscriptions\/[^/]+)(?:\/.*?)?(\/providers\/[^/]+)/.exec(resource) ?? [];
  const isOfResource = owner.startsWith(service) && `${resource}/`.startsWith(`${owner}/`);
  return service !== '' && (isOfResource || owner === `${subscription}${provider}`);
}
