/** The polls of long-running writes: a caller watches one at our address of it. Source: docs/specification.md#lost-and-long-running-writes. */
import { type CompiledOperation, compileOperation } from './compile-operation.ts';
import type { OpenEndpoint } from './endpoint.ts';
import { fillPath } from './http/path.ts';
import { Problem } from './http/problem.ts';
import { ADDRESS_PATH, isAddressOf, openAddress, type PendingWrite } from './long-running.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';
import { createToQuota } from './upstream/scope.ts';

const POLL_TIMEOUT_MS = 15_000;

/** Returns what serves the polls of all writes among the operations. */
export function createPolls(operations: readonly Operation[], services: Services): OpenEndpoint {
  const compiled = new Map<string, CompiledOperation>();
  const findWrite = (name: string) => {
    const write = operations.find((operation) => operation.name === name);
    if (write && !compiled.has(name)) compiled.set(name, compileOperation(write, services.profile));
    return compiled.get(name);
  };
  return {
    name: 'getOperation',
    method: 'GET',
    route: ADDRESS_PATH,
    path: ADDRESS_PATH,
    upstream: 'arm',
    errors: 'arm',
    timeoutMs: POLL_TIMEOUT_MS,
    isWrite: false,
    find({ params }, caller) {
      const { operationId = '' } = params;
      const pending = openAddress(operationId, caller.tenant, services.links);
      const write = pending && findWrite(pending.operation);
      if (!write || !isAddressOf(write, pending, services.upstreams[write.upstream]))
        throw new Problem('invalid_operation_id', { cause: services.links.explain(operationId) });
      return toPoll(write, pending);
    },
  };
}

/** A read with the access of the write: one call to the address that was sealed. */
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
