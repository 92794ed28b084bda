/** What the data sources of inputs and outputs have in common. Source: spec 2, Input, Output. */
import * as z from 'zod';
import { openList, secret } from './annotate.ts';
import { type Form, isRequired, kindOf, type Member, type Members, type OpenObject, required } from './form.ts';

const AUTHENTICATION_MODES = ['Msi', 'UserToken', 'ConnectionString'] as const;

/** How a data source that the specification describes is signed in to. Source: spec 2, Serialization. */
export const authenticationMode = z.enum(AUTHENTICATION_MODES).meta({ default: 'ConnectionString' });

/** The same where the specification shows no fields. */
const openAuthenticationMode = openList(AUTHENTICATION_MODES);

/** A secret of any data source. */
export const secretText = secret(z.string());

/** A kind of data source; its properties are required as soon as one of them is. */
export function dataSource(as: Form, id: string, kind: string, members: Members): OpenObject {
  const properties = as.inline(members);
  const isNeeded = Object.values(members).some(isRequired);
  return as.object(id, { type: kindOf(kind), properties: isNeeded ? required(properties) : properties });
}

/** Members of the blob data sources; the spec shows the first three, the others are publicly known. */
export function blobMembers(as: Form): Members {
  return {
    storageAccounts: z.array(as.inline({ accountName: z.string(), accountKey: secretText })),
    container: z.string(),
    pathPattern: z.string(),
    dateFormat: z.string(),
    timeFormat: z.string(),
    authenticationMode: openAuthenticationMode,
  };
}

/** Publicly known members of the event-hub data sources. */
export const eventHubMembers = {
  serviceBusNamespace: z.string(),
  sharedAccessPolicyName: z.string(),
  sharedAccessPolicyKey: secretText,
  authenticationMode: openAuthenticationMode,
  eventHubName: z.string(),
} satisfies Members;

/** The members, each marked as required. */
export function requireAll(members: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Member>> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, required(schema)]));
}
