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
}

/** A caller is a subject by way of a client: a person's two frontends count apart. */
export function toCallerKey({ tenant, subject, client = '' }: Caller): string {
  return `${tenant} ${subject} ${client}`;
}
