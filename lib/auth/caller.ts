/** Who calls, as a verified token says. */
export interface Caller {
  readonly tenant: string;
  /** The subject within the tenant: `oid`, else `sub`. */
  readonly subject: string;
  /** The application that the token was issued to: `azp`, else `appid`. */
  readonly client: string | undefined;
  /** Delegated scopes; undefined for an application's own token. */
  readonly scopes: readonly string[] | undefined;
  readonly roles: readonly string[];
  /** What the caller counts under: a subject by way of a client, so that a person's two frontends count apart. */
  readonly key: string;
}

export function createCaller({ tenant, subject, client, scopes, roles }: Omit<Caller, 'key'>): Caller {
  return { tenant, subject, client, scopes, roles, key: `${tenant} ${subject} ${client ?? ''}` };
}
