/** The settings of Frontdesk under fuzz. */
import { companies, frontdeskAudience, roles, subscriptions, tenants, upstreamAudiences } from '../../../dev/seed.ts';
import { type FuzzUpstream, TABLE_PATH } from './upstream.ts';

/** To which a sign-in may send a browser. */
export const REDIRECT_ORIGIN = 'https://portal.contoso.example';

const PUBLIC_URL = 'https://frontdesk.example';

/** Returns settings that point at the fuzz upstream, grant Contoso's resources only, and limit nothing. */
export function toFuzzSettings({ url }: FuzzUpstream): Readonly<Record<string, string>> {
  const bulkhead = { parallel: 64, queue: 64 };
  const limits = { bulkhead: { read: bulkhead, write: bulkhead }, rate: {} };
  const many = { perSecond: 1_000_000, burst: 1_000_000 };
  const resources = [
    `/subscriptions/${subscriptions.contoso}`,
    `/companies/${companies.contoso}`,
    '/solutions/backupRestore',
    '/documentModels',
  ];
  return {
    PUBLIC_BASE_URL: PUBLIC_URL,
    LOGIN_REDIRECT_ORIGINS: REDIRECT_ORIGIN,
    AUTH_AUDIENCE: frontdeskAudience,
    AUTH_TENANTS: Object.values(tenants).join(),
    ACCESS_POLICY: JSON.stringify({ grants: [{ roles, tenants: [tenants.contoso], resources }] }),
    LIMITS: JSON.stringify({
      caller: many,
      refusalRecords: many,
      ...{ arm: limits, backupRestore: limits, documentModels: limits, businessData: limits },
    }),
    ARM_BASE_URL: `${url}/arm`,
    ARM_SCOPE: `${upstreamAudiences.arm}/.default`,
    BACKUP_RESTORE_BASE_URL: `${url}/graph/v1.0`,
    BACKUP_RESTORE_SCOPE: `${upstreamAudiences.graph}/.default`,
    DOCUMENT_MODELS_ENDPOINT: `${url}/docs`,
    DOCUMENT_MODELS_SCOPE: `${upstreamAudiences.documents}/.default`,
    BUSINESS_DATA_BASE_URL: `${url}/business/v2.0`,
    BUSINESS_DATA_SCOPE: `${upstreamAudiences.business}/.default`,
    CACHE_CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=fuzz;AccountKey=ZnV6eg==;TableEndpoint=${url}${TABLE_PATH};`,
  };
}
