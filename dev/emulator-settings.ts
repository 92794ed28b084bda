/** The app settings that point Frontdesk at running emulators. */
import { frontdeskAudience, tenants } from './seed.ts';
import { apiNames, findApi } from './upstream/apis.ts';
import type { Profile } from './upstream/profiles.ts';

export interface EmulatorAddresses {
  readonly issuer: { readonly url: string };
  readonly identity: { readonly endpoint: string; readonly header: string };
  readonly upstream: { readonly url: string };
  readonly tables: { readonly connectionString: string };
}

/** Seals the links of local instances only. */
const LOCAL_LINK_KEY = Buffer.from('local links: this key is public.').toString('base64');

/** In the profile `microsoft` with the path of the live business-data API. */
export function toEmulatorSettings(
  { issuer, identity, upstream, tables }: EmulatorAddresses,
  profile: Profile = 'vendor',
) {
  return {
    OPERATIONS: 'all',
    LINK_KEY: LOCAL_LINK_KEY,
    LOGIN_REDIRECT_ORIGINS: 'https://portal.contoso.example,http://127.0.0.1:7071',
    AUTH_ISSUER: `${issuer.url}/{tenantid}/v2.0`,
    AUTH_AUDIENCE: frontdeskAudience,
    AUTH_TENANTS: Object.values(tenants).join(','),
    IDENTITY_ENDPOINT: identity.endpoint,
    IDENTITY_HEADER: identity.header,
    ...toUpstreamSettings(upstream.url, profile),
    CACHE_CONNECTION_STRING: tables.connectionString,
  };
}

/** Returns the address of each emulated API, and its scope or key. */
export function toUpstreamSettings(url: string, profile: Profile = 'vendor'): Readonly<Record<string, string>> {
  const settings = apiNames
    .map(findApi)
    .flatMap(({ base, liveBase = base, address, token, key }) => [
      [address, url + (profile === 'microsoft' ? liveBase : base)],
      ...(token ? [[token[0], `${token[1]}/.default`]] : []),
      ...(key ? [[key[0], key[1]]] : []),
    ]);
  return Object.fromEntries(settings);
}
