/** The access policy of the local stack: its administrator has every role on what the samples name. */
import { tenants } from '../../dev/seed.ts';
import { fillPath } from '../../lib/http/path.ts';
import type { Operation } from '../../lib/operation.ts';
import { listSamples } from '../openapi/samples.ts';

interface Policy {
  readonly grants: readonly Grant[];
}

interface Grant {
  readonly roles: readonly string[];
  readonly tenants?: readonly string[];
  readonly clients?: readonly string[];
  readonly resources: readonly string[];
}

/** Returns the policy without the roles that no operation has, and with those that the administrator lacks. */
export function composeAccessPolicy(operations: readonly Operation[], { grants }: Policy): Policy {
  const known = new Set<string>(operations.map(({ access }) => access.role));
  const kept = grants
    .map((grant) => ({ ...grant, roles: grant.roles.filter((role) => known.has(role)) }))
    .filter(({ roles }) => roles.length > 0);
  return { grants: operations.reduce(addRole, kept) };
}

function addRole(grants: readonly Grant[], operation: Operation): readonly Grant[] {
  const { role } = operation.access;
  const root = toRoot(operation);
  const own = grants.filter(({ tenants: named }) => named?.includes(tenants.contoso));
  const isThere = (resource: string) => resource === root || (operation.access.each && resource.startsWith(`${root}/`));
  const there = own.find(({ resources }) => resources.some(isThere));
  if (there?.roles.includes(role)) return grants;
  if (!there) return [...grants, { roles: [role], tenants: [tenants.contoso], resources: [root] }];
  return grants.map((grant) => (grant === there ? { ...grant, roles: [...grant.roles, role] } : grant));
}

/** Returns the subscription or the company that the sample of the operation acts on; elsewhere, what is before the first value of its path. */
function toRoot({ name, path, access }: Operation): string {
  const { params = {} } = listSamples('Vendor')[name] ?? {};
  const template = access.resource ?? path;
  const owner = /^\/(?:subscriptions|companies)\/[^/]+/.exec(fillPath(template, params));
  return owner?.[0] ?? template.replace(/\/[^/]*\{.*$/, '');
}
