/** The access policy: its schema, and what it grants a caller. Source: docs/architecture.md (Access); RFC 6750 3.1. */
import * as z from 'zod';
import type { Caller } from './caller.ts';
import { ROLES } from './roles.ts';

export type Role = (typeof ROLES)[number];

/** Text without invisible characters: one that moves the cursor could hide a grant from a person who reads the policy. */
const visible = z.string().regex(/^\P{C}*$/u, 'must not have control or invisible characters');

/** Names are case-insensitive. */
const name = visible.min(1).transform(lowerAscii);

const resource = visible
  .regex(/^(?:\*|(?:\/[^/]+)+)$/, 'must be * or start with /')
  // A person would take it for a wildcard, but it would match nothing.
  .regex(/^(?:\*|[^*]+)$/, 'must not have * inside a path; a path covers all that is below it')
  .transform(lowerAscii);

/** A policy with an unknown role does not load: its grant would allow nothing. */
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

/** Returns what a token lacks for an operation with this role. An application token has no scopes; its roles are enough. */
export function findMissing(caller: Pick<Caller, 'scopes' | 'roles'>, role: string): 'scope' | 'role' | undefined {
  if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) return 'scope';
  return caller.roles.includes(role) ? undefined : 'role';
}

/** Returns the grants that are for a caller, each with the roles that the caller has and without its tenants and clients. */
export function listGrants({ grants }: AccessPolicy, caller: Caller) {
  const tenant = lowerAscii(caller.tenant);
  const client = lowerAscii(caller.client ?? '');
  return grants.flatMap(({ roles, tenants = [tenant], clients = [client], resources }) => {
    const held = roles.filter((role) => findMissing(caller, role) === undefined);
    return held.length > 0 && tenants.includes(tenant) && clients.includes(client) ? [{ roles: held, resources }] : [];
  });
}

/** Returns the text with only its ASCII letters in lower case: some others would become ASCII letters, and match another resource. */
export function lowerAscii(text: string): string {
  const folded = text.toLowerCase();
  // Stryker disable next-line Regex,ConditionalExpression: only faster paths to the same result
  if (folded === text || /^[\0-\x7f]*$/.test(text)) return folded;
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
