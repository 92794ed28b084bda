/** The app settings that point Frontdesk at running emulators. */
import { frontdeskAudience, tenants, upstreamAudiences } from './seed.ts';
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
  const business = profile === 'microsoft' ? '/business/v2.0/production/api/v2.0' : '/business/v2.0';

  return {
    OPERATIONS: 'all',
    LINK_KEY: LOCAL_LINK_KEY,
    LOGIN_REDIRECT_ORIGINS: 'https://portal.contoso.example,http://127.0.0.1:7071',
    AUTH_ISSUER: `${issuer.url}/{tenantid}/v2.0`,
    AUTH_AUDIENCE: frontdeskAudience,
    AUTH_TENANTS: Object.values(tenants).join(','),
    IDENTITY_ENDPOINT: identity.endpoint,
    IDENTITY_HEADER: identity.header,
    ARM_BASE_URL: `${upstream.url}/arm`,
    ARM_SCOPE: `${upstreamAudiences.arm}/.default`,
    BACKUP_RESTORE_BASE_URL: `${upstream.url}/graph/v1.0`,
    BACKUP_RESTORE_SCOPE: `${upstreamAudiences.graph}/.default`,
    DOCUMENT_MODELS_ENDPOINT: `${upstream.url}/docs`,
    DOCUMENT_MODELS_SCOPE: `${upstreamAudiences.documents}/.default`,
    BUSINESS_DATA_BASE_URL: upstream.url + business,
    BUSINESS_DATA_SCOPE: `${upstreamAudiences.business}/.default`,
    CACHE_CONNECTION_STRING: tables.connectionString,
  };
}
