/** The form of an authorization: path, request body, and what the console stores of the response. */
import type { Authorization, ResponseOf } from '../../../client/src/index.ts';
import type { Scope } from './resource-id.ts';

export interface AuthorizationPath extends Scope {
  readonly serviceName: string;
  readonly authorizationProviderId: string;
  readonly authorizationId: string;
}

/** From the response, which never contains secrets. */
export interface KnownAuthorization {
  readonly path: AuthorizationPath;
  readonly etag: string;
  readonly status: string;
  readonly grant: string;
  readonly error: string;
  /** Whether a person has to sign in before it can be used. */
  readonly needsConsent: boolean;
}

export interface AuthorizationWrite {
  readonly path: AuthorizationPath;
  readonly grant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ifMatch: string | undefined;
}

/** With their names for people. */
export const GRANTS = [
  ['ClientCredentials', 'Client credentials'],
  ['AuthorizationCode', 'Authorization code'],
] as const;

export function toKey(path: AuthorizationPath): string {
  return Object.values(path).join('/').toLowerCase();
}

export function toBody({ grant, clientId, clientSecret }: AuthorizationWrite) {
  const parameters = { ...(clientId ? { clientId } : {}), ...(clientSecret ? { clientSecret } : {}) };
  return {
    properties: {
      authorizationType: 'OAuth2' as const,
      oauth2grantType: grant as 'AuthorizationCode',
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    },
  };
}

export function toKnown(
  path: AuthorizationPath,
  { etag, body }: ResponseOf<number, Authorization>,
): KnownAuthorization {
  const { status, oauth2grantType, error } = body.properties ?? {};
  return {
    path,
    etag: etag ?? '*',
    status: status ?? 'Unknown',
    grant: oauth2grantType ?? '',
    error: error ? `${error.code}: ${error.message}` : '',
    needsConsent: oauth2grantType === 'AuthorizationCode' && status === 'Error' && error?.code === 'Unauthenticated',
  };
}
