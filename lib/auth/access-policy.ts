/** The access policy: its schema, and what it grants a caller. Source: docs/architecture.md (Access); RFC 6750 3.1. */
import * as z from 'zod';
import type { Caller } from './caller.ts';

/** The roles that operations require. A policy with any other does not load: its grant would allow nothing. */
export const ROLES = [
  ...(['Authorizations.Write', 'Authorizations.Read'] as const),
  ...(['ApiDiagnostics.Write', 'ApiDiagnostics.Read'] as const),
  ...(['HealthEvents.Read', 'HealthEvents.ReadSensitive'] as const),
  ...(['StreamingJobs.Write', 'StreamingJobs.Read', 'StreamingJobs.Operate'] as const),
  ...(['RestorePoints.Search', 'RestoreSessions.Delete', 'RestoreSessions.Read'] as const),
  'DocumentModels.AuthorizeCopy',
  ...(['Companies.Read', 'Customers.Read', 'Items.Read'] as const),
] as const;

export type Role = (typeof ROLES)[number];

/** Names are case-insensitive. */
const name = z.string().min(1).transform(foldCase);

const resource = z
  .string()
  .regex(/^(?:\*|(?:\/[^/]+)+)$/, 'must be * or start with /')
  // It would read as a wildcard and match nothing.
  .regex(/^(?:\*|[^*]+)$/, 'must not have * inside a path; a path covers all that is below it')
  .transform(foldCase);

export const accessPolicy = z.strictObject({
  grants: z
    .array(
      z.strictObject({
        roles: z.array(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)).min(1),
        tenants: z.array(name).min(1).optional(),
        clients: z.array(name).min(1).optional(),
        resources: z.array(resource).min(1),
      }),
    )
    .min(1),
});

export type AccessPolicy = z.infer<typeof accessPolicy>;

/** The scope that every delegated token must have. */
export const DELEGATED_SCOPE = 'user_impersonation';

/** The policy's decision: the missing scope or role, and the result of each grant in the policy's order. */
export interface AccessDecision {
  readonly missing: 'scope' | 'role' | undefined;
  readonly grants: readonly GrantResult[];
}

/** The granted resources that cover the requested one, or the first member of the grant that does not match. */
type GrantResult =
  | { readonly covers: readonly string[]; readonly refusedBy?: undefined }
  | { readonly refusedBy: 'roles' | 'tenants' | 'clients' | 'resources'; readonly covers?: undefined };

/** What access is asked for: a path such as `/subscriptions/…`, or any of the resources right or further below one. */
export type Requested = string | { readonly anyBelow: string };

export function explainAccess(policy: AccessPolicy, caller: Caller, role: string, resource: Requested): AccessDecision {
  const tenant = foldCase(caller.tenant);
  const client = caller.client && foldCase(caller.client);
  const isAny = typeof resource !== 'string';
  const request = { role, tenant, client, path: foldCase(isAny ? resource.anyBelow : resource), isAny };
  return { missing: findMissing(caller, role), grants: policy.grants.map((grant) => checkGrant(grant, request)) };
}

/** A grant as its caller may see it: without the tenants and clients that it is for. */
export interface OwnGrant {
  readonly roles: readonly Role[];
  /** In lower case, as in the parsed policy. */
  readonly resources: readonly string[];
}

/** Returns the grants of a caller, with those of their roles that the caller has. */
export function listGrants(policy: AccessPolicy, caller: Caller): readonly OwnGrant[] {
  return policy.grants.flatMap(({ roles, resources, ...grant }) => {
    const [resource = ''] = resources;
    const held = roles.filter((role) => {
      const only = { grants: [{ ...grant, roles, resources }] };
      const { missing, grants } = explainAccess(only, caller, role, resource);
      return missing === undefined && grants[0]?.covers !== undefined;
    });
    return held.length > 0 ? [{ roles: held, resources }] : [];
  });
}

/** An application token has no scopes; its roles are enough. */
function findMissing(caller: Caller, role: string): AccessDecision['missing'] {
  if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) return 'scope';
  return caller.roles.includes(role) ? undefined : 'role';
}

/** Names in lower case, as in the parsed policy. */
interface AccessRequest {
  readonly role: string;
  readonly tenant: string;
  readonly client: string | undefined;
  readonly path: string;
  readonly isAny: boolean;
}

function checkGrant(grant: AccessPolicy['grants'][number], request: AccessRequest): GrantResult {
  const { role, tenant, client, path, isAny } = request;
  if (!grant.roles.some((granted) => granted === role)) return { refusedBy: 'roles' };
  if (grant.tenants && !grant.tenants.includes(tenant)) return { refusedBy: 'tenants' };
  if (grant.clients && !grant.clients.some((granted) => granted === client)) return { refusedBy: 'clients' };
  const covers = grant.resources.filter((granted) => isWithin(path, granted) || (isAny && isWithin(granted, path)));
  return covers.length > 0 ? { covers } : { refusedBy: 'resources' };
}

/** True if a path is the granted one or below it, compared by whole segments. */
function isWithin(path: string, granted: string): boolean {
  if (granted === '*') return true;
  return path.startsWith(granted) && (path.length === granted.length || path[granted.length] === '/');
}

/** Only ASCII letters: some others become an ASCII letter in lower case, and would match another resource. */
function foldCase(text: string): string {
  // Stryker disable next-line Regex: only a faster path to the same result
  const isAscii = /^[\0-\x7f]*$/.test(text);
  return isAscii ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
