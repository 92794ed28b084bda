/** The four upstreams: where each is and how Frontdesk proves itself to it. */
import { splitUrl } from '../http/url.ts';
import type { UpstreamName } from '../profiles.ts';

export interface Upstream {
  readonly name: UpstreamName;
  /** Origin without a trailing slash. */
  readonly origin: string;
  /** Path of the base address, without a trailing slash; in front of every operation's path. */
  readonly basePath: string;
  /** What the managed identity's token is for. */
  readonly scope: string;
  readonly maxResponseBytes: number;
  /** In place of a token, where the upstream takes one and one is set. */
  readonly key?: { readonly field: string; readonly value: string };
}

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

const MEGABYTE = 1024 * 1024;

/** A list of health events may be long; the others answer one thing. */
const MAX_RESPONSE_BYTES: Readonly<Record<UpstreamName, number>> = {
  arm: 8 * MEGABYTE,
  backupRestore: MEGABYTE,
  documentModels: MEGABYTE,
  businessData: MEGABYTE,
};

/** Answers the upstream at a base address. */
export function createUpstream(
  name: UpstreamName,
  baseUrl: string,
  scope: string,
  key?: { readonly field: string; readonly value: string },
): Upstream {
  return { name, ...splitUrl(baseUrl), scope, maxResponseBytes: MAX_RESPONSE_BYTES[name], ...(key ? { key } : {}) };
}

/** Answers something for each upstream. */
export function mapUpstreams<T>(
  upstreams: Upstreams,
  make: (upstream: Upstream) => T,
): Readonly<Record<UpstreamName, T>> {
  return {
    arm: make(upstreams.arm),
    backupRestore: make(upstreams.backupRestore),
    documentModels: make(upstreams.documentModels),
    businessData: make(upstreams.businessData),
  };
}
