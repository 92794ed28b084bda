/** What the managed identity does at the management API, for the custom roles of infra/access. */
import type { Operation } from '../../lib/operation.ts';

/** The actions of the role of resource groups, always and for operations that OPERATIONS names; and of the role of a whole subscription. */
export function composeActions(operations: readonly Operation[]) {
  const managed = operations.filter(({ upstream }) => upstream === 'arm');
  const isInGroup = ({ path }: Operation) => /^\/subscriptions\/\{\w+\}\/resourcegroups\//i.test(path);
  const inGroup = managed.filter(isInGroup);
  return {
    resourceGroup: [...new Set(inGroup.filter(({ isLifecycle }) => !isLifecycle).map(toAction))],
    named: Object.fromEntries(
      inGroup.filter(({ isLifecycle }) => isLifecycle).map((operation) => [operation.name, toAction(operation)]),
    ),
    subscription: [...new Set(managed.filter((operation) => !isInGroup(operation)).map(toAction))],
  };
}

/** Returns the resource type after the last provider, and a verb. */
export function toAction({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const [namespace = '', ...segments] = (path.split('/providers/').at(-1) ?? '').split('/');
  const types = segments.filter((segment) => !segment.startsWith('{'));
  const verb = { GET: 'read', PUT: 'write', PATCH: 'write', DELETE: 'delete', POST: 'action' }[method];
  return [namespace.replace('Vendor.', 'Microsoft.'), ...types, verb].join('/');
}
