/** The four upstreams: where each is and how Frontdesk proves itself to it. */
import type { UpstreamName } from '../profile.ts';

export interface Upstream {
  readonly name: UpstreamName;
  /** Origin without a trailing slash. */
  readonly origin: string;
  /** Path of the base address, without a trailing slash; in front of every operation's path. */
  readonly basePath: string;
  /** What the managed identity's token is for. */
  readonly scope: string;
  /** In place of a token, where the upstream takes one and one is set. */
  readonly key?: { readonly field: string; readonly value: string };
}

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

/** Answers the upstream at a base address. */
export function toUpstream(
  name: UpstreamName,
  baseUrl: string,
  scope: string,
  key?: { readonly field: string; readonly value: string },
): Upstream {
  const { origin, pathname } = new URL(baseUrl);
  return { name, origin, basePath: pathname.replace(/\/+$/, ''), scope, ...(key ? { key } : {}) };
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
