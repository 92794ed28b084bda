/** The four upstreams: base addresses, credentials, response size limits. */
import { splitUrl } from '../http/url.ts';
import type { UpstreamName } from '../profiles.ts';

export interface Upstream {
  readonly name: UpstreamName;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Without a trailing slash. */
  readonly origin: string;
  /** Path of the base URL, without a trailing slash; prefix of every operation's path. */
  readonly basePath: string;
  /** Scope of the managed identity's token. */
  readonly scope: string;
  readonly maxResponseBytes: number;
  /** Sent instead of a token if set. */
  readonly key?: ApiKey;
}

interface ApiKey {
  readonly header: string;
  readonly value: string;
}

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

const MEGABYTE = 1024 * 1024;

/** Lists can be long. The limits of an upstream (limits.ts) may say otherwise. */
const MAX_RESPONSE_BYTES: Readonly<Record<UpstreamName, number>> = {
  arm: 4 * MEGABYTE,
  backupRestore: MEGABYTE,
  documentModels: MEGABYTE,
  businessData: 4 * MEGABYTE,
};

/** Azure's codes of a 403 by which the managed identity itself is refused. */
const AZURE = String.raw`(?:Linked)?AuthorizationFailed|InvalidAuthenticationToken\w*|ExpiredAuthenticationToken`;
const refusing = (codes: string) => new RegExp(`^(?:${AZURE}|${codes})$`, 'i');

/** With the codes that each service documents. Source: C-34. */
export const IDENTITY_CODES: Readonly<Record<UpstreamName, RegExp>> = {
  arm: refusing('AuthenticationFailed'),
  backupRestore: refusing(String.raw`Auth(?:orization|entication)_\w+|(?:Error)?AccessDenied|Forbidden|UnknownError`),
  documentModels: refusing('Forbidden|PermissionDenied|AccessDenied|InvalidDataProtectionKey'),
  // A missing permission set is reported as an internal error.
  businessData: refusing(String.raw`Auth(?:orization|entication)_\w+|Internal_ServerError|Unauthorized|Forbidden`),
};

export function createUpstream(name: UpstreamName, baseUrl: string, scope: string, key?: ApiKey): Upstream {
  const { origin, basePath } = splitUrl(baseUrl);
  const maxResponseBytes = MAX_RESPONSE_BYTES[name];
  return { name, baseUrl: origin + basePath, origin, basePath, scope, maxResponseBytes, ...(key ? { key } : {}) };
}

/** Returns one value per upstream. */
export function mapUpstreams<T>(
  upstreams: Upstreams,
  create: (upstream: Upstream) => T,
): Readonly<Record<UpstreamName, T>> {
  return {
    arm: create(upstreams.arm),
    backupRestore: create(upstreams.backupRestore),
    documentModels: create(upstreams.documentModels),
    businessData: create(upstreams.businessData),
  };
}
