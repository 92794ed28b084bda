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
