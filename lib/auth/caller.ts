/** The caller of a request, from its verified token. */
export interface Caller {
  readonly tenant: string;
  /** The subject within the tenant: `oid`, else `sub`. */
  readonly subject: string;
  /** The application that the token was issued to: `azp`, else `appid`. */
  readonly client: string | undefined;
  /** Delegated scopes; undefined for an application token. */
  readonly scopes: readonly string[] | undefined;
  readonly roles: readonly string[];
  /** Identifies the caller for quotas: subject and client, so that one person's two frontends count separately. */
  readonly key: string;
}

export function createCaller({ tenant, subject, client, scopes, roles }: Omit<Caller, 'key'>): Caller {
  return { tenant, subject, client, scopes, roles, key: `${tenant} ${subject} ${client ?? ''}` };
}
